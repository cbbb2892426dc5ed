import { existsSync } from 'node:fs'
import { openFile } from '#server/db/open-database.ts'
import { recall } from '#server/db/shop-memory.ts'

/** The id of the shop in a SQLite file; null where there is none, or none that can be read. */
export async function shopIdIn(file: string): Promise<string | null> {
  if (!existsSync(file)) return null
  const { db, close } = openFile(file)
  try {
    return await recall(db, 'shop_id')
  } catch {
    return null
  } finally {
    await close()
  }
}
