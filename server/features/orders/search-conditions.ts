import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasTerm, type SearchTerm, searchTermsIn } from '#server/db/search-words.ts'
import type { Db } from '#server/db/tables.ts'

export type Condition = RawBuilder<SqlBool>

export type Term = SearchTerm & { productIds: number[]; isFrequent: boolean }

/** A term in more orders than this is frequent: scanning the list is faster than collecting all. */
const FREQUENT = 2000

export async function rarestFirst(db: Db, text: string): Promise<Term[]> {
  const parsed = searchTermsIn(text)
  const names = parsed.some(({ word }) => word !== null) ? await listNames(db) : []
  const terms: Term[] = []
  for (const term of parsed) {
    const { word } = term
    const named = word === null ? [] : names.filter(({ name }) => hasTerm(name, word))
    const productIds = named.map(({ id }) => id)
    terms.push({ ...term, productIds, isFrequent: await isFrequent(db, { ...term, productIds }) })
  }
  return terms.sort((one, other) => Number(one.isFrequent) - Number(other.isFrequent))
}

function listNames(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('products').select(['id', 'name']).execute()
}

type Sources = Pick<Term, 'ranges' | 'productIds'>

async function isFrequent(db: Db, { ranges, productIds }: Sources): Promise<boolean> {
  for (const { from, until } of ranges) {
    const indexed = db.selectFrom('order_words').select('order_id')
    const within = indexed.where('word', '>=', from).where('word', '<', until)
    if (await within.offset(FREQUENT).limit(1).executeTakeFirst()) return true
  }
  if (productIds.length === 0) return false
  const sold = db.selectFrom('order_items').select('product_id')
  const of = sold.where('product_id', 'in', productIds)
  return (await of.offset(FREQUENT).limit(1).executeTakeFirst()) !== undefined
}

/** The highest order number that the databases hold. */
export const MAX_ID = 2_147_483_647

export function byTerms([first, ...others]: readonly Term[]): Condition[] {
  if (!first) return []
  const led = listsOf(first)
  const isOne: Condition =
    led.length === 0 ? sql`id = 0` : sql`id in (${sql.join(led, sql` union `)})`
  return [isOne, ...lookedAt(others)]
}

function listsOf({ orderId, ranges, productIds }: Term): RawBuilder<unknown>[] {
  return [
    ...(orderId === null
      ? []
      : [sql`select id as order_id from orders where id = ${idOf(orderId)}`]),
    ...ranges.map(
      ({ from, until }) =>
        sql`select order_id from order_words where word >= ${from} and word < ${until}`,
    ),
    ...(productIds.length === 0
      ? []
      : [sql`select order_id from order_items where product_id in (${sql.join(productIds)})`]),
  ]
}

/** Whether an order has each of the terms. */
export function lookedAt(terms: readonly Term[]): Condition[] {
  return terms.map(({ orderId, ranges, productIds }) => {
    const ways = [
      ...(orderId === null ? [] : [sql<SqlBool>`orders.id = ${idOf(orderId)}`]),
      ...ranges.map(
        ({ from, until }) => sql<SqlBool>`exists (select 1 from order_words
          where order_words.order_id = orders.id and word >= ${from} and word < ${until})`,
      ),
      ...(productIds.length === 0
        ? []
        : [
            sql<SqlBool>`exists (select 1 from order_items
              where order_items.order_id = orders.id and product_id in (${sql.join(productIds)}))`,
          ]),
    ]
    return ways.length === 0 ? sql`id = 0` : sql`(${sql.join(ways, sql` or `)})`
  })
}

/** How far to count a term's orders, to know which has the most. */
const MAX_COUNT = 200_000

/**
 * The newest orders that have all terms, by the lists of words alone; below a number. Scans the
 * longest list and holds the others beside it: looking each order up takes ten times as long.
 */
export async function listCandidates(
  db: Db,
  terms: readonly Term[],
  { below, most }: { below: number; most: number },
): Promise<number[]> {
  const counted = []
  for (const term of terms) counted.push({ term, count: await countOf(db, term) })
  const [longest, ...others] = counted
    .sort((one, other) => other.count - one.count)
    .map(({ term }) => listsOf(term))
  if (!longest) return []
  // `+` keeps SQLite from swapping the join.
  const held = others.map(
    (lists) => sql<SqlBool>`+led.order_id in (${sql.join(lists, sql` union all `)})`,
  )
  const conditions = [sql`order_id < ${below}`, ...held]
  const { rows } = await sql<{ order_id: number }>`select distinct order_id
    from (${sql.join(longest, sql` union all `)}) as led
    where ${sql.join(conditions, sql` and `)}
    order by order_id desc limit ${most}`.execute(db)
  return rows.map(({ order_id }) => order_id)
}

async function countOf(db: Db, term: Term): Promise<number> {
  const all = sql.join(listsOf(term), sql` union all `)
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (select 1 from (${all}) as its limit ${MAX_COUNT}) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

function idOf(number: number): number {
  return Math.min(number, MAX_ID)
}
