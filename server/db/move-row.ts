import type { Db } from './write.ts'

/** Moves a row to a position, the first being 1, and numbers them all anew. */
export async function moveRow(
  tx: Db,
  table: 'places' | 'categories',
  { id, position }: { id: number; position: number },
): Promise<void> {
  const rows = await tx.selectFrom(table).select('id').orderBy('position').orderBy('id').execute()
  const others = rows.map((row) => row.id).filter((one) => one !== id)
  for (const [index, one] of others.toSpliced(position - 1, 0, id).entries())
    await tx
      .updateTable(table)
      .set({ position: index + 1 })
      .where('id', '=', one)
      .execute()
}
