import type { Tables } from '../db/tables.ts'
import { type Db, write } from '../db/write.ts'

export type ValueKey = Tables['shop_memory']['key']

export async function getValue(db: Db, key: ValueKey): Promise<string | null> {
  const values = db.selectFrom('shop_memory').select('value').where('key', '=', key)
  return (await values.executeTakeFirst())?.value ?? null
}

export function setIfAbsent(db: Db, key: ValueKey, value: string): Promise<string> {
  return write(db, async (tx) => {
    await isFirstToSet(tx, key, value)
    return (await getValue(tx, key)) ?? value
  })
}

/** False, and nothing changed, where it was set before. */
export async function isFirstToSet(tx: Db, key: ValueKey, value: string): Promise<boolean> {
  const set = await tx
    .insertInto('shop_memory')
    .values({ key, value })
    .onConflict((known) => known.column('key').doNothing())
    .executeTakeFirst()
  return set.numInsertedOrUpdatedRows !== 0n
}

export async function deleteValue(tx: Db, key: ValueKey): Promise<boolean> {
  const gone = await tx.deleteFrom('shop_memory').where('key', '=', key).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function setValue(tx: Db, key: ValueKey, value: string): Promise<void> {
  await tx
    .insertInto('shop_memory')
    .values({ key, value })
    .onConflict((known) => known.column('key').doUpdateSet({ value }))
    .execute()
}

export async function compareAndSet(
  tx: Db,
  key: ValueKey,
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
