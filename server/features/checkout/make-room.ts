import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { hasBegunPayment } from '#server/features/payments/find-payment.ts'
import { movePayment } from '#server/features/payments/move-payment.ts'
import { countOpenPayments, fullestAddress, listLeastLikely } from '#server/features/payments/open-payments.ts'
import { voidPayment } from '#server/features/payments/void-payment.ts'
import type { Shop } from '#server/shop.ts'
import type { Payer } from './visitor.ts'

/** So many payments of one address may be open at once: two hundred shoppers behind one line, some in two tabs. */
export const MAX_OPEN_OF_ADDRESS = 300

/** So many of the whole shop. */
export const MAX_OPEN_OF_SHOP = 2000

/** So many are given up in one transaction at most. */
const MAX_GIVEN_UP = 50

/** Whether one more payment is too many. A buyer without an address is not counted. */
export async function areTooManyOpen({ db }: Shop, { address }: Payer): Promise<boolean> {
  if (address === undefined) return false
  const { ofAddress, ofShop } = await countOpenPayments(db, address)
  return ofAddress >= MAX_OPEN_OF_ADDRESS || ofShop >= MAX_OPEN_OF_SHOP
}

/** Whether a browser never began a payment here. */
export async function isStranger({ db }: Shop, { visitorHash }: Payer): Promise<boolean> {
  return visitorHash === null || !(await hasBegunPayment(db, visitorHash))
}

const making = new WeakMap<Db, Promise<void>>()

/**
 * Gives up what is too much once a payment was begun, so that a full cap refuses nobody: the payments of the fullest address that
 * waited longest. One at a time in this process: at once they would all choose the same.
 */
export function makeRoom(shop: Shop, { address }: Payer): Promise<void> {
  const before = making.get(shop.db) ?? Promise.resolve()
  const work = before.then(() => (address === undefined ? undefined : giveUpTooMany(shop, address)))
  making.set(
    shop.db,
    work.catch(() => {}),
  )
  return work
}

async function giveUpTooMany(shop: Shop, address: string): Promise<void> {
  const full = await findFull(shop.db, address)
  if (!full) return
  const chosen = await listLeastLikely(shop.db, full.address, Math.min(full.tooMany, MAX_GIVEN_UP))
  const givenUp = await write(shop.db, async (tx) => {
    const moved: string[] = []
    for (const id of chosen)
      if (await movePayment(tx, { id, from: 'open', to: 'canceling', at: shop.now() })) moved.push(id)
    return moved
  })
  for (const id of givenUp) shop.later('release a hold', () => voidPayment(shop, id))
}

/** The address that has to give way, and how many of its payments are too many. */
async function findFull(db: Db, address: string): Promise<{ address: string; tooMany: number } | null> {
  const { ofAddress, ofShop } = await countOpenPayments(db, address)
  if (ofAddress > MAX_OPEN_OF_ADDRESS) return { address, tooMany: ofAddress - MAX_OPEN_OF_ADDRESS }
  if (ofShop <= MAX_OPEN_OF_SHOP) return null
  return { address: (await fullestAddress(db)) ?? address, tooMany: ofShop - MAX_OPEN_OF_SHOP }
}
