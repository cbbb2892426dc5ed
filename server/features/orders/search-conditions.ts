import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasWord, type SearchTerm, searchTermsIn } from '#server/db/search-words.ts'
import type { Db } from '#server/db/tables.ts'

export type Condition = RawBuilder<SqlBool>

/** A term with the products whose names have its word. */
export type Term = SearchTerm & { productIds: number[]; isFrequent: boolean }

/**
 * A term of more orders than this is frequent: a page of them is found sooner by going through the
 * list than by collecting all.
 */
const FREQUENT = 2000

/** What a text asks for, the terms of few orders first. */
export async function rarestFirst(db: Db, text: string): Promise<Term[]> {
  const asked = searchTermsIn(text)
  const names = asked.some(({ word }) => word !== null) ? await listNames(db) : []
  const terms: Term[] = []
  for (const term of asked) {
    const { word } = term
    const named = word === null ? [] : names.filter(({ name }) => hasWord(name, word))
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
    const words = db.selectFrom('order_words').select('order_id')
    const within = words.where('word', '>=', from).where('word', '<', until)
    if (await within.offset(FREQUENT).limit(1).executeTakeFirst()) return true
  }
  if (productIds.length === 0) return false
  const sold = db.selectFrom('order_items').select('product_id')
  const of = sold.where('product_id', 'in', productIds)
  return (await of.offset(FREQUENT).limit(1).executeTakeFirst()) !== undefined
}

const MAX_ID = 2_147_483_647

/** Led by the orders of the first term. */
export function byTerms([first, ...others]: readonly Term[]): Condition[] {
  if (!first) return []
  const { orderId, ranges, productIds } = first
  const led = [
    ...(orderId === null ? [] : [sql`select id from orders where id = ${idOf(orderId)}`]),
    ...ranges.map(
      ({ from, until }) =>
        sql`select order_id from order_words where word >= ${from} and word < ${until}`,
    ),
    ...(productIds.length === 0
      ? []
      : [sql`select order_id from order_items where product_id in (${sql.join(productIds)})`]),
  ]
  return [oneOf(led), ...lookedAt(others)]
}

function oneOf(lists: readonly RawBuilder<unknown>[]): Condition {
  return lists.length === 0 ? sql`id = 0` : sql`id in (${sql.join(lists, sql` union `)})`
}

export function lookedAt(terms: readonly Term[]): Condition[] {
  return terms.map(({ orderId, ranges, productIds }) => {
    const ways = [
      ...(orderId === null ? [] : [sql<SqlBool>`id = ${idOf(orderId)}`]),
      ...ranges.map(
        ({ from, until }) => sql<SqlBool>`exists (
          select 1 from order_words
          where order_id = orders.id and word >= ${from} and word < ${until})`,
      ),
      ...(productIds.length === 0
        ? []
        : [
            sql<SqlBool>`exists (select 1 from order_items
              where order_id = orders.id and product_id in (${sql.join(productIds)}))`,
          ]),
    ]
    return ways.length === 0 ? sql`id = 0` : sql`(${sql.join(ways, sql` or `)})`
  })
}

function idOf(number: number): number {
  return Math.min(number, MAX_ID)
}
