import type {
  BakeList,
  DeliveryList,
  HandOverList,
  HarvestList,
  LabelList,
  PackList,
} from '#contract/packing/packing-lists.ts'
import { formatGoods } from '#server/features/orders/export-orders.ts'

type Cell = string | number
export type Sheet = { columns: string[]; rows: Cell[][] }

export function harvestSheet({ places, products }: HarvestList): Sheet {
  return {
    columns: ['Product', 'Category', 'Need', ...places.map(({ name }) => name), 'Since the print'],
    rows: products.map(({ name, category, need, byPlace, change }) => [
      name,
      category,
      need,
      ...places.map(({ key }) => byPlace.find(({ placeKey }) => placeKey === key)?.units ?? 0),
      change ?? '',
    ]),
  }
}

const PICKUP = ['Order', 'Place', 'Name', 'Pickup by', 'Gift', 'Boxes', 'Cold']

export function packSheet({ places, orders }: PackList): Sheet {
  return {
    columns: [...PICKUP, 'Items', 'Notes', 'Farm’s note', 'Unpaid', 'Packed', 'Handed over'],
    rows: orders.map((order) => [
      order.id,
      nameOf(places, order.placeKey),
      order.customerName,
      ...pickupCells(order),
      formatGoods(order.items.map((item) => [item.units, item.name + weightOf(item)])),
      order.notes ?? '',
      order.farmNote ?? '',
      ...tickCells(order),
    ]),
  }
}

function weightOf({ byWeight }: PackList['orders'][number]['items'][number]): string {
  return byWeight && byWeight.weight !== null ? `, ${byWeight.weight} ${byWeight.unit}` : ''
}

export function handOverSheet({ places, orders }: HandOverList): Sheet {
  return {
    columns: [...PICKUP, 'Unpaid', 'Packed', 'Handed over'],
    rows: orders.map((order) => [
      order.id,
      nameOf(places, order.placeKey),
      order.shortName,
      ...pickupCells(order),
      ...tickCells(order),
    ]),
  }
}

export function deliverySheet({ places, orders }: DeliveryList): Sheet {
  return {
    columns: [
      'Zone',
      'ZIP',
      'Address',
      'City',
      'State',
      'Order',
      'Name',
      'Phone',
      'Boxes',
      'Notes',
      'Farm’s note',
      'Unpaid',
      'Packed',
      'Handed over',
    ],
    rows: orders.map((order) => [
      nameOf(places, order.placeKey),
      order.zipCode,
      order.street,
      order.city,
      order.state,
      order.id,
      order.customerName,
      order.phone ?? '',
      order.boxes,
      order.notes ?? '',
      order.farmNote ?? '',
      ...tickCells(order),
    ]),
  }
}

export function bakeSheet({ recipes }: BakeList): Sheet {
  const nothing = { name: '', quantity: '', unit: '' }
  return {
    columns: ['Recipe', 'Product', 'Need', 'Makes', 'Batches', 'Ingredient', 'Quantity', 'Unit'],
    rows: recipes.flatMap((recipe) =>
      (recipe.ingredients.length > 0 ? recipe.ingredients : [nothing]).map((ingredient) => [
        recipe.name,
        recipe.productName,
        recipe.need,
        recipe.unitsPerBatch,
        recipe.batches,
        ingredient.name,
        ingredient.quantity,
        ingredient.unit,
      ]),
    ),
  }
}

export function labelSheet({ day, labels }: LabelList): Sheet {
  return {
    columns: [...PICKUP, 'Day', 'Box'],
    rows: labels.map((label) => [
      label.orderId,
      label.placeName,
      label.shortName,
      ...pickupCells(label),
      day ?? '',
      label.box,
    ]),
  }
}

function nameOf(places: readonly { key: string; name: string }[], placeKey: string): string {
  return places.find(({ key }) => key === placeKey)?.name ?? ''
}

type Pickup = {
  pickupName: string | null
  isGift: boolean
  giftTo?: string | undefined
  boxes: number
  isCold: boolean
}

function pickupCells({ pickupName, isGift, giftTo, boxes, isCold }: Pickup): Cell[] {
  return [pickupName ?? '', isGift ? giftTo || 'yes' : 'no', boxes, isCold ? 'yes' : 'no']
}

type Ticks = { isUnpaid: boolean; packedAt: string | null; collectedAt: string | null }

function tickCells({ isUnpaid, packedAt, collectedAt }: Ticks): Cell[] {
  return [isUnpaid ? 'NOT PAID' : '', packedAt ?? '', collectedAt ?? '']
}
