import type { Notices } from '#contract/admin.ts'
import { recall } from '#server/db/shop-memory.ts'
import type { Db } from '#server/db/tables.ts'

/** What the tables know that the owner has to be warned of. */
export async function readWarnings(
  db: Db,
): Promise<Pick<Notices, 'givenUpMails' | 'failedRefunds' | 'providerAlert' | 'backupFailure'>> {
  const mails = db.selectFrom('outbox').select((row) => row.fn.countAll<number>().as('n'))
  const refunds = db.selectFrom('refunds').select((row) => row.fn.countAll<number>().as('n'))
  const givenUp = await mails.where('given_up_at', 'is not', null).executeTakeFirstOrThrow()
  const failed = await refunds.where('state', '=', 'failed').executeTakeFirstOrThrow()
  const providerAlert = (await recall(db, 'provider_alert')) || null
  const alert = await recall(db, 'backup_alert')
  const backupFailure = alert === null ? null : String(JSON.parse(alert).message)
  return { givenUpMails: Number(givenUp.n), failedRefunds: Number(failed.n), providerAlert, backupFailure }
}
