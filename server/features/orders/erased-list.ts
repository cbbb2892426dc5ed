import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { z } from 'zod/mini'
import type { ErasedOrdersTable } from '#server/db/tables/orders.ts'
import type { Db } from '#server/db/write.ts'

export type Erased = Selectable<ErasedOrdersTable>

const FILE = 'erased-orders.json'

const list = z.array(z.object({ mark: z.string(), order_id: z.int(), at: z.string() }))

export function listErased(db: Db): Promise<Erased[]> {
  return db.selectFrom('erased_orders').selectAll().orderBy('order_id').execute()
}

/** Also stored next to the backups, since an old backup may replace a lost database. */
export async function writeErasedList(db: Db, folder: string): Promise<void> {
  const erased = await listErased(db)
  if (erased.length === 0) return
  const file = join(folder, FILE)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const staged = `${file}.${crypto.randomUUID()}.part`
  await writeFile(staged, `${JSON.stringify(erased)}\n`, { mode: 0o600, flush: true })
  await rename(staged, file)
}

export async function readErasedList(folder: string): Promise<Erased[]> {
  try {
    return z.parse(list, JSON.parse(await readFile(join(folder, FILE), 'utf8')))
  } catch {
    return []
  }
}
