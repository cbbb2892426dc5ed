import type { SubjectOf } from '#contract/people/history.ts'
import { DAY } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import { type Caller, currentCaller } from '#server/core/caller.ts'
import { type Db, write } from '#server/db/write.ts'

/** Rows per hour, so a flood can't fill the disk. The last row counts the rest. */
const MAX_ROWS = 20

const MAX_DAYS = 90

const SUBJECT = 'wrong-password:'

/** `password-alone`: the password was right, but a passkey is required too. */
type Refused = 'wrong-password' | 'password-alone'

export async function recordRefusedTry(db: Db, now: Date, what: Refused): Promise<void> {
  await write(db, async (tx) => {
    const subject = subjectOf(now, what)
    const rows = await tx
      .selectFrom('audit')
      .selectAll()
      .where('subject', '=', subject)
      .orderBy('id')
      .execute()
    const caller = currentCaller()
    const counting =
      rows.find((row) => isOf(row, caller)) ??
      (rows.length >= MAX_ROWS ? rows.find((row) => isOf(row, null)) : undefined)
    const times = counting ? timesIn(counting.after) + 1 : 1
    const after = { times, lastAt: now.toISOString() }
    if (counting) {
      const counted = tx.updateTable('audit').set({ after: JSON.stringify(after) })
      await counted.where('id', '=', counting.id).execute()
      return
    }
    if (rows.length === 0) await forgetOld(tx, now, what)
    const by = rows.length >= MAX_ROWS - 1 ? null : caller
    await recordChange(tx, { action: 'refused', subject, after }, now, by)
  })
}

export async function countWrongTries(db: Db, since: Date): Promise<number> {
  const rows = await db
    .selectFrom('audit')
    .select('after')
    .where('subject', '>=', subjectOf(since))
    .where('subject', '<', `${SUBJECT}~`)
    .execute()
  return rows.reduce((sum, { after }) => sum + timesIn(after), 0)
}

function subjectOf(at: Date, what: Refused = 'wrong-password'): SubjectOf<Refused> {
  return `${what}:${at.toISOString().slice(0, 13)}`
}

function isOf(
  row: Caller | { device: string | null; address: string | null },
  caller: Caller | null,
): boolean {
  return row.device === (caller?.device ?? null) && row.address === (caller?.address ?? null)
}

function timesIn(after: object | null): number {
  return after && 'times' in after && typeof after.times === 'number' ? after.times : 1
}

async function forgetOld(tx: Db, now: Date, what: Refused): Promise<void> {
  const oldest = subjectOf(new Date(now.getTime() - MAX_DAYS * DAY), what)
  await tx
    .deleteFrom('audit')
    .where('subject', '>=', `${what}:`)
    .where('subject', '<', oldest)
    .execute()
}
