import { createHmac, timingSafeEqual } from 'node:crypto'
import { CHALLENGE_MINUTES } from '#contract/people/passkeys.ts'
import { hasCome, hasComeIn } from '#server/core/due.ts'
import { hashOf, newSecret } from '#server/core/hash.ts'
import { getValue, setIfAbsent } from '#server/core/key-value.ts'
import type { Db } from '#server/db/write.ts'
import type { CookieJar } from '#server/http/cookies.ts'
import type { Call } from '#server/http/endpoints.ts'

const COOKIE = 'farmstand_passkey'

export const CHALLENGE_MS = CHALLENGE_MINUTES * 60_000

/** `person`: who adds a passkey; null when signing in. */
export type Challenge = { value: string; person: number | null; expiresAt: string }

export type Challenges = ReturnType<typeof challenges>

/** Kept only in the browser's sealed cookie, so floods fill no storage and lock nobody out. */
export function challenges(db: Db, cookies: CookieJar, now: () => Date) {
  return {
    async make({ reply }: Call, person: number | null): Promise<string> {
      const expiresAt = new Date(now().getTime() + CHALLENGE_MS).toISOString()
      const challenge = { value: newSecret(), person, expiresAt }
      const sealed = [challenge.value, expiresAt, await seal(db, challenge)].join('~')
      cookies.set(reply, COOKIE, sealed, { maxAge: CHALLENGE_MS / 1000, sameSite: 'strict' })
      return challenge.value
    },
    async read({ request, reply }: Call, person: number | null): Promise<Challenge | null> {
      const [value = '', expiresAt = '', given = ''] =
        cookies.read(request, COOKIE)?.split('~') ?? []
      if (!given) return null
      cookies.clear(reply, COOKIE)
      const challenge = { value, person, expiresAt }
      const isOurs = isSame(given, await seal(db, challenge))
      return isOurs && !hasCome(expiresAt, now(), CHALLENGE_MS) ? challenge : null
    },
  }
}

/** One key per shop, so every server can read what another sealed. */
async function seal(db: Db, { value, person, expiresAt }: Challenge): Promise<string> {
  // A stranger's guess only reads, so it never waits for a writer.
  const known = await getValue(db, 'challenge_key')
  const key = known ?? (await setIfAbsent(db, 'challenge_key', newSecret()))
  return createHmac('sha256', key).update(`${value}~${person}~${expiresAt}`).digest('base64url')
}

function isSame(given: string, sealed: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(sealed)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Marks a challenge as answered; false if it already was. */
export async function spendChallenge(
  tx: Db,
  { value, person, expiresAt }: Challenge,
  at: Date,
): Promise<boolean> {
  await tx
    .deleteFrom('passkey_challenges')
    .where(hasComeIn('expires_at', at, CHALLENGE_MS))
    .execute()
  const row = { id_hash: hashOf(value), challenge: '', person_id: person, expires_at: expiresAt }
  const spent = await tx
    .insertInto('passkey_challenges')
    .values(row)
    .onConflict((known) => known.column('id_hash').doNothing())
    .executeTakeFirst()
  return (spent.numInsertedOrUpdatedRows ?? 0n) > 0n
}
