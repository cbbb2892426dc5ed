import { randomUUID } from 'node:crypto'
import { getValue, replaceMemory } from '#server/core/key-value.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * Gives a restored shop a name of its own at the card provider, unless it takes the place of the very shop it was made from:
 * otherwise it would release the holds of a shop that is still open elsewhere. Answers its name, and whether it took another's.
 */
export async function ownShopId(
  tx: Db,
  isTheSameShop: (id: string) => boolean,
): Promise<{ shopId: string; hasNewId: boolean }> {
  const former = await getValue(tx, 'shop_id')
  if (former !== null && isTheSameShop(former)) return { shopId: former, hasNewId: false }
  const shopId = randomUUID()
  await replaceMemory(tx, 'shop_id', shopId)
  return { shopId, hasNewId: former !== null }
}
