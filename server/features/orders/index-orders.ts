import { compareAndSet, getValue, setIfAbsent } from '#server/core/key-value.ts'
import { wordsOfOrder } from '#server/db/search-words.ts'
import type { OrderTermsTable } from '#server/db/tables/orders.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'

const KEY = 'search_words'

/** Orders indexed per transaction; on SQLite others wait for it. */
const AT_ONCE = 200

/** A round begins no further transaction after so many milliseconds. */
const MAX_ROUND = 20_000

/**
 * Gives orders of a release before, which were found by name and email address alone, the words of
 * their phone numbers, addresses and notes: the newest first, over as many rounds as it takes.
 */
export async function indexOrders({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const end = now().getTime() + MAX_ROUND
  const known = await getValue(db, KEY)
  let last = Number(known ?? (await setIfAbsent(db, KEY, String(await highestId(db)))))
  while (last > 0 && now().getTime() <= end) last = await write(db, (tx) => indexSome(tx, last))
}

async function highestId(db: Db): Promise<number> {
  const orders = db.selectFrom('orders').select(({ fn }) => fn.max('id').as('id'))
  return (await orders.executeTakeFirst())?.id ?? 0
}

/** Answers the highest number that is still to do; those of a customer who is erased meanwhile have none. */
async function indexSome(tx: Db, last: number): Promise<number> {
  const first = Math.max(last - AT_ONCE, 0)
  if (!(await compareAndSet(tx, KEY, { from: String(last), to: String(first) })))
    return Number((await getValue(tx, KEY)) ?? 0)
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'customer_name', 'customer_email', 'customer_phone', 'pickup_name'])
    .select(['shipping_address', 'notes', 'farm_note'])
    .where('id', '>', first)
    .where('id', '<=', last)
    .where((row) => row.or(FURTHER.map((column) => row(column, 'is not', null))))
    .orderBy('id')
    .forUpdate()
    .execute()
  const terms = orders.flatMap((order): OrderTermsTable[] =>
    wordsOfOrder(order).map((term) => ({ word: term, order_id: order.id })),
  )
  await insertNew(tx, terms)
  return first
}

const FURTHER = ['customer_phone', 'pickup_name', 'shipping_address', 'notes', 'farm_note'] as const

/** Rows per statement; SQLite takes at most 32,766 values. */
const ROWS = 5000

async function insertNew(tx: Db, terms: readonly OrderTermsTable[]): Promise<void> {
  for (let from = 0; from < terms.length; from += ROWS)
    await tx
      .insertInto('order_words')
      .values(terms.slice(from, from + ROWS))
      .onConflict((known) => known.doNothing())
      .execute()
}
