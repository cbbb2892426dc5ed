import { randomUUID } from 'node:crypto'
import { DAY } from '#contract/time/durations.ts'
import { addEventOutbox, type Db, type ShopEvent, subscribe, write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'

/** If more changed at once, they become one event without IDs. */
const MAX_IDS = 100

const KEPT = 30 * DAY

/** Whether any webhook is on, as far as this process knows; if none is, nothing is written. */
const areOn = new WeakMap<object, boolean>()

export async function lookWhetherOn(db: Db): Promise<void> {
  const on = db.selectFrom('hooks').select('id').where('off_at', 'is', null).limit(1)
  areOn.set(db, (await on.executeTakeFirst()) !== undefined)
}

/**
 * Stores events for webhooks in the transaction they belong to, and calls `wake` after the commit.
 * Another process learns of the first webhook within `EVENT_LAG`.
 */
export async function followEvents(shop: Shop, wake: () => void): Promise<{ stop(): void }> {
  const { db } = shop
  await lookWhetherOn(db)
  const stopOutbox = addEventOutbox(db, {
    append: async (tx, events) => {
      if (areOn.get(db)) await insertEvents(tx, events, shop.now())
    },
    notify: () => void (areOn.get(db) && wake()),
  })
  const stopListening = subscribe(db, (events) => {
    if (events.some(({ kind }) => kind === 'hooks' || kind === 'missed'))
      void shop.later('look for webhooks', () => lookWhetherOn(db))
  })
  return {
    stop() {
      stopOutbox()
      stopListening()
    },
  }
}

type Told = { type: string; subject_id: number | null }

async function insertEvents(tx: Db, events: readonly ShopEvent[], at: Date): Promise<void> {
  const told = eventsOf(events)
  if (told.length === 0) return
  const rows = told.map((one) => ({ ...one, uuid: randomUUID(), at: at.toISOString() }))
  await tx.insertInto('hook_events').values(rows).execute()
}

/** Each event once, however often its transaction emits it. */
export function eventsOf(events: readonly ShopEvent[]): Told[] {
  const orders = new Map<number, Told>()
  const products = new Set<number>()
  for (const event of events) {
    if (event.kind === 'products' || event.kind === 'stock')
      for (const id of event.productIds) products.add(id)
    if (event.kind === 'orders' && (event.isNew || !orders.has(event.orderId)))
      orders.set(event.orderId, {
        type: event.isNew ? 'order.created' : 'order.updated',
        subject_id: event.orderId,
      })
  }
  const changed =
    products.size > MAX_IDS
      ? [{ type: 'products.updated', subject_id: null }]
      : [...products].map((subject_id) => ({ type: 'product.updated', subject_id }))
  const days = events.some(({ kind }) => kind === 'days')
  return [
    ...orders.values(),
    ...changed,
    ...(days ? [{ type: 'market_day.updated', subject_id: null }] : []),
  ]
}

/** The logged event types that a webhook subscribed to these receives. */
export function heardTypes(types: readonly string[]): string[] {
  return types.includes('product.updated') ? [...types, 'products.updated'] : [...types]
}

/** Keeps the newest, so that numbers never start over. */
export async function forgetEvents({ db, now }: Shop): Promise<void> {
  const before = new Date(now().getTime() - KEPT).toISOString()
  await write(db, (tx) =>
    tx
      .deleteFrom('hook_events')
      .where('at', '<', before)
      .where('number', '<', (row) =>
        row.selectFrom('hook_events').select((all) => all.fn.max('number').as('last')),
      )
      .execute(),
  )
}
