import type { Names } from '#contract/market/describe-command.ts'
import type { Db } from '#server/db/write.ts'

export async function readNames(db: Db, ids: readonly number[]): Promise<Names> {
  if (ids.length === 0) return new Map()
  const rows = db.selectFrom('products').select(['id', 'name']).where('id', 'in', ids)
  return new Map((await rows.execute()).map(({ id, name }) => [id, name]))
}
