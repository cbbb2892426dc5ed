import { dirname, join } from 'node:path'
import { type Erased, readErasedList } from '#server/db/erased-list.ts'
import type { FormerShop } from './former-shop.ts'
import type { RestoreRequest } from './restore-request.ts'

/** Whom the shop had erased, as the shop that is replaced knows it and the lists beside the backups: a backup may be older. */
export async function listErasedSince(former: FormerShop, { file, dataDir }: RestoreRequest): Promise<Erased[]> {
  const folders = [...new Set([dirname(file), join(dataDir, 'backups')])]
  return [...former.erased, ...(await Promise.all(folders.map(readErasedList))).flat()]
}
