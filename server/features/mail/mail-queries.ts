import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { OrderBalance } from '#contract/orders/order-balance.ts'
import { DESK_QUEUES, hasFailed } from '#server/core/watched-mails.ts'
import {
  type DayMailKind,
  MAIL_QUEUE_OF,
  type MailKind,
  type OrderMailKind,
} from '#server/db/mail-kinds.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { type DayWithPlace, listDaysWithPlaces } from '#server/features/calendar/choose-day.ts'
import { type Destination, readDestinations } from '#server/features/calendar/read-destinations.ts'
import { type ChangeRow, listChanges } from '#server/features/order-balance/list-changes.ts'
import {
  type ItemRow,
  isTestOrder,
  listItems,
  readBalances,
  refundedOf,
  STANDING_UNITS,
  selectMoney,
} from '#server/features/order-balance/order-balance.ts'
import type { OutboxMail } from './outbox.ts'

export type MailFacts = {
  kind: OrderMailKind
  at: string
  order: Selectable<Tables['orders']>
  destination: Destination
  items: ItemRow[]
  balance: OrderBalance | null
  livemode: boolean
  givenBack: Cents
  changes: ChangeRow[]
  change: ChangeRow | null
  refund: { amount_cents: number; reason: string } | null
  message: string
}

/** The latest mails, or those of some orders, plus the latest failed ones, however old; newest first. */
export async function listMails(
  db: Db,
  most: number,
  at: Date,
  orders?: readonly number[],
): Promise<OutboxMail[]> {
  const shown = new Map<number, OutboxMail>()
  // One query per queue, so that each uses its index.
  for (const queue of DESK_QUEUES) {
    const all = db.selectFrom('outbox').selectAll().where('queue', '=', queue)
    const mails = orders ? all.where('order_id', 'in', orders) : all
    const latest = await mails.orderBy('id', 'desc').limit(most).execute()
    const givenUp = mails.where('given_up_at', 'is not', null).where(hasFailed(at))
    const failed = await givenUp.orderBy('given_up_at', 'desc').limit(most).execute()
    for (const mail of [...latest, ...failed]) shown.set(mail.id, mail)
  }
  const isFailed = (mail: OutboxMail) => mail.given_up_at !== null && mail.last_error !== null
  const newest = [...shown.values()].sort((a, b) => b.id - a.id)
  return newest.filter((mail, index) => index < most || isFailed(mail))
}

export async function findMail(db: Db, id: number): Promise<OutboxMail | null> {
  const mails = db.selectFrom('outbox').selectAll().where('queue', 'in', DESK_QUEUES)
  return (await mails.where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findConfirmation(db: Db, orderId: number) {
  const mails = db.selectFrom('outbox').select(['sent_at', 'given_up_at'])
  const mail = mails.where('queue', '=', 'orders').where('kind', '=', 'order_confirmed')
  // Spelled like the index, so that it is used.
  const ofOrder = mail.where(sql`coalesce(order_id, 0)`, '=', orderId)
  return (await ofOrder.executeTakeFirst()) ?? null
}

type Again = { uuid: string; at: Date } & Partial<
  Pick<OutboxMail, 'recipient' | 'message' | 'not_after'>
>

/** Makes a sent or abandoned mail due as if just written; false for any other. */
export async function reopenMail(
  tx: Db,
  mail: Pick<OutboxMail, 'id' | 'attempts'>,
  { at, ...change }: Again,
): Promise<boolean> {
  const [created_at, due_at] = [at.toISOString(), at.toISOString()]
  const reopened = await tx
    .updateTable('outbox')
    .set({
      created_at,
      due_at,
      attempts: 0,
      sent_at: null,
      given_up_at: null,
      last_error: null,
      // A mail that waited too long was closed by this deadline; a day mail keeps its market day's.
      not_after: sql`case when queue = 'days' then not_after end`,
      ...change,
    })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where((row) => row.or([row('sent_at', 'is not', null), row('given_up_at', 'is not', null)]))
    .executeTakeFirst()
  return reopened.numUpdatedRows > 0n
}

export async function readdressMails(
  tx: Db,
  { orderId, recipient }: { orderId: number; recipient: string },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ recipient })
    .where('order_id', '=', orderId)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
  const confirmation = await tx
    .updateTable('outbox')
    .set({ recipient })
    .where('queue', '=', 'orders')
    .where('kind', '=', 'order_confirmed')
    // Spelled like the index, so that it is used.
    .where(sql`coalesce(order_id, 0)`, '=', orderId)
    .returningAll()
    .executeTakeFirst()
  if (confirmation) await reopenMail(tx, confirmation, { uuid: randomUUID(), at })
}

export async function readFacts(
  db: Db,
  mails: readonly OutboxMail[],
): Promise<Map<number, MailFacts>> {
  const orderIds = mails.flatMap((mail) => mail.order_id ?? [])
  const rows = await listOrders(db, orderIds)
  const ids = rows.map(({ id }) => id)
  const [items, changes] = [await listItems(db, ids), await listChanges(db, ids)]
  const destinations = await readDestinations(db, rows)
  const balances = await readBalances(db, rows)
  const refundIds = mails.flatMap((mail) => mail.refund_id ?? [])
  const refunds = await listRefunds(db, refundIds)
  const facts = mails.flatMap((mail) => {
    const order = rows.find((row) => row.id === mail.order_id)
    const destination = order && destinations.get(order.id)
    if (!order || !destination || !isOfOrder(mail.kind)) return []
    const changesOf = changes.get(order.id) ?? []
    const its: MailFacts = {
      kind: mail.kind,
      at: mail.created_at,
      order,
      destination,
      items: items.get(order.id) ?? [],
      changes: changesOf,
      change: changesOf.find(({ id }) => id === mail.about) ?? null,
      balance: balances.get(order.id) ?? null,
      livemode: !isTestOrder(order),
      givenBack: refundedOf(order),
      refund: refunds.find((one) => one.id === mail.refund_id) ?? null,
      message: mail.message ?? '',
    }
    return [[mail.id, its] as const]
  })
  return new Map(facts)
}

function isOfOrder(kind: MailKind): kind is OrderMailKind {
  return MAIL_QUEUE_OF[kind] === 'orders' && kind !== 'not_kept'
}

async function listRefunds(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('refunds')
    .select(['id', 'amount_cents', 'reason'])
    .where('id', 'in', ids)
    .execute()
}

export type OrderNews = {
  kind: 'order' | 'changed' | 'cancelled' | 'disputed'
  id: number
  name: string
  total: Cents
  isTest: boolean
  place: string | null
  /** YYYY-MM-DD */
  day: string | null
}

export type News = (OrderNews | { kind: 'question'; id: number; text: string } | LowNews)[]

export type LowNews = { kind: 'low'; id: number; name: string; stock: number }

export async function readNews(db: Db, mails: readonly OutboxMail[]): Promise<Map<number, News>> {
  const ids = mails.flatMap(({ id, kind }) => (kind === 'farm_news' ? id : []))
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('farm_news')
    .leftJoin('questions', 'questions.id', 'farm_news.question_id')
    .leftJoin('products', 'products.id', 'farm_news.product_id')
    .selectAll('farm_news')
    .select(['questions.text', 'products.name', 'products.stock'])
    .where('farm_news.mail_id', 'in', ids)
    .orderBy('farm_news.id')
    .execute()
  const orderIds = rows.flatMap(({ order_id }) => order_id ?? [])
  const orders = await listOrders(db, orderIds)
  const destinations = await readDestinations(db, orders)
  // The table's checks see to it that each kind has what it is about.
  const newsOf = ({ kind, text, name, stock, ...about }: (typeof rows)[number]): News => {
    if (kind === 'question') return [{ kind, id: about.question_id ?? 0, text: text ?? '' }]
    if (kind === 'low')
      return [{ kind, id: about.product_id ?? 0, name: name ?? '', stock: stock ?? 0 }]
    const order = orders.find(({ id }) => id === about.order_id)
    if (!order) return []
    const { place, day } = destinations.get(order.id) ?? { place: null, day: null }
    const isDelivery = order.delivery_method === 'shipping'
    const its = {
      kind,
      id: order.id,
      name: order.customer_name,
      total: order.total_cents,
      isTest: isTestOrder(order),
      place: isDelivery ? 'Delivery' : (place?.name ?? null),
      day: day?.day ?? order.pickup_date,
    }
    return [its]
  }
  const byMail = Map.groupBy(rows, ({ mail_id }) => mail_id ?? 0)
  const news = [...byMail].map(([id, its]) => [id, its.flatMap(newsOf)] as const)
  return new Map(news.filter(([, its]) => its.length > 0))
}

export type DayFacts = {
  kind: Exclude<DayMailKind, 'day_list'>
  at: string
  day: DayWithPlace
  order: Selectable<Tables['orders']>
  destination: Destination
  livemode: boolean
  message: string
}

export type DayListFacts = {
  day: DayWithPlace
  orders: { id: number; name: string; livemode: boolean; lines: string }[]
  totals: { name: string; quantity: number }[]
}

/** Only orders still on that day get the mail. On a closed day, no order is ready. */
export function isStillFor({ kind, order, day }: DayFacts): boolean {
  const isOn = day.state === 'open' || kind === 'moved' || kind === 'day_message'
  return isOn && order.market_day_id === day.id && order.status !== 'cancelled'
}

export async function readDayFacts(
  db: Db,
  mails: readonly OutboxMail[],
): Promise<Map<number, DayFacts>> {
  const ofDays = mails.filter(({ queue }) => queue === 'days')
  const orderIds = ofDays.flatMap(({ order_id }) => order_id ?? [])
  const orders = await listOrders(db, orderIds)
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
  const orders = selectMoney(db).selectAll('orders')
  return orders.where('orders.id', 'in', [...new Set(ids)]).execute()
}
