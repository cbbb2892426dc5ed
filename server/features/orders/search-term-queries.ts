import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchTermsIn } from '#server/db/search-words.ts'
import type { Db } from '#server/db/tables.ts'

/** A word of more orders than this is frequent: a page of them is found sooner by going through the list than by collecting all. */
const FREQUENT = 2000

/** So many orders of the list are gone through at most; on SQLite everybody else waits meanwhile. */
const MAX_GONE_THROUGH = 20_000

export type Condition = RawBuilder<SqlBool>

export type SearchTerm = { from: string; until: string; isFrequent: boolean }

export async function rarestFirst(db: Db, text: string): Promise<SearchTerm[]> {
  const terms: SearchTerm[] = []
  for (const term of searchTermsIn(text)) terms.push({ ...term, isFrequent: await isFrequent(db, term) })
  return terms.sort((one, other) => Number(one.isFrequent) - Number(other.isFrequent))
}

async function isFrequent(db: Db, { from, until }: { from: string; until: string }): Promise<boolean> {
  const oneMore = db
    .selectFrom('order_words')
    .select('order_id')
    .where('word', '>=', from)
    .where('word', '<', until)
    .offset(FREQUENT)
    .limit(1)
  return (await oneMore.executeTakeFirst()) !== undefined
}

/** When the last of the orders was placed that may be gone through, from the first on that fits; null when all may be. */
export async function goneThroughSince(db: Db, fits: readonly Condition[]): Promise<string | null> {
  let list = db.selectFrom('orders').select('created_at').orderBy('created_at', 'desc').orderBy('id', 'desc')
  for (const condition of fits) list = list.where(condition)
  return (await list.offset(MAX_GONE_THROUGH).limit(1).executeTakeFirst())?.created_at ?? null
}

export function byTerms([first, ...others]: readonly SearchTerm[]): Condition[] {
  if (!first) return []
  const led = sql<SqlBool>`id in (
    select order_id from order_words where word >= ${first.from} and word < ${first.until}
  )`
  return [led, ...lookedAt(others)]
}

export function lookedAt(terms: readonly SearchTerm[]): Condition[] {
  return terms.map(
    ({ from, until }) => sql<SqlBool>`exists (
      select 1 from order_words where order_id = orders.id and word >= ${from} and word < ${until}
    )`,
  )
}
