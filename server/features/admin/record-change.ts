import type { Db } from '#server/db/tables.ts'

/** What the farmer did to what, such as `changed` `product:7`, with what it was and what it became (null where there is none). */
export type Change = { action: string; subject: string; before: object | null; after: object | null }

/** Keeps a change of the farmer's for the history, in the transaction that makes it. */
export async function recordChange(tx: Db, change: Change, at: Date): Promise<void> {
  const { action, subject, before, after } = change
  const row = { at: at.toISOString(), action, subject, before: asJson(before), after: asJson(after) }
  await tx.insertInto('audit').values(row).execute()
}

function asJson(value: object | null): string | null {
  return value && JSON.stringify(value)
}
