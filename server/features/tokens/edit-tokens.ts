import { randomBytes } from 'node:crypto'
import { MAX_TOKENS, type Token, type TokenDraft } from '#contract/people/tokens.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { DAY } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import { hashOf } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import {
  endTokenRow,
  insertToken,
  listOpen,
  listTokenRows,
  type TokenRow,
} from './token-queries.ts'

export async function listTokens({ db, now }: Shop): Promise<Token[]> {
  return (await listTokenRows(db, now())).map(shown)
}

/** @throws Refusal 'in-use' for a name that is taken, 'list-full' */
export function createToken(
  { db, now }: Shop,
  { name, scopes, days }: TokenDraft,
): Promise<Token & { token: string }> {
  // A prefix and hex: found by secret scanners, and one word on a double click.
  const token = `fst_${randomBytes(32).toString('hex')}`
  return write(db, async (tx) => {
    const at = now()
    const open = await listOpen(tx, at)
    if (open.length >= MAX_TOKENS)
      throw new Refusal('list-full', `At most ${MAX_TOKENS} tokens, please. End one first.`)
    if (open.some((other) => nameKey(other.name) === nameKey(name)))
      throw new Refusal('in-use', 'Another token has this name already.', { field: 'name' })
    const row = await insertToken(tx, {
      name,
      hash: hashOf(token),
      scopes: [...new Set(scopes)].join(' '),
      made_at: at.toISOString(),
      ends_at: days === null ? null : new Date(at.getTime() + days * DAY).toISOString(),
    })
    const change = { action: 'created', subject: `token:${row.id}`, before: null } as const
    await recordChange(tx, { ...change, after: { name, scopes, endsAt: row.ends_at } }, at)
    return { ...shown(row), token }
  })
}

/** @throws Refusal 'not-found' */
export async function endToken({ db, now }: Shop, id: number): Promise<void> {
  await write(db, async (tx) => {
    const name = await endTokenRow(tx, id, now())
    if (name === null) throw new Refusal('not-found', 'That token was already ended.')
    const change = { action: 'ended', subject: `token:${id}`, before: { name } } as const
    await recordChange(tx, { ...change, after: null }, now())
  })
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
