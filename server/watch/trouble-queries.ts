import { recall } from '#server/db/shop-memory.ts'
import type { Db } from '#server/db/tables.ts'

export type Trouble = { providerAlert: boolean; webhookAlert: boolean; backupFailed: boolean }

export async function readTrouble(db: Db): Promise<Trouble> {
  return {
    providerAlert: Boolean(await recall(db, 'provider_alert')),
    webhookAlert: Boolean((await recall(db, 'webhook_alert')) || (await recall(db, 'webhook_unsigned'))),
    backupFailed: (await recall(db, 'backup_alert')) !== null,
  }
}
