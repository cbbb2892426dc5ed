import { setValue } from '#server/core/key-value.ts'
import type { Db } from '#server/db/write.ts'

export function dateFarmUpdate(tx: Db, now: Date): Promise<void> {
  return setValue(tx, 'farm_update_changed', now.toISOString())
}
