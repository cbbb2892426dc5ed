import { z } from 'zod/mini'
import { orderBalance } from '../orders/order-balance.ts'
import { giftOfBox, ifShortOfBox, pickupOfBox, stateOfBox } from '../orders/order-box.ts'
import { ORDER_STATUSES } from '../orders/order-status.ts'
import { RECIPE_UNITS } from '../products/units.ts'
import { id, instant } from '../shapes.ts'
import { lineByWeight } from './weighing.ts'

const listPlace = z.object({
  key: z.string(),
  kind: z.enum(['pickup', 'delivery']),
  name: z.string(),
  orders: z.int(),
  boxes: z.int(),
})
export type ListPlace = z.output<typeof listPlace>

/** `day`: YYYY-MM-DD, null for deliveries without one; `places` in the farmer's order. */
const head = { day: z.nullable(z.string()), places: z.array(listPlace) }

/** Units still on order, without canceled orders. */
const harvestLine = z.object({
  productId: id,
  name: z.string(),
  category: z.string(),
  need: z.int(),
  byPlace: z.array(z.object({ placeKey: z.string(), units: z.int() })),
  /** Compared with the last printed list; null if none was printed. */
  change: z.nullable(z.int()),
  withoutDay: z.optional(z.object({ units: z.int(), orders: z.int() })),
})
export type HarvestLine = z.output<typeof harvestLine>

const shortCall = z.object({
  orderId: id,
  shortName: z.string(),
  productId: id,
  name: z.string(),
  gets: z.int(),
  units: z.int(),
})
export type ShortCall = z.output<typeof shortCall>

export const harvestList = z.object({
  ...head,
  /** The earliest of its places' last print times. */
  printedAt: z.nullable(instant),
  products: z.array(harvestLine),
  calls: z.array(shortCall),
})
export type HarvestList = z.output<typeof harvestList>

const box = {
  id,
  placeKey: z.string(),
  shortName: z.string(),
  status: z.enum(ORDER_STATUSES),
  ...stateOfBox,
  packedWith: z.optional(z.array(id)),
  isCold: z.boolean(),
  isUnpaid: z.boolean(),
  balance: z.optional(orderBalance),
}

const notes = {
  notes: z.nullable(z.string()),
  farmNote: z.nullable(z.string()),
}

export const boxItem = z.object({
  productId: id,
  name: z.string(),
  units: z.int(),
  isCold: z.boolean(),
  byWeight: z.optional(lineByWeight),
})

const packOrder = z.object({
  ...box,
  sameBuyerAs: z.optional(id),
  ...pickupOfBox,
  ...notes,
  customerName: z.string(),
  ifShort: ifShortOfBox,
  toCallAbout: z.array(shortCall),
  items: z.array(boxItem),
})
export type PackOrder = z.output<typeof packOrder>

export const packList = z.object({ ...head, orders: z.array(packOrder) })
export type PackList = z.output<typeof packList>

const handOver = z.object({ ...box, ...pickupOfBox, isDone: z.boolean() })

export const handOverList = z.object({ ...head, orders: z.array(handOver) })
export type HandOverList = z.output<typeof handOverList>

const delivery = z.object({
  ...box,
  ...notes,
  /** For a gift, the recipient's if known; likewise the phone. */
  customerName: z.string(),
  phone: z.nullable(z.string()),
  isGift: z.boolean(),
  ...giftOfBox,
  zipCode: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  isDone: z.boolean(),
})

export const deliveryList = z.object({ ...head, orders: z.array(delivery) })
export type DeliveryList = z.output<typeof deliveryList>

const bakeIngredient = z.object({
  name: z.string(),
  unit: z.enum(RECIPE_UNITS),
  quantity: z.number(),
})

const bakeRecipe = z.object({
  recipeId: id,
  name: z.string(),
  productId: id,
  productName: z.string(),
  need: z.int(),
  unitsPerBatch: z.int(),
  batches: z.int(),
  ingredients: z.array(bakeIngredient),
  /** Other recipes for the product; the one with the lowest number is used. */
  others: z.array(z.string()),
})

export const bakeList = z.object({
  ...head,
  recipes: z.array(bakeRecipe),
  ingredients: z.array(bakeIngredient),
})
export type BakeList = z.output<typeof bakeList>

const boxLabel = z.object({
  orderId: id,
  placeKey: z.string(),
  placeName: z.string(),
  shortName: z.string(),
  ...pickupOfBox,
  /** 1-based. */
  box: z.int(),
  boxes: z.int(),
  packedWith: z.optional(z.array(id)),
  /** Something in the order is kept cold, in this box or another. */
  isCold: z.boolean(),
})

export const labelList = z.object({ ...head, labels: z.array(boxLabel) })
export type LabelList = z.output<typeof labelList>
