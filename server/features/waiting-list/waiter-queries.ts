import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { findForSale } from '#server/features/products/product-queries.ts'

type WaiterRow = Selectable<Tables['waiters']>

export type Wait = Pick<WaiterRow, 'id' | 'email' | 'state'> & {
  product: { id: number; name: string; isGone: boolean }
}

function waits(db: Db) {
  return db.selectFrom('waiters').innerJoin('products', 'products.id', 'waiters.product_id')
}

/** By its link: null if asked before `since` and never answered. */
export async function findWait(
  db: Db,
  key: { id: number } | { secretHash: string; since: Date },
): Promise<Wait | null> {
  const columns = waits(db)
    .select(['waiters.id', 'waiters.email', 'waiters.state'])
    .select(['products.id as productId', 'name', 'deleted_at'])
  const found = await ('id' in key
    ? columns.where('waiters.id', '=', key.id)
    : columns
        .where('secret_hash', '=', key.secretHash)
        .where((row) =>
          row.or([row('state', '=', 'waiting'), row('asked_at', '>', key.since.toISOString())]),
        )
  ).executeTakeFirst()
  if (!found) return null
  const { productId, name, deleted_at, ...waiter } = found
  return { ...waiter, product: { id: productId, name, isGone: deleted_at !== null } }
}

export async function isForSale(db: Db, { id }: { id: number }, at: Date): Promise<boolean> {
  const [product] = await findForSale(db, [id], at)
  return product !== undefined && product.stock > 0
}

/** Null when the mailbox already waits for the product. */
export async function insertWaiter(tx: Db, waiter: Omit<WaiterRow, 'id' | 'state'>) {
  const added = await tx
    .insertInto('waiters')
    .values({ ...waiter, state: 'asked' })
    .onConflict((known) => known.columns(['product_id', 'mailbox']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

export async function deleteMailbox(tx: Db, mailbox: string): Promise<void> {
  await tx.deleteFrom('waiters').where('mailbox', '=', mailbox).execute()
}

export async function countWaiting(db: Db): Promise<{ productId: number; waiting: number }[]> {
  return db
    .selectFrom('waiters')
    .select((row) => ['product_id as productId', row.fn.countAll<number>().as('waiting')])
    .where('state', '=', 'waiting')
    .groupBy('product_id')
    .orderBy('product_id')
    .execute()
}

export async function countOfProduct(db: Db, productId: number): Promise<number> {
  const counted = db.selectFrom('waiters').select((row) => row.fn.countAll<number>().as('n'))
  const waiting = counted.where('product_id', '=', productId).where('state', '=', 'waiting')
  return (await waiting.executeTakeFirstOrThrow()).n
}

/**
 * Waiters to notify, first come first: the product can be bought again and no mail was sent.
 * `outOfDays` are in stock but sold out on every day buyers can choose.
 */
export async function listToNotify(db: Db, most: number, outOfDays: readonly number[]) {
  const rows = await waits(db)
    .leftJoin('outbox', (mail) =>
      mail.onRef('outbox.waiter_id', '=', 'waiters.id').on('outbox.kind', '=', 'back_in_stock'),
    )
    .select('waiters.id')
    .where('state', '=', 'waiting')
    .where('stock', '>', 0)
    .where('archived_at', 'is', null)
    .where('outbox.id', 'is', null)
    .$if(outOfDays.length > 0, (rows) => rows.where('product_id', 'not in', outOfDays))
    .orderBy('waiters.id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

function notices(db: Db) {
  return db.selectFrom('outbox').where('queue', '=', 'waiting').where('kind', '=', 'back_in_stock')
}

export async function wasNotified(db: Db): Promise<boolean> {
  const over = notices(db).where((row) =>
    row.or([row('sent_at', 'is not', null), row('given_up_at', 'is not', null)]),
  )
  return (await over.select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function forgetNotified(tx: Db): Promise<void> {
  const over = notices(tx)
    .select('waiter_id')
    .where((row) =>
      row.or([
        row('sent_at', 'is not', null),
        row.and([row('given_up_at', 'is not', null), row('last_error', 'is not', null)]),
      ]),
    )
  await tx.deleteFrom('waiters').where('id', 'in', over.$castTo<{ waiter_id: number }>()).execute()
  const mails = tx.deleteFrom('outbox').where('queue', '=', 'waiting')
  const told = mails.where('kind', '=', 'back_in_stock')
  await told.where('given_up_at', 'is not', null).execute()
}

export async function forgetOld(
  tx: Db,
  { requested, waiting }: { requested: Date; waiting: Date },
): Promise<void> {
  const gone = tx.selectFrom('products').select('id').where('deleted_at', 'is not', null)
  await tx
    .deleteFrom('waiters')
    .where((row) =>
      row.or([
        row.and([row('state', '=', 'asked'), row('asked_at', '<=', requested.toISOString())]),
        row('asked_at', '<=', waiting.toISOString()),
        row('product_id', 'in', gone),
      ]),
    )
    .execute()
}
