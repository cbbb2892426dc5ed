import { type RawBuilder, sql } from 'kysely'
import type { Row } from '#server/db/table-rows.ts'
import type { Db } from '#server/db/write.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { orderMarkOf, receiptHashOf } from '#server/features/order-balance/order-balance.ts'
import { ERASED_COLUMNS, ERASED_TEXT, type ErasedTable, type Fate } from './erased-columns.ts'

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
  const own = tx.selectFrom('order_words').select('word').where('order_id', '=', id)
  const keys = await own
    .where((row) => row.or([row('word', 'like', '%@%'), row('word', 'like', 'tel:%')]))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('order_words as others')
            .select('others.order_id')
            .whereRef('others.word', '=', 'order_words.word')
            .where('others.order_id', '<>', id),
        ),
      ),
    )
    .execute()
  const words = keys.map(({ word }) => word)
  if (words.length === 0) return []
  const persons = tx.selectFrom('customers').select('person').where('key', 'in', words)
  const alone = await tx
    .selectFrom('customers')
    .select('key')
    .where('person', 'in', persons)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('order_words')
            .select('word')
            .whereRef('word', '=', 'customers.key')
            .where('order_id', '<>', id),
        ),
      ),
    )
    .execute()
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

function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([field, inner]) => [
    field,
    FREE_TEXTS.has(field) && typeof inner === 'string' ? ERASED_TEXT : withoutTexts(inner),
  ])
  return Object.fromEntries(fields)
}

type Person = Pick<OrderRow, 'customer_email' | 'payment_method' | 'body_hash'>

export function isNobody({ customer_email, payment_method, body_hash }: Person): boolean {
  return (
    customer_email === '' &&
    (payment_method === 'card' || body_hash === ERASED_COLUMNS.orders.body_hash.becomes)
  )
}

export async function isErased(db: Db, id: number): Promise<boolean> {
  const orders = db.selectFrom('orders').select(['customer_email', 'payment_method', 'body_hash'])
  const order = await orders.where('id', '=', id).executeTakeFirst()
  return order !== undefined && isNobody(order)
}

type PageAfter = { before: string; after: ErasePosition | null; most: number }

export async function listWithPerson(db: Db, wanted: PageAfter): Promise<ErasePosition[]> {
  // Two queries, since a partial index is used only when its condition is literal.
  const withAddress = listWhere(db, wanted, sql<boolean>`customer_email <> ''`)
  const without = sql<boolean>`payment_method = 'other' and customer_email = '' and body_hash <> ''`
  const both = [...(await withAddress), ...(await listWhere(db, wanted, without))]
  return both.sort(byAge).slice(0, wanted.most)
}

function byAge(one: ErasePosition, other: ErasePosition): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? -1 : 1
  return one.id - other.id
}

function listWhere(
  db: Db,
  { before, after, most }: PageAfter,
  condition: RawBuilder<boolean>,
): Promise<ErasePosition[]> {
  let orders = db.selectFrom('orders').select(['id', 'created_at']).where(condition)
  orders = orders.where('created_at', '<', before)
  if (after)
    orders = orders.where((row) =>
      row(row.refTuple('created_at', 'id'), '>', row.tuple(after.created_at, after.id)),
    )
  return orders.orderBy('created_at').orderBy('id').limit(most).execute()
}

export type ErasePosition = { id: number; created_at: string }
