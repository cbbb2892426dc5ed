import type { Selectable } from 'kysely'
import { DAY, MINUTE } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import type { ApiTokensTable } from '#server/db/tables/admin.ts'
import type { Db } from '#server/db/write.ts'

export type TokenRow = Selectable<ApiTokensTable>

/** In ms: how long one that was ended is still listed. */
const LISTED = 30 * DAY

/** One that works; null for one that was never made, was ended, or is over. */
export async function findToken(db: Db, hash: string, now: Date): Promise<TokenRow | null> {
  const row = selectOpen(db, now).where('hash', '=', hash)
  return (await row.executeTakeFirst()) ?? null
}

export function listOpen(db: Db, now: Date): Promise<TokenRow[]> {
  return selectOpen(db, now).execute()
}

function selectOpen(db: Db, now: Date) {
  return db
    .selectFrom('api_tokens')
    .selectAll()
    .where('ended_at', 'is', null)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now.toISOString())]))
}

const forgottenBefore = (now: Date) => new Date(now.getTime() - LISTED).toISOString()

export function listTokenRows(db: Db, now: Date): Promise<TokenRow[]> {
  return db
    .selectFrom('api_tokens')
    .selectAll()
    .where((row) =>
      row.or([row('ended_at', 'is', null), row('ended_at', '>', forgottenBefore(now))]),
    )
    .orderBy('id', 'desc')
    .execute()
}

export async function insertToken(
  tx: Db,
  token: Pick<TokenRow, 'name' | 'hash' | 'scopes' | 'made_at' | 'ends_at'>,
): Promise<TokenRow> {
  const gone = tx
    .deleteFrom('api_tokens')
    .where('ended_at', '<=', forgottenBefore(new Date(token.made_at)))
  await gone.execute()
  return tx.insertInto('api_tokens').values(token).returningAll().executeTakeFirstOrThrow()
}

/** Once a minute is enough. */
export function isUseNoted({ used_at }: TokenRow, at: Date): boolean {
  return used_at !== null && Math.abs(at.getTime() - Date.parse(used_at)) < MINUTE
}

export async function noteUse(
  tx: Db,
  { id }: TokenRow,
  { at, from }: { at: Date; from: string },
): Promise<void> {
  const used = { used_at: at.toISOString(), used_from: from }
  await tx.updateTable('api_tokens').set(used).where('id', '=', id).execute()
}

/** Returns the name of one that was still open. */
export async function endTokenRow(tx: Db, id: number, at: Date): Promise<string | null> {
  const ended = await tx
    .updateTable('api_tokens')
    .set({ ended_at: at.toISOString() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return ended?.name ?? null
}

/** When who may sign in changes: what an earlier one let in goes with it. */
export async function endAllTokens(tx: Db, at: Date): Promise<void> {
  const open = await listOpen(tx, at)
  if (open.length === 0) return
  for (const { id } of open) await endTokenRow(tx, id, at)
  const before = { names: open.map(({ name }) => name) }
  await recordChange(tx, { action: 'ended', subject: 'tokens', before, after: null }, at)
}
