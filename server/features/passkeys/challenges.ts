import { CHALLENGE_MINUTES } from '#contract/passkeys.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { type CookieJar, hashOf, newSecret } from '#server/http/cookies.ts'
import type { Call } from '#server/http/serve.ts'

const COOKIE = 'farmstand_passkey'

export const CHALLENGE_MS = CHALLENGE_MINUTES * 60_000

/** So many unanswered ones of strangers at most: a flood must not fill the disk. */
const MAX_OPEN = 1000

export type Challenges = {
  /** Asks this browser to sign something new. `person` adds a passkey; null: a sign-in. @throws Refusal 'too-often' */
  make(call: Call, of: { person: number | null; isKnown: boolean }): Promise<string>
  /** What this browser was asked to sign: once, and null when that was too long ago or never. */
  take(call: Call, person: number | null): Promise<string | null>
}

/** Each is one browser's, by the secret in its cookie. */
export function challenges(db: Db, cookies: CookieJar, now: () => Date): Challenges {
  return {
    async make({ reply }, { person, isKnown }) {
      const at = now().toISOString()
      if (!isKnown && (await countOpen(db, at)) >= MAX_OPEN)
        throw new Refusal('too-often', 'Too many attempts. Please wait a moment.', {
          retryAfter: 60,
        })
      const [secret, challenge] = [newSecret(), newSecret()]
      const expires_at = new Date(now().getTime() + CHALLENGE_MS).toISOString()
      const row = { id_hash: hashOf(secret), challenge, person_id: person, expires_at }
      await write(db, async (tx) => {
        await tx.deleteFrom('passkey_challenges').where('expires_at', '<=', at).execute()
        await tx.insertInto('passkey_challenges').values(row).execute()
      })
      cookies.set(reply, COOKIE, secret, { maxAge: CHALLENGE_MS / 1000, sameSite: 'strict' })
      return challenge
    },
    async take({ request, reply }, person) {
      const secret = cookies.read(request, COOKIE)
      if (!secret) return null
      cookies.clear(reply, COOKIE)
      const idHash = hashOf(secret)
      // A stranger's guess reads, and never waits for the one who writes.
      if (!(await isOpen(db, idHash))) return null
      const row = await write(db, (tx) =>
        tx
          .deleteFrom('passkey_challenges')
          .where('id_hash', '=', idHash)
          .returning(['challenge', 'person_id', 'expires_at'])
          .executeTakeFirst(),
      )
      const isGood = row && row.person_id === person && row.expires_at > now().toISOString()
      return isGood ? row.challenge : null
    },
  }
}

async function isOpen(db: Db, idHash: string): Promise<boolean> {
  const row = db.selectFrom('passkey_challenges').select('id_hash').where('id_hash', '=', idHash)
  return (await row.executeTakeFirst()) !== undefined
}

async function countOpen(db: Db, at: string): Promise<number> {
  const { open } = await db
    .selectFrom('passkey_challenges')
    .select((one) => one.fn.countAll<number | string>().as('open'))
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow()
  return Number(open)
}
