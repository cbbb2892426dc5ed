import type { RecordedAction } from '#contract/people/history.ts'
import { type Db, write } from '#server/db/write.ts'
import { currentCaller } from './caller.ts'

export type Change = RecordedAction & States
/** None before what is new, none after what is gone. */
export type States = { before?: object | null | undefined; after?: object | null | undefined }

export async function recordChange(
  tx: Db,
  change: Change,
  at: Date,
  by = currentCaller(),
): Promise<void> {
  const { action, subject, before = null, after = null } = change
  const { device = null, address = null, person } = by ?? {}
  await tx
    .insertInto('audit')
    .values({
      at: at.toISOString(),
      action,
      subject,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      device,
      address,
      person_id: person?.id ?? null,
    })
    .execute()
}

export function recordEvent(
  db: Db,
  event: RecordedAction & Pick<States, 'after'>,
  at: Date,
): Promise<void> {
  return write(db, (tx) => recordChange(tx, event, at))
}
