import type { Selectable } from 'kysely'
import type { DayMailKind } from '#server/db/tables/mail.ts'
import type { OrdersTable } from '#server/db/tables/orders.ts'
import type { Db } from '#server/db/tables.ts'
import { type DayWithPlace, listDaysWithPlaces } from '#server/features/calendar/find-day.ts'
import type { Destination } from '#server/features/calendar/read-destinations.ts'
import { isTestOrder } from '#server/features/standing/order-balance.ts'
import { STANDING_UNITS } from '#server/features/standing/standing-units.ts'
import type { OutboxMail } from './outbox.ts'

type OrderRow = Selectable<OrdersTable>

export type DayFacts = {
  kind: Exclude<DayMailKind, 'day_list'>
  at: string
  day: DayWithPlace
  order: OrderRow
  destination: Destination
  livemode: boolean
  /** The farmer's message; may be empty. */
  message: string
}

export type DayListFacts = {
  day: DayWithPlace
  orders: { id: number; name: string; livemode: boolean; lines: string }[]
  totals: { name: string; quantity: number }[]
}

/** Only orders that still stand on the day get the mail; on a closed day none is ready. */
export function isStillFor({ kind, order, day }: DayFacts): boolean {
  const isOn = day.state === 'open' || kind === 'moved' || kind === 'day_message'
  return isOn && order.market_day_id === day.id && order.status !== 'cancelled'
}

export async function readDayFacts(
  db: Db,
  mails: readonly OutboxMail[],
): Promise<Map<number, DayFacts>> {
  const orders = await listOrders(
    db,
    mails.flatMap((mail) => (mail.queue === 'days' && mail.order_id ? mail.order_id : [])),
  )
  const days = orders.length === 0 ? [] : await listDaysWithPlaces(db, dayIdsOf(mails))
  const facts = mails.flatMap((mail) => {
    const order = orders.find(({ id }) => id === mail.order_id)
    const day = days.find(({ id }) => id === mail.market_day_id)
    if (!order || !day || !isForBuyers(mail.kind)) return []
    const destination = { place: day.place.kind === 'pickup' ? day.place : null, day }
    const sent = { kind: mail.kind, at: mail.created_at, message: mail.message ?? '' }
    return [[mail.id, { ...sent, day, order, destination, livemode: !isTestOrder(order) }] as const]
  })
  return new Map(facts)
}

export async function readDayLists(
  db: Db,
  mails: readonly OutboxMail[],
): Promise<Map<number, DayListFacts>> {
  const lists = mails.filter(({ kind }) => kind === 'day_list')
  const facts = new Map<number, DayListFacts>()
  for (const mail of lists) {
    const [day] = await listDaysWithPlaces(db, dayIdsOf([mail]))
    if (day) facts.set(mail.id, { day, ...(await readList(db, day.id)) })
  }
  return facts
}

async function readList(db: Db, dayId: number): Promise<Omit<DayListFacts, 'day'>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'customer_name', 'payment_method', 'livemode', 'order_items.product_id'])
    .select(['order_items.name', STANDING_UNITS.as('standing')])
    .where('orders.market_day_id', '=', dayId)
    .where('orders.status', '!=', 'cancelled')
    .orderBy('orders.id')
    .orderBy('order_items.product_id')
    .execute()
  const orders = [...Map.groupBy(rows, ({ id }) => id)].map(([id, lines]) => ({
    id,
    name: lines[0]?.customer_name ?? '',
    livemode: lines.every((line) => !isTestOrder(line)),
    lines: lines
      .filter(({ standing }) => standing > 0)
      .map(({ standing, name }) => `${standing} × ${name}`)
      .join(', '),
  }))
  const live = rows.filter((row) => !isTestOrder(row))
  const totals = [...Map.groupBy(live, (item) => item.product_id).values()].map((lines) => ({
    name: lines[0]?.name ?? '',
    quantity: lines.reduce((sum, { standing }) => sum + standing, 0),
  }))
  return { orders, totals: totals.filter(({ quantity }) => quantity > 0) }
}

function isForBuyers(kind: OutboxMail['kind']): kind is DayFacts['kind'] {
  return kind === 'moved' || kind === 'day_message' || kind === 'reminder' || kind === 'ready'
}

function dayIdsOf(mails: readonly OutboxMail[]): number[] {
  return [...new Set(mails.flatMap((mail) => mail.market_day_id ?? []))]
}

async function listOrders(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .selectAll('orders')
    .select('payments.livemode')
    .where('orders.id', 'in', [...new Set(ids)])
    .execute()
}
