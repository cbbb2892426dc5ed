import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { z } from 'zod/mini'
import { cents, formatDollars } from '#contract/money/money.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { dueOf, type Money } from '#contract/orders/order-balance.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import { farmDates } from '#contract/time/date-format.ts'
import { DAY } from '#contract/time/durations.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { recordChange } from '#server/core/audit.ts'
import { mapValues } from '#server/core/map-values.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Row } from '#server/db/table-rows.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import {
  orderMarkOf,
  readMoney,
  receiptHashOf,
} from '#server/features/order-balance/order-balance.ts'
import { readSetting, readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import {
  ERASED_COLUMNS,
  ERASED_TEXT,
  type ErasedTable,
  type Fate,
  isNobody,
} from './erased-columns.ts'
import { type LockedOrder, lockOrderAndPayment } from './order-queries.ts'
import { showOrder } from './show-order.ts'

/** Days a buyer may dispute after capture, when the farm must be able to say who ordered. */
const MAX_DISPUTE_DAYS = 180

/** Idempotent. @throws Refusal 'not-found', 'person-needed' */
export async function eraseOrderPerson(shop: Shop, id: number): Promise<OrderDetail> {
  const [kept] = (await eraseOrders(shop, [id])).kept
  if (kept) throw new Refusal('person-needed', kept.message)
  return showOrder(shop.db, id)
}

/** Erases several. Those still needed are kept, with the reason. @throws Refusal 'not-found' */
export async function eraseOrders(shop: Shop, ids: readonly number[]) {
  const erased: number[] = []
  const kept: { id: number; message: string }[] = []
  for (const id of ids) {
    const why = await eraseOrder(shop, id)
    if (why === null) erased.push(id)
    else kept.push({ id, message: why })
  }
  await shop.later('keep the list of who was erased', () =>
    writeErasedList(shop.db, shop.backups.folder),
  )
  return { erased, kept }
}

/** Returns why the person is still needed; null when done. @throws Refusal 'not-found' */
async function eraseOrder(shop: Shop, id: number): Promise<string | null> {
  try {
    await write(shop.db, (tx, emit) => eraseInside(tx, emit, { id, at: shop.now() }))
    return null
  } catch (error) {
    if (error instanceof Refusal && error.code === 'person-needed') return error.message
    throw error
  }
}

async function eraseInside(tx: Db, emit: Emit, { id, at }: { id: number; at: Date }) {
  const { order, payment } = await lockOrderAndPayment(tx, id, at)
  if (isNobody(order)) return
  const timeZone = await readTimeZone(tx)
  const why =
    whyGoodsNeedIt(order, farmDayOf(at.toISOString(), timeZone)) ??
    (await whyMoneyNeedsIt(tx, { order, payment }, at, timeZone))
  if (why) throw new Refusal('person-needed', why)
  await erasePerson(tx, id, at.toISOString())
  await recordChange(tx, { action: 'erased', subject: `order:${id}` }, at)
  emit({ kind: 'orders', orderId: id })
}

function whyGoodsNeedIt(
  { pickup_date, delivery_method, status }: OrderRow,
  today: Temporal.PlainDate,
): string | null {
  if (pickup_date !== null && pickup_date >= today.toString())
    return 'This order’s market day is not over yet.'
  if (delivery_method === 'shipping' && !ORDER_STATUS[status].isOver)
    return 'This order has not been delivered yet.'
  return null
}

async function whyMoneyNeedsIt(
  tx: Db,
  { order, payment }: LockedOrder,
  at: Date,
  timeZone: string,
): Promise<string | null> {
  if (order.disputed_at)
    return 'The customer disputed this charge with their bank, and that is not settled yet.'
  if (!payment) return whyDueNeedsIt(await readMoney(tx, order.id))
  const refunds = tx.selectFrom('refunds').select('id').where('payment_id', '=', payment.id)
  const waiting = await refunds
    .where('state', 'in', ['requested', 'pending'])
    .limit(1)
    .executeTakeFirst()
  if (waiting || payment.state === 'capturing' || payment.state === 'canceling')
    return 'Money for this order is still on its way.'
  if (payment.state !== 'captured') return null
  const until = new Date(
    Date.parse(payment.captured_at ?? payment.created_at) + MAX_DISPUTE_DAYS * DAY,
  )
  if (at >= until) return null
  const day = farmDates(timeZone).formatDate(until.toISOString())
  return `Until ${day} the customer can dispute this charge with their bank, and the bank will ask you who ordered.`
}

function whyDueNeedsIt(money: Money | null): string | null {
  const due = money ? dueOf(money) : 0
  if (due > 0)
    return `${formatDollars(cents(due))} is still due for this order. Take the payment or cancel it first.`
  return due < 0 ? `${formatDollars(cents(-due))} is still to be given back for this order.` : null
}

const MAX_AT_ONCE = 200

const MAX_A_DAY = 2000

/** People still needed are left for another day. */
export async function eraseOldPersons(shop: Shop): Promise<void> {
  const months = Number(await readSetting(shop.db, 'erase_orders_after_months'))
  if (Number.isInteger(months) && months > 0)
    await eraseBefore(shop, instantBefore(shop.now(), months))
  await writeErasedList(shop.db, shop.backups.folder)
}

async function eraseBefore(shop: Shop, before: string): Promise<void> {
  let erased = 0
  for (let after: ErasePosition | null = null; ; ) {
    const orders: ErasePosition[] = await listWithPerson(shop.db, before, after)
    for (const { id } of orders) {
      if ((await eraseOrder(shop, id)) === null) erased++
    }
    after = orders.at(-1) ?? null
    if (orders.length < MAX_AT_ONCE || erased >= MAX_A_DAY) return
  }
}

function instantBefore(now: Date, months: number): string {
  const then = Temporal.Instant.from(now.toISOString())
    .toZonedDateTimeISO('UTC')
    .subtract({ months })
  return then.toInstant().toString({ smallestUnit: 'millisecond' })
}

/** After a restore, erases whom the newer shop had erased; returns the number of orders. */
export async function eraseAgain(tx: Db, erased: readonly Erased[]): Promise<number> {
  let count = 0
  for (const { order_id, mark, at } of erased) {
    const order = tx
      .selectFrom('orders')
      .select(['receipt_secret', 'customer_email', 'payment_method', 'body_hash'])
      .where('id', '=', order_id)
    const found = await order.executeTakeFirst()
    if (!found || isNobody(found) || receiptHashOf(found.receipt_secret) !== mark) continue
    await erasePerson(tx, order_id, at)
    count++
  }
  return count
}

type Erased = Selectable<Tables['erased_orders']>

const FILE = 'erased-orders.json'

const list = z.array(z.object({ mark: z.string(), order_id: z.int(), at: z.string() }))

export function listErased(db: Db): Promise<Erased[]> {
  return db.selectFrom('erased_orders').selectAll().orderBy('order_id').execute()
}

/** Also stored next to the backups, in case the database is lost and an old backup replaces it. */
async function writeErasedList(db: Db, folder: string): Promise<void> {
  const erased = await listErased(db)
  if (erased.length === 0) return
  const file = join(folder, FILE)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const staged = `${file}.${crypto.randomUUID()}.part`
  await writeFile(staged, `${JSON.stringify(erased)}\n`, { mode: 0o600, flush: true })
  await rename(staged, file)
}

export async function readErasedList(folder: string): Promise<Erased[]> {
  try {
    return z.parse(list, JSON.parse(await readFile(join(folder, FILE), 'utf8')))
  } catch {
    return []
  }
}

export async function erasePerson(tx: Db, id: number, at: string): Promise<void> {
  const orders = tx.selectFrom('orders').select('receipt_secret').where('id', '=', id)
  const order = await orders.executeTakeFirst()
  if (!order) return
  const rows = await findRows(tx, id, order.receipt_secret)
  for (const [table, its] of Object.entries(rows))
    if (its.values.length > 0) await eraseRows(tx, table as ErasedTable, its)
  const mark = receiptHashOf(order.receipt_secret)
  const erased = tx.insertInto('erased_orders').values({ mark, order_id: id, at })
  await erased.onConflict((exists) => exists.doNothing()).execute()
}

type Rows = { column: string; values: (number | string)[] }

async function findRows(tx: Db, id: number, secret: string): Promise<Record<ErasedTable, Rows>> {
  const ofOrder = { column: 'order_id', values: [id] }
  const payments = await idsOf(tx.selectFrom('payments').select('id').where('order_id', '=', id))
  const ofPayments = { column: 'payment_id', values: payments }
  const refunds =
    payments.length > 0
      ? await idsOf(tx.selectFrom('refunds').select('id').where('payment_id', 'in', payments))
      : []
  const commands = await findCommands(tx, id, orderMarkOf(secret))
  const subjects = [
    `order:${id}`,
    ...refunds.map((refund) => `refund:${refund}`),
    ...commands.map((command) => `stall:${command}`),
  ]
  return {
    orders: { column: 'id', values: [id] },
    order_words: ofOrder,
    order_changes: ofOrder,
    calls: ofOrder,
    customers: { column: 'key', values: await findKeysOfOne(tx, id) },
    no_shows: ofOrder,
    payments: ofOrder,
    refunds: ofPayments,
    missed_orders: ofPayments,
    pickup_requests: ofOrder,
    tenders: ofOrder,
    stock_movements: ofOrder,
    outbox: ofOrder,
    stall_commands: { column: 'id', values: commands },
    audit: { column: 'subject', values: subjects },
  }
}

/**
 * The email address and phone number that no other order has, and those imported along with them.
 */
async function findKeysOfOne(tx: Db, id: number): Promise<string[]> {
  const isOfNoOther = (word: string) => sql<SqlBool>`not exists (select 1 from order_words as others
    where others.word = ${sql.ref(word)} and others.order_id <> ${id})`
  const own = tx.selectFrom('order_words').select('word').where('order_id', '=', id)
  const keys = await own
    .where((row) => row.or([row('word', 'like', '%@%'), row('word', 'like', 'tel:%')]))
    .where(isOfNoOther('order_words.word'))
    .execute()
  const words = keys.map(({ word }) => word)
  if (words.length === 0) return []
  const persons = tx.selectFrom('customers').select('person').where('key', 'in', words)
  const known = tx.selectFrom('customers').select('key').where('person', 'in', persons)
  const alone = await known.where(isOfNoOther('customers.key')).execute()
  return [...new Set([...words, ...alone.map(({ key }) => key)])]
}

const idsOf = async (query: { execute(): Promise<{ id: string }[]> }) =>
  (await query.execute()).map(({ id }) => id)

/** Commands without effect, such as a lost phone's, name their order only in the body. */
async function findCommands(tx: Db, id: number, mark: string): Promise<string[]> {
  const commands = tx.selectFrom('stall_commands').select(['id', 'body'])
  const others = commands.where('order_id', 'is', null).where('outcome', '<>', 'applied')
  const named = (await others.execute()).filter(({ body }) => {
    const order = 'order' in body ? Object(body.order) : {}
    return order.id === id && order.mark === mark
  })
  return [...(await idsOf(commands.where('order_id', '=', id))), ...named.map((row) => row.id)]
}

async function eraseRows(tx: Db, table: ErasedTable, { column, values }: Rows): Promise<void> {
  const fates = Object.entries<Fate>(ERASED_COLUMNS[table])
  const its = sql`${sql.ref(column)} in (${sql.join(values)})`
  if (fates.some(([, fate]) => 'goes' in fate)) {
    await sql`delete from ${sql.table(table)} where ${its}`.execute(tx)
    return
  }
  const json = fates.filter(([, fate]) => 'texts' in fate).map(([name]) => name)
  if (json.length > 0) await eraseTexts(tx, table, { json, its })
  const changes = fates.flatMap(([name, fate]) =>
    'becomes' in fate ? [changeOf(sql.ref(name), fate.becomes)] : [],
  )
  if (changes.length > 0)
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${its}`.execute(tx)
}

function changeOf(column: RawBuilder<unknown>, becomes: string | null): RawBuilder<unknown> {
  if (becomes === null) return sql`${column} = null`
  return sql`${column} = case when ${column} <> '' then ${becomes} else ${column} end`
}

type InJson = { json: string[]; its: RawBuilder<unknown> }

/** A stall command keeps its hash, so that its phone may send it again. */
async function eraseTexts(tx: Db, table: ErasedTable, { json, its }: InJson): Promise<void> {
  const columns = sql.join(['id', ...json].map((name) => sql.ref(name)))
  const found = sql<Row>`select ${columns} from ${sql.table(table)} where ${its}`
  for (const row of (await found.execute(tx)).rows) {
    const changes = json
      .filter((name) => row[name] !== null)
      .map((name) => sql`${sql.ref(name)} = ${JSON.stringify(withoutTexts(row[name]))}`)
    if (changes.length > 0)
      await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${row.id}`.execute(
        tx,
      )
  }
}

const FREE_TEXTS = new Set(['reason', 'farmNote', 'note', 'words', 'message', 'error'])

function withoutTexts(value: unknown, field = ''): unknown {
  if (FREE_TEXTS.has(field) && typeof value === 'string') return ERASED_TEXT
  return mapValues(value, withoutTexts)
}

type ErasePosition = { id: number; created_at: string }

/** Two parts, since a partial index is used only when its condition is literal. */
async function listWithPerson(db: Db, before: string, after: ErasePosition | null) {
  const further = after ? sql`and (created_at, id) > (${after.created_at}, ${after.id})` : sql``
  const part = (hasPerson: RawBuilder<unknown>) => sql`select id, created_at from orders
    where ${hasPerson} and created_at < ${before} ${further}`
  const { rows } = await sql<ErasePosition>`${part(sql`customer_email <> ''`)} union all ${part(
    sql`payment_method = 'other' and customer_email = '' and body_hash <> ''`,
  )} order by created_at, id limit ${MAX_AT_ONCE}`.execute(db)
  return rows
}
