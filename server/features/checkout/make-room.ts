import { sql } from 'kysely'
import { prepared } from '#server/db/prepared.ts'
import type { Db } from '#server/db/tables.ts'
import type { Shop } from '#server/shop.ts'
import { abandonLater } from './holds.ts'
import { hasBegunPayment, type Payer } from './payment-record.ts'

/** Open payments of one address: two hundred shoppers behind one line, some in two tabs. */
export const MAX_OPEN_OF_ADDRESS = 300

export const MAX_OPEN_OF_SHOP = 2000

const MAX_ABANDONED = 50

export async function areTooManyOpen({ db }: Shop, { address }: Payer): Promise<boolean> {
  if (address === undefined) return false
  const { ofAddress, ofShop } = await countOpenPayments(db, address)
  return ofAddress >= MAX_OPEN_OF_ADDRESS || ofShop >= MAX_OPEN_OF_SHOP
}

export async function isStranger({ db }: Shop, { visitorHash }: Payer): Promise<boolean> {
  return visitorHash === null || !(await hasBegunPayment(db, visitorHash))
}

const making = new WeakMap<Db, Promise<void>>()

/**
 * Gives up what is too much once a payment was begun, so that a full cap refuses nobody: the
 * payments of the fullest address that waited longest. One at a time in this process: at once they
 * would all choose the same.
 */
export function makeRoom(shop: Shop, { address }: Payer): Promise<void> {
  const before = making.get(shop.db) ?? Promise.resolve()
  const work = before.then(() =>
    address === undefined ? undefined : abandonTooMany(shop, address),
  )
  making.set(
    shop.db,
    work.catch(() => {}),
  )
  return work
}

async function abandonTooMany(shop: Shop, address: string): Promise<void> {
  const full = await findFull(shop.db, address)
  if (!full) return
  const chosen = await listLeastLikely(shop.db, full.address, Math.min(full.tooMany, MAX_ABANDONED))
  for (const id of chosen) await abandonLater(shop, id)
}

async function findFull(
  db: Db,
  address: string,
): Promise<{ address: string; tooMany: number } | null> {
  const { ofAddress, ofShop } = await countOpenPayments(db, address)
  if (ofAddress > MAX_OPEN_OF_ADDRESS) return { address, tooMany: ofAddress - MAX_OPEN_OF_ADDRESS }
  if (ofShop <= MAX_OPEN_OF_SHOP) return null
  return { address: (await fullestAddress(db)) ?? address, tooMany: ofShop - MAX_OPEN_OF_SHOP }
}

/** As in the index `payments_of_address`: payments that may still become an order. */
const IS_BEGUN = sql<boolean>`state in ('creating', 'open')`

async function countOpenPayments(
  db: Db,
  address: string,
): Promise<{ ofAddress: number; ofShop: number }> {
  const [row] = (await selectCounts(db, { address })).rows
  return { ofAddress: Number(row?.of_address), ofShop: Number(row?.of_shop) }
}

const selectCounts = prepared(
  (_, { address }: { address: string }) => sql<{ of_address: number; of_shop: number }>`select
    (select count(*) from payments where ${IS_BEGUN} and address_key = ${address}) as of_address,
    (select count(*) from payments where ${IS_BEGUN} and address_key is not null) as of_shop`,
)

export async function fullestAddress(db: Db): Promise<string | null> {
  const addresses = db
    .selectFrom('payments')
    .select('address_key')
    .where(IS_BEGUN)
    .where('address_key', 'is not', null)
  const counted = addresses.groupBy('address_key').orderBy((row) => row.fn.countAll(), 'desc')
  const row = await counted
    .orderBy((payment) => payment.fn.min('created_at'))
    .limit(1)
    .executeTakeFirst()
  return row?.address_key ?? null
}

/** An address's open payments: first of browsers that never bought, the oldest first. */
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
