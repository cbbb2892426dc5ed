import type { ShopMemoryTable } from '../db/tables/core.ts'
import type { Db } from '../db/tables.ts'
import { write } from '../db/write.ts'

type Key = ShopMemoryTable['key']

export async function getValue(db: Db, key: Key): Promise<string | null> {
  return (
    (await db.selectFrom('shop_memory').select('value').where('key', '=', key).executeTakeFirst())
      ?.value ?? null
  )
}

export function setIfAbsent(db: Db, key: Key, value: string): Promise<string> {
  return write(db, async (tx) => {
    await tx
      .insertInto('shop_memory')
      .values({ key, value })
      .onConflict((known) => known.column('key').doNothing())
      .execute()
    return (await getValue(tx, key)) ?? value
  })
}

export async function forget(tx: Db, key: Key): Promise<boolean> {
  const gone = await tx.deleteFrom('shop_memory').where('key', '=', key).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function replaceMemory(tx: Db, key: Key, value: string): Promise<void> {
  await tx
    .insertInto('shop_memory')
    .values({ key, value })
    .onConflict((known) => known.column('key').doUpdateSet({ value }))
    .execute()
}

/** Remembers a value in place of exactly that other one; false when something else stood there. */
export async function compareAndSet(
  tx: Db,
  key: Key,
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
