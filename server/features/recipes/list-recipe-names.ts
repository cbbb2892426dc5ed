import type { Db } from '#server/db/tables.ts'

export async function listRecipeNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('recipes').select('name').execute()
  return rows.map(({ name }) => name).sort((one, other) => one.localeCompare(other, 'en'))
}
