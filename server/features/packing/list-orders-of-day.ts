import type {
  DeliveryList,
  HandOverList,
  LabelList,
  PackList,
} from '#contract/packing/packing-lists.ts'
import type { PlaceKind } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { showGift } from '#server/features/order-balance/order-balance.ts'
import {
  type Box,
  formatShortName,
  isDone,
  listBoxes,
  listBoxItems,
  listCalls,
  listColdOrders,
  listPlaces,
  showBox,
  showNotes,
  showPickup,
} from './box-queries.ts'
import { type ListRequest, readScope } from './list-scope.ts'
import { listPackedTogether } from './pack-together.ts'

async function readBoxes(db: Db, request: ListRequest, kind?: PlaceKind) {
  const scope = await readScope(db, request, kind)
  const boxes = await listBoxes(db, scope)
  const cold = await listColdOrders(db, scope)
  const head = { day: scope.day, places: await listPlaces(db, scope) }
  return { scope, boxes, cold, together: listPackedTogether(boxes), head }
}

export async function listToPack(db: Db, request: ListRequest): Promise<PackList> {
  const { scope, boxes, cold, together, head } = await readBoxes(db, request)
  const items = await listBoxItems(db, scope)
  const calls = await listCalls(db, scope)
  return {
    ...head,
    orders: boxes.map((box) => ({
      ...showBox(box, cold),
      ...showPickup(box),
      ...showNotes(box),
      ...together.get(box.order.id),
      customerName: box.order.customer_name,
      ifShort: box.order.if_short,
      toCallAbout: calls.filter(({ orderId }) => orderId === box.order.id),
      items: items.get(box.order.id) ?? [],
    })),
  }
}

export async function listToHandOver(db: Db, request: ListRequest): Promise<HandOverList> {
  const { boxes, cold, together, head } = await readBoxes(db, request, 'pickup')
  return {
    ...head,
    orders: boxes.map((box) => ({
      ...showBox(box, cold),
      ...showPickup(box),
      ...together.get(box.order.id),
      isDone: isDone(box),
    })),
  }
}

export async function listToDeliver(db: Db, request: ListRequest): Promise<DeliveryList> {
  const { scope, boxes, cold, together, head } = await readBoxes(db, request, 'delivery')
  const order = new Map(scope.places.map(({ key }, index) => [key, index]))
  const zoneOf = (box: Box) => order.get(box.place.key) ?? 0
  return {
    ...head,
    orders: boxes
      .toSorted((one, other) => zoneOf(one) - zoneOf(other) || compareAddresses(one, other))
      .map((box) => ({ ...showDelivery(box, cold), ...together.get(box.order.id) })),
  }
}

const byText = new Intl.Collator('en', { numeric: true })

function compareAddresses(one: Box, other: Box): number {
  const [a, b] = [addressOf(one), addressOf(other)]
  const [street, otherStreet] = [splitStreet(a.address), splitStreet(b.address)]
  return (
    byText.compare(a.zipCode, b.zipCode) ||
    byText.compare(street.name, otherStreet.name) ||
    byText.compare(street.house, otherStreet.house) ||
    one.order.id - other.order.id
  )
}

function splitStreet(street: string): { house: string; name: string } {
  const [, house = '', name = street] = /^(\d\S*)\s(.+)$/.exec(street.trim()) ?? []
  return { house, name: name.trim() }
}

const NO_ADDRESS = { address: '', city: '', state: '', zipCode: '' }

function addressOf({ order }: Box) {
  return order.shipping_address ?? NO_ADDRESS
}

function showDelivery(box: Box, cold: ReadonlySet<number>): DeliveryList['orders'][number] {
  const { address, city, state, zipCode } = addressOf(box)
  return {
    ...showBox(box, cold),
    ...showNotes(box),
    // Whoever opens the door: the recipient of a gift, else the buyer.
    customerName: box.order.gift_to ?? box.order.customer_name,
    phone: box.order.gift_phone ?? box.order.customer_phone,
    isGift: box.order.is_gift,
    ...showGift(box.order),
    zipCode,
    street: address,
    city,
    state,
    isDone: isDone(box),
  }
}

/** One label per box. No last names, since strangers read them. */
export async function listLabels(db: Db, request: ListRequest): Promise<LabelList> {
  const { boxes, cold, together, head } = await readBoxes(db, request)
  return {
    ...head,
    labels: boxes.flatMap((box) => {
      const { id, boxes: count, placeKey, shortName, isCold } = showBox(box, cold)
      const named = { placeKey, placeName: box.place.name, shortName, isCold }
      const label = { ...named, orderId: id, boxes: count }
      const giftTo = box.order.gift_to
      return Array.from({ length: count }, (_, index) => ({
        ...label,
        ...showPickup(box),
        ...(giftTo ? { giftTo: formatShortName(giftTo) } : {}),
        ...together.get(id),
        box: index + 1,
      }))
    }),
  }
}
