import type { Db } from '#server/db/tables.ts'

const DAY = 24 * 60 * 60_000

/** A mail that is being sent is due again after two minutes; later ones wait after a failure. */
const UNDER_WAY = 3 * 60_000

export async function countWaiting(db: Db, at: Date): Promise<{ recent: number; older: number }> {
  const since = new Date(at.getTime() - DAY).toISOString()
  const { recent, all } = await db
    .selectFrom('outbox')
    .select((row) => [
      row.fn.countAll<number>().as('all'),
      row.fn.countAll<number>().filterWhere('created_at', '>=', since).as('recent'),
    ])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { recent, older: all - recent }
}

/** Nobody is to get what waited for more than a day; without `since`, nothing that waited at all. */
export async function dropWaiting(tx: Db, since: 'a day ago' | 'now', at: Date): Promise<void> {
  const before = new Date(at.getTime() - (since === 'now' ? 0 : DAY)).toISOString()
  await tx
    .updateTable('outbox')
    .set({ given_up_at: at.toISOString(), last_error: null, secret: null })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('created_at', since === 'now' ? '<=' : '<', before)
    .execute()
}

/** What failed with the former mail server is tried with the new one at once. */
export async function tryWaitingNow(tx: Db, at: Date): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ due_at: at.toISOString() })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('last_error', 'is not', null)
    .where('due_at', '>', new Date(at.getTime() + UNDER_WAY).toISOString())
    .execute()
}
