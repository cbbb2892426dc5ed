import { type HistoryEntry, MOST_ENTRIES } from '#contract/history.ts'
import type { Db } from '#server/db/tables.ts'

/** What was done to one thing, such as `product` `7`, the newest first; empty for what nobody ever touched. */
export async function listHistory(db: Db, { subject, id }: { subject: string; id: string }): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'before', 'after'])
    .where('subject', '=', `${subject}:${id}`)
    .orderBy('id', 'desc')
    .limit(MOST_ENTRIES)
    .execute()
  return rows.map(({ before, after, ...row }) => ({ ...row, before: entriesOf(before), after: entriesOf(after) }))
}

function entriesOf(state: object | null): Record<string, unknown> | null {
  return state && Object.fromEntries(Object.entries(state))
}
