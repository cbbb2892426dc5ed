import type { CashBox } from '#contract/cash-box.ts'
import { dollarsOf } from '#contract/plain-dollars.ts'
import type { Db } from '#server/db/tables.ts'
import type { StoredCash } from './cash-entries.ts'

/** Cash of a day that its first count missed, with the phone that reported it. */
export async function listLate(db: Db, entries: readonly StoredCash[]): Promise<CashBox['late']> {
  const late = entries
    .map((entry) => ({ ...entry, after: entry.after_count ?? 0 }))
    .filter(({ after }) => after > 0)
    .sort((one, other) => one.after - other.after || (one.at < other.at ? -1 : 1))
  const phones = await listPhones(
    db,
    late.map(({ id }) => commandOf(id)),
  )
  return late.map(({ id, kind, cents, at }) => ({
    ...{
      kind,
      amount: dollarsOf(cents),
      at,
      phone: phones.get(commandOf(id)) ?? null,
    },
  }))
}

/** What a command wrote down begins with its UUID. */
const commandOf = (id: string) => id.slice(0, 36)

async function listPhones(db: Db, commandIds: readonly string[]): Promise<Map<string, string>> {
  if (commandIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('stall_commands')
    .innerJoin('stall_phones', 'stall_phones.id', 'stall_commands.phone_id')
    .select(['stall_commands.id', 'stall_phones.label'])
    .where('stall_commands.id', 'in', commandIds)
    .execute()
  return new Map(rows.map(({ id, label }) => [id, label]))
}
