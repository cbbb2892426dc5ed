import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** The words of the index `payments_of_address`: payments that may still become an order. */
const IS_BEGUN = sql<boolean>`state in ('creating', 'open')`

/** How many payments that were begun and are not over an address has, and all addresses together. */
export async function countOpenPayments(db: Db, address: string): Promise<{ ofAddress: number; ofShop: number }> {
  const { rows } = await sql<{ of_address: number; of_shop: number }>`select
    (select count(*) from payments where ${IS_BEGUN} and address_key = ${address}) as of_address,
    (select count(*) from payments where ${IS_BEGUN} and address_key is not null) as of_shop`.execute(db)
  const [row] = rows
  return { ofAddress: Number(row?.of_address), ofShop: Number(row?.of_shop) }
}

/** The address that most of them were begun from; null when there is none. */
export async function fullestAddress(db: Db): Promise<string | null> {
  const addresses = db.selectFrom('payments').select('address_key').where(IS_BEGUN).where('address_key', 'is not', null)
  const counted = addresses.groupBy('address_key').orderBy((row) => row.fn.countAll(), 'desc')
  const row = await counted
    .orderBy((payment) => payment.fn.min('created_at'))
    .limit(1)
    .executeTakeFirst()
  return row?.address_key ?? null
}

/** Open payments of an address that least likely become an order: first of browsers that never bought, the oldest first. */
export async function listLeastLikely(db: Db, address: string, many: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where(IS_BEGUN)
    .where('state', '=', 'open')
    .where('address_key', '=', address)
    .orderBy((row) =>
      row.exists(
        row
          .selectFrom('payments as bought')
          .select('bought.id')
          .whereRef('bought.visitor_hash', '=', 'payments.visitor_hash')
          .where('bought.order_id', 'is not', null),
      ),
    )
    .orderBy('created_at')
    .limit(many)
    .execute()
  return rows.map(({ id }) => id)
}
