import type { Insertable } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import { ORDER_STATUSES } from '#contract/orders/order-status.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Db, write } from '#server/db/write.ts'
import { wordsOfOrder } from '#server/features/checkout/order-words.ts'
import { pickupDay } from './pickup-day.ts'

const FIRST_NAMES =
  'Ada Ben Clara David Ella Finn Grace Henry Iris Jo Kate Liam Marta Nora Owen Pearl Ruth Sam Tess Will'
const LAST_NAMES =
  'Miller Whitehorse Lindqvist Baker Cole Drew Eagle Fisher Garcia Hill Irons Jensen Kaiser Lopez Moss'

/** Units per line. */
const QUANTITY = 2

/** Orders per statement; SQLite takes 32,766 values. */
const AT_ONCE = 1000

/** Orders per transaction: the more, the less each one's commit costs. */
const PER_COMMIT = 20_000

/** Minutes between orders: at this pace about ten years make a million. */
const PACE = 5

/**
 * Fills a shop with made-up orders for measuring, oldest first, the last few hundred still open:
 * with payment, one or two lines, search words and stock movements, so that the books stay
 * balanced.
 */
export async function fillWithOrders(
  db: Db,
  many: number,
  now: Date,
  productIds: readonly number[],
): Promise<void> {
  for (let first = 1; first <= many; first += PER_COMMIT) {
    const last = Math.min(first + PER_COMMIT - 1, many)
    await write(db, async (tx) => {
      for (let next = first; next <= last; next += AT_ONCE) {
        const numbers = Array.from(
          { length: Math.min(AT_ONCE, last - next + 1) },
          (_, index) => next + index,
        )
        const rows = numbers.map((number) => orderRow(number, many, now))
        await insertOrders(tx, await onMarketDays(tx, rows), productIds, now)
      }
    })
  }
}

/** Pickups fall on their market days, which are made where the farm has their place. */
async function onMarketDays(tx: Db, rows: Row[]): Promise<Row[]> {
  const places = await tx.selectFrom('places').select(['id', 'key']).execute()
  const days = new Set(rows.flatMap(({ pickup_date }) => pickup_date ?? []))
  const made = places.flatMap(({ id: place_id }) =>
    [...days].map((day) => ({
      ...{ place_id, day, opens: '09:00', closes: '13:00', by_hand: true },
      ...{ opens_at: `${day}T16:00:00.000Z`, closes_at: `${day}T20:00:00.000Z` },
      order_until: `${day}T07:00:00.000Z`,
    })),
  )
  if (made.length === 0) return rows
  const ignoring = tx.insertInto('market_days').onConflict((known) => known.doNothing())
  await ignoring.values(made).execute()
  const dated = await tx
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'place_id')
    .select(['market_days.id', 'day', 'key'])
    .where('day', 'in', [...days])
    .execute()
  const ids = new Map(dated.map(({ id, day, key }) => [`${key} ${day}`, id]))
  return rows.map((row) => {
    const id = ids.get(`${row.pickup_location} ${row.pickup_date}`)
    return { ...row, market_day_id: id ?? null }
  })
}

async function insertOrders(
  tx: Db,
  rows: Row[],
  productIds: readonly number[],
  now: Date,
): Promise<void> {
  const ids = (await tx.insertInto('orders').values(rows).returning('id').execute()).map(
    ({ id }) => id,
  )
  const text: Tables['order_words'][] = []
  const lines: Insertable<Tables['order_items']>[] = []
  const payments: Insertable<Tables['payments']>[] = []
  const moves: Insertable<Tables['stock_movements']>[] = []
  rows.forEach((row, index) => {
    const id = ids[index] ?? 0
    for (const word of wordsOfOrder(row)) text.push({ word, order_id: id })
    const bought = productIds.slice(0, 1 + (index % 2))
    for (const product_id of bought) {
      const unit_cents = (row.subtotal_cents / bought.length / QUANTITY) as Cents
      const category = 'Farm Eggs'
      const line = { order_id: id, product_id, name: category, category, unit_cents }
      lines.push({ ...line, quantity: QUANTITY })
      moves.push({ product_id, delta: -QUANTITY, reason: 'sold', order_id: id, at: row.created_at })
    }
    payments.push(paymentRow(id, row))
  })
  await tx.insertInto('order_words').values(text).execute()
  await tx.insertInto('order_items').values(lines).execute()
  await tx.insertInto('payments').values(payments).execute()
  await tx.insertInto('stock_movements').values(moves).execute()
  for (const [product_id, sold] of Map.groupBy(moves, (move) => move.product_id)) {
    const grown = {
      product_id,
      delta: sold.length * QUANTITY,
      reason: 'adjusted',
      order_id: null,
      // Not now: movements stay in the order of their time.
      at: rows.at(-1)?.created_at ?? now.toISOString(),
    } as const
    await tx.insertInto('stock_movements').values(grown).execute()
  }
}

type Row = Insertable<Tables['orders']> & { customer_name: string; customer_email: string }

function orderRow(number: number, many: number, now: Date): Row {
  const at = new Date(now.getTime() - (many - number) * PACE * 60_000)
  const [first, last] = [
    pick(FIRST_NAMES, number * 7 + Math.floor(number / 13)),
    pick(LAST_NAMES, number * 11),
  ]
  const isShipped = number % 5 === 0
  const isOpen = number > many - 300
  return {
    checkout_key: null,
    body_hash: '',
    visitor_hash: null,
    status: isOpen
      ? (ORDER_STATUSES[number % 3] ?? 'pending')
      : number % 40 === 0
        ? 'cancelled'
        : 'delivered',
    stock_taken: true,
    subtotal_cents: 2000 as Cents,
    delivery_cents: (isShipped ? 500 : 0) as Cents,
    total_cents: (isShipped ? 2500 : 2000) as Cents,
    receipt_secret: `many-${number}`,
    customer_name: `${first} ${last} ${number % 1000}`,
    customer_email: `${first}.${last}${number % 5000}@example.com`.toLowerCase(),
    customer_phone: number % 3 === 0 ? null : phoneOf(number),
    delivery_method: isShipped ? 'shipping' : 'pickup',
    shipping_address: isShipped ? addressOf(number) : null,
    pickup_location: isShipped ? null : number % 3 === 0 ? 'farm_store' : 'farmers_market',
    pickup_date: isShipped ? null : pickupDay(at, 'America/Denver'),
    notes: number % 10 === 0 ? `Please ring twice at gate ${number % 97}` : null,
    created_at: at.toISOString(),
    disputed_at: number % 20_000 === 0 ? at.toISOString() : null,
  }
}

function phoneOf(number: number): string {
  const digits = String((number * 7919) % 10_000_000).padStart(7, '0')
  return `(605) ${digits.slice(0, 3)}-${digits.slice(3)}`
}

const STREETS = 'River Cold-Brook Jensen Minnekahta Battle-Mountain Canyon'

function addressOf(number: number): string {
  const address = `${number % 400} ${pick(STREETS, number)} St`
  return JSON.stringify({ address, city: 'Hot Springs', state: 'SD', zipCode: '57747' })
}

export function paymentRow(
  orderId: number,
  order: Pick<Row, 'total_cents' | 'created_at'>,
): Insertable<Tables['payments']> {
  const { total_cents, created_at } = order
  return {
    id: `many-${orderId}`,
    provider: 'sandbox',
    livemode: false,
    intent_id: null,
    checkout_key: null,
    visitor_hash: null,
    body_hash: null,
    basket: null,
    method_ref: 'pm_card_visa',
    amount_cents: total_cents,
    state: 'captured',
    order_id: orderId,
    captured_cents: total_cents,
    captured_at: created_at,
    error_code: null,
    error_message: null,
    created_at,
    expires_at: created_at,
    touched_at: created_at,
  }
}

function pick(names: string, number: number): string {
  const all = names.split(' ')
  return all[number % all.length] ?? ''
}
