import { getValue } from '#server/core/key-value.ts'
import type { Db } from '#server/db/tables.ts'

export type Trouble = { providerAlert: boolean; webhookAlert: boolean; backupFailed: boolean }

export async function readTrouble(db: Db): Promise<Trouble> {
  return {
    providerAlert: Boolean(await getValue(db, 'provider_alert')),
    webhookAlert: Boolean((await getValue(db, 'webhook_alert')) || (await getValue(db, 'webhook_unsigned'))),
    backupFailed: (await getValue(db, 'backup_alert')) !== null,
  }
}
