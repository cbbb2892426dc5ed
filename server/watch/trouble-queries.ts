import { sql } from 'kysely'
import { recall } from '#server/db/shop-memory.ts'
import type { Db } from '#server/db/tables.ts'

/** A payment or a mail that waits longer than this needs a look, in milliseconds. */
const TOO_LONG = 60 * 60_000

export type Trouble = { mailsWait: boolean; paymentsWait: boolean; providerAlert: boolean; backupFailed: boolean }

/** What did not get done in an hour, or went wrong. Reads only what is unfinished, by its indices. */
export async function readTrouble(db: Db, now: Date): Promise<Trouble> {
  const before = new Date(now.getTime() - TOO_LONG).toISOString()
  const mail = db.selectFrom('outbox').select('id').where('sent_at', 'is', null).where('given_up_at', 'is', null)
  const payment = db
    .selectFrom('payments')
    .select('id')
    .where(sql<boolean>`state not in ('captured', 'canceled')`)
    .where('state', '<>', 'open')
  return {
    mailsWait: (await mail.where('created_at', '<', before).limit(1).executeTakeFirst()) !== undefined,
    paymentsWait: (await payment.where('created_at', '<', before).limit(1).executeTakeFirst()) !== undefined,
    providerAlert: Boolean(await recall(db, 'provider_alert')),
    backupFailed: (await recall(db, 'backup_alert')) !== null,
  }
}
