import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listTables, type Table } from '#server/db/table-list.ts'
import { type Db, write } from '#server/db/write.ts'
import { orderMarkOf } from '#server/features/order-balance/order-balance.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { takenBack } from '#tests/taken-back.ts'
import { erasePerson } from './erase-person.ts'
import { ERASED_COLUMNS, type Fate } from './erased-columns.ts'

const AT = '2026-11-18T18:00:00.000Z'
const PERSON = 'Wilhelmina Quackenbush'

/** JSON fields that people type into, at any depth. `kind` is one of the shop's own words. */
const TYPED = {
  kind: 'pay-back',
  ...{ reason: PERSON, farmNote: PERSON, note: PERSON, words: PERSON, message: PERSON },
  tenders: [{ note: PERSON }],
}

/** Order 1 with a row in every table that refers to an order. */
async function anOrderEverywhere(): Promise<AShop> {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { stock: 30 })
  const placed = await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]]))
  expect(placed.json().id).toBe(1)
  await shop.settled()
  await write(shop.db, fillIn)
  return shop
}

async function fillIn(tx: Db): Promise<void> {
  const { receipt_secret, market_day_id } = await tx
    .selectFrom('orders')
    .select(['receipt_secret', 'market_day_id'])
    .executeTakeFirstOrThrow()
  const payment = await tx.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  const body = JSON.stringify({ order: { id: 1, mark: orderMarkOf(receipt_secret) } })
  const day = market_day_id ?? 1
  const command = (id: string, order_id: number | null, outcome: string) =>
    sql`insert into stall_commands (id, phone_id, person_id, order_id, kind, body, body_hash,
      made_at, received_at, outcome, counts)
      values (${id}, 'phone', 1, ${order_id}, 'pay-back', ${body}, 'hash', ${AT}, ${AT}, ${outcome},
        ${order_id !== null})`
  const noted = (subject: string) =>
    sql`insert into audit (at, action, subject) values (${AT}, 'changed', ${subject})`
  for (const statement of [
    // The product's, not the order's.
    sql`delete from audit`,
    sql`delete from stock_movements where order_id is null`,
    sql`insert into refunds (id, payment_id, amount_cents, reason, restock, state, created_at)
      values ('refund', ${payment.id}, 100, '-', false, 'succeeded', ${AT})`,
    sql`insert into missed_orders (payment_id, customer_name, total_cents, reason, at)
      values (${payment.id}, '-', 100, '-', ${AT})`,
    sql`insert into order_changes (id, order_id, number, changed_by, reason, body_hash,
      delivery_cents, delta_cents, refunded_cents, forgone_cents, at)
      values ('change', 1, 1, 'farmer', '-', 'hash', 0, 0, 0, 0, ${AT})`,
    sql`insert into order_change_lines (change_id, product_id, name, units, cents)
      values ('change', 1, 'Eggs', 1, 0)`,
    sql`insert into no_shows (id, order_id, market_day_id, decision, at)
      values ('no-show', 1, ${day}, 'cancel', ${AT})`,
    sql`insert into tenders (id, order_id, name, is_cash, amount_cents, at)
      values ('tender', 1, 'Cash', true, 100, ${AT})`,
    sql`insert into pickup_requests (checkout_key, body_hash, basket, total_cents, mailbox,
      address_key, asked_at, ends_at, order_id)
      values ('key', 'hash', '{}', 100, '-', '-', ${AT}, ${AT}, 1)`,
    sql`insert into weighings (order_id, product_id, units, cents, at) values (1, 1, 2, 100, ${AT})`,
    sql`insert into short_calls (order_id, product_id, gets, at) values (1, 1, 1, ${AT})`,
    sql`insert into calls (order_id, about, kind, market_day_id, message, at)
      values (1, 'a', 'message', ${day}, '', ${AT})`,
    sql`insert into told_times (order_id, market_day_id, opens, closes, order_until, place)
      values (1, ${day}, '', '', ${AT}, '')`,
    sql`insert into farm_news (kind, order_id, at) values ('order', 1, ${AT})`,
    sql`insert into stall_phones (id, label) values ('phone', 'Phone')`,
    command('applied', 1, 'applied'),
    command('of-a-lost-phone', null, 'quarantined'),
    sql`insert into voids (target_id, command_id, at, kinds)
      values ('other', 'applied', ${AT}, 'pay-back')`,
    ...['order:1', 'refund:refund', 'stall:applied', 'stall:of-a-lost-phone'].map(noted),
  ])
    await statement.execute(tx)
}

function tablesOfOrders(tables: readonly Table[]): Table[] {
  const isOfOrder = ({ name, parents, columns }: Table): boolean =>
    ['orders', 'audit'].includes(name) ||
    columns.some((column) => column.name === 'order_id') ||
    parents.some((parent) => tables.some((one) => one.name === parent && isOfOrder(one)))
  // A trigger counts order lines into `day_limits`, which doesn't reference orders.
  return tables.filter((table) => table.name !== 'day_limits' && isOfOrder(table))
}

function columnsWithWords(tables: readonly Table[]) {
  return tables.flatMap(({ name: table, columns }) =>
    columns
      .filter(({ kind, name }) => /text|json/.test(kind) && !/(^|_)(at|until|after)$/.test(name))
      .map(({ name, kind }) => ({ table, column: name, kind })),
  )
}

/**
 * Plants someone's words in one column, erases, and returns where they still stand; rolled back.
 */
async function plant(
  { db }: AShop,
  tables: readonly Table[],
  { table, column, kind }: ReturnType<typeof columnsWithWords>[number],
): Promise<string[] | 'refused'> {
  const planting = takenBack(db, async (tx) => {
    const place = sql.ref(column)
    const stored = sql<{ value: object }>`select ${place} as value from ${sql.table(table)}`
    const [row] = kind === 'json' ? (await stored.execute(tx)).rows : []
    const words = kind === 'json' ? JSON.stringify({ ...row?.value, ...TYPED }) : PERSON
    await sql`update ${sql.table(table)} set ${place} = ${words}`.execute(tx)
    await erasePerson(tx, 1, AT)
    return whereIn(tx, tables)
  })
  return planting.catch((error: unknown) => {
    if (!/constraint|violates/i.test(String(error))) throw error
    return 'refused' as const
  })
}

async function whereIn(tx: Db, tables: readonly Table[]): Promise<string[]> {
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(tx)
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (JSON.stringify(value)?.includes(PERSON)) found.push(`${name}.${column}`)
  }
  return [...new Set(found)]
}

const fateOf = (table: string, column: string): Fate | undefined =>
  Object.entries<Partial<Record<string, Fate>>>(ERASED_COLUMNS)
    .filter(([name]) => name === table)
    .map(([, fates]) => fates[column])[0]

test('whatever a person wrote in any column of an order’s tables is erased, or is said to be kept', async () => {
  const shop = await anOrderEverywhere()
  const tables = await listTables(shop.db, shop.config.databaseUrl ? 'postgres' : 'sqlite')
  const ofOrders = tablesOfOrders(tables)
  for (const { name } of ofOrders.filter((table) => table.name !== 'erased_orders')) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(shop.db)
    expect(rows.length, `${name} has a row`).toBeGreaterThan(0)
  }
  const left: string[] = []
  let planted = 0
  for (const place of columnsWithWords(ofOrders)) {
    const found = await plant(shop, tables, place)
    if (found === 'refused') continue
    planted++
    const own = `${place.table}.${place.column}`
    const fate = fateOf(place.table, place.column)
    const isKept = fate !== undefined && 'kept' in fate
    left.push(...found.filter((where) => !(isKept && where === own)))
  }
  expect(left).toEqual([])
  expect(planted).toBeGreaterThan(30)
})
