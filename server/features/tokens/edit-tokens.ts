import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { MAX_TOKENS, type Token, type TokenDraft } from '#contract/people/tokens.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { DAY } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import { lockFarmer } from '#server/core/caller.ts'
import { hashOf } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Db, write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'

export type TokenRow = Selectable<Tables['api_tokens']>

/** In ms: how long one that was ended is still listed. */
const LISTED = 30 * DAY

/** Those that work: neither ended nor over. */
export function selectOpen(db: Db, now: Date) {
  return db
    .selectFrom('api_tokens')
    .selectAll()
    .where('ended_at', 'is', null)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now.toISOString())]))
}

const forgottenBefore = (now: Date) => new Date(now.getTime() - LISTED).toISOString()

export async function listTokens({ db, now }: Shop): Promise<Token[]> {
  const since = forgottenBefore(now())
  const listed = db
    .selectFrom('api_tokens')
    .selectAll()
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>', since)]))
  return (await listed.orderBy('id', 'desc').execute()).map(shown)
}

/** @throws Refusal 'in-use' for a name that is taken, 'list-full' */
export function createToken({ db, now }: Shop, { name, scopes, days }: TokenDraft) {
  // A prefix and hex: found by secret scanners, and one word on a double click.
  const token = `fst_${randomBytes(32).toString('hex')}`
  return write(db, async (tx) => {
    const at = now()
    await lockFarmer(tx)
    const open = await selectOpen(tx, at).execute()
    if (open.length >= MAX_TOKENS)
      throw new Refusal('list-full', `At most ${MAX_TOKENS} tokens, please. End one first.`)
    if (open.some((other) => nameKey(other.name) === nameKey(name)))
      throw new Refusal('in-use', 'Another token has this name already.', { field: 'name' })
    await tx.deleteFrom('api_tokens').where('ended_at', '<=', forgottenBefore(at)).execute()
    const values = {
      name,
      hash: hashOf(token),
      scopes: [...new Set(scopes)].join(' '),
      made_at: at.toISOString(),
      ends_at: days === null ? null : new Date(at.getTime() + days * DAY).toISOString(),
    }
    const made = tx.insertInto('api_tokens').values(values).returningAll()
    const row = await made.executeTakeFirstOrThrow()
    const after = { name, scopes, endsAt: row.ends_at }
    await recordChange(tx, { action: 'created', subject: `token:${row.id}`, after }, at)
    return { ...shown(row), token }
  })
}

/** @throws Refusal 'not-found' */
export async function endToken({ db, now }: Shop, id: number): Promise<void> {
  await write(db, async (tx) => {
    const [name] = await endRows(tx, [id], now())
    if (name === undefined) throw new Refusal('not-found', 'That token was already ended.')
    await recordChange(tx, { action: 'ended', subject: `token:${id}`, before: { name } }, now())
  })
}

/** When who may sign in changes: what an earlier one let in goes with it. */
export async function endAllTokens(tx: Db, at: Date): Promise<void> {
  const open = await selectOpen(tx, at).execute()
  if (open.length === 0) return
  const ids = open.map(({ id }) => id)
  const before = { names: await endRows(tx, ids, at) }
  await recordChange(tx, { action: 'ended', subject: 'tokens', before }, at)
}

/** Returns the names of those that were not ended yet. */
async function endRows(tx: Db, ids: number[], at: Date): Promise<string[]> {
  const ended = await tx
    .updateTable('api_tokens')
    .set({ ended_at: at.toISOString() })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .returning('name')
    .execute()
  return ended.map(({ name }) => name)
}

function shown(row: TokenRow): Token {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes.split(' ') as Token['scopes'],
    madeAt: row.made_at,
    endsAt: row.ends_at,
    usedAt: row.used_at,
    usedFrom: row.used_from,
    endedAt: row.ended_at,
  }
}
