import { randomUUID } from 'node:crypto'
import { recall, replaceMemory } from '#server/db/shop-memory.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * Gives a restored shop a name of its own at the card provider, unless it takes the place of the very shop it was made from:
 * otherwise it would release the holds of a shop that is still open elsewhere. Answers whether the name is new.
 */
export async function ownShopId(tx: Db, isTheSameShop: (id: string) => boolean): Promise<boolean> {
  const id = await recall(tx, 'shop_id')
  if (id === null || isTheSameShop(id)) return false
  await replaceMemory(tx, 'shop_id', randomUUID())
  return true
}
