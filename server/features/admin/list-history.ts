import { type HistoryEntry, type HistoryPage, MAX_ENTRIES } from '#contract/history.ts'
import type { Db } from '#server/db/write.ts'

export async function listHistory(
  db: Db,
  { subject, id }: { subject: string; id: string },
): Promise<HistoryEntry[]> {
  const rows = await selectHistory(db)
    .where('subject', '=', `${subject}:${id}`)
    .limit(MAX_ENTRIES)
    .execute()
  return rows.map(shown)
}

export async function listAllHistory(
  db: Db,
  { before }: { before?: number | undefined },
): Promise<HistoryPage> {
  const newest =
    before === undefined ? selectHistory(db) : selectHistory(db).where('audit.id', '<', before)
  const rows = await newest.limit(MAX_ENTRIES + 1).execute()
  return { entries: rows.slice(0, MAX_ENTRIES).map(shown), isMore: rows.length > MAX_ENTRIES }
}

const selectHistory = (db: Db) =>
  db
    .selectFrom('audit')
    .leftJoin('people', 'people.id', 'audit.person_id')
    .select(['audit.id', 'at', 'action', 'subject', 'before', 'after', 'device', 'address'])
    .select('people.name as person')
    .orderBy('audit.id', 'desc')

type Row = Omit<HistoryEntry, 'before' | 'after'> & { before: object | null; after: object | null }

function shown({ before, after, ...row }: Row): HistoryEntry {
  return { ...row, before: entriesOf(before), after: entriesOf(after) }
}

function entriesOf(state: object | null): Record<string, unknown> | null {
  return state && Object.fromEntries(Object.entries(state))
}
