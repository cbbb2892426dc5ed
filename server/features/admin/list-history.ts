import { type HistoryEntry, type HistoryPage, MAX_ENTRIES } from '#contract/people/history.ts'
import type { Db } from '#server/db/write.ts'

export function listHistory(
  db: Db,
  { subject, id }: { subject: string; id: string },
): Promise<HistoryEntry[]> {
  const its = selectHistory(db).where('subject', '=', `${subject}:${id}`)
  return its.limit(MAX_ENTRIES).execute()
}

export async function listAllHistory(
  db: Db,
  { before }: { before?: number | undefined },
): Promise<HistoryPage> {
  const newest =
    before === undefined ? selectHistory(db) : selectHistory(db).where('audit.id', '<', before)
  const rows = await newest.limit(MAX_ENTRIES + 1).execute()
  return { entries: rows.slice(0, MAX_ENTRIES), isMore: rows.length > MAX_ENTRIES }
}

const selectHistory = (db: Db) =>
  db
    .selectFrom('audit')
    .leftJoin('people', 'people.id', 'audit.person_id')
    .select(['audit.id', 'at', 'action', 'subject', 'before', 'after', 'device', 'address'])
    .select('people.name as person')
    .orderBy('audit.id', 'desc')
    .$castTo<HistoryEntry>()
