import type { ShopMemoryTable } from '../db/tables/core.ts'
import type { Db } from '../db/tables.ts'
import { write } from '../db/write.ts'

export type MemoryKey = ShopMemoryTable['key']

export async function getValue(db: Db, key: MemoryKey): Promise<string | null> {
  return (
    (await db.selectFrom('shop_memory').select('value').where('key', '=', key).executeTakeFirst())
      ?.value ?? null
  )
}

export function setIfAbsent(db: Db, key: MemoryKey, value: string): Promise<string> {
  return write(db, async (tx) => {
    await tx
      .insertInto('shop_memory')
      .values({ key, value })
      .onConflict((known) => known.column('key').doNothing())
      .execute()
    return (await getValue(tx, key)) ?? value
  })
}

export async function forget(tx: Db, key: MemoryKey): Promise<boolean> {
  const gone = await tx.deleteFrom('shop_memory').where('key', '=', key).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function replaceMemory(tx: Db, key: MemoryKey, value: string): Promise<void> {
  await tx
    .insertInto('shop_memory')
    .values({ key, value })
    .onConflict((known) => known.column('key').doUpdateSet({ value }))
    .execute()
}

export async function compareAndSet(
  tx: Db,
  key: MemoryKey,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const changed = await tx
    .updateTable('shop_memory')
    .set({ value: to })
    .where('key', '=', key)
    .where('value', '=', from)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}
