import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY } from '#contract/time/durations.ts'
import { hasComeIn, isAheadIn } from '#server/core/due.ts'
import { hashOf, newSecret } from '#server/core/hash.ts'
import type { Db } from '#server/db/write.ts'
import type { CookieJar } from '#server/http/cookies.ts'

const COOKIE = 'farmstand_device'

/** A browser stays known for a year after its last sign-in; in milliseconds. */
const YEAR = 365 * DAY

export type KnownDevices = ReturnType<typeof knownDevices>

/** Browsers that signed in before: a secret in an httpOnly cookie, its hash in the database. */
export function knownDevices(db: Db, cookies: CookieJar, now: () => Date) {
  async function find(request: FastifyRequest, from: Db): Promise<string | null> {
    const secret = cookies.read(request, COOKIE)
    return secret ? findDevice(from, hashOf(secret), now()) : null
  }
  return {
    find: (request: FastifyRequest) => find(request, db),
    async remember(tx: Db, request: FastifyRequest, at: Date) {
      const known = await find(request, tx)
      const secret = (known && cookies.read(request, COOKIE)) || newSecret()
      const hash = hashOf(secret)
      await rememberDevice(tx, { hash, at, until: new Date(at.getTime() + YEAR) })
      return {
        hash,
        setCookie: (reply: FastifyReply) =>
          cookies.set(reply, COOKIE, secret, { maxAge: YEAR / 1000, sameSite: 'strict' }),
      }
    },
  }
}

/** When full, the least recently seen is dropped. */
const MAX_KNOWN = 100

async function findDevice(db: Db, hash: string, at: Date): Promise<string | null> {
  const known = await db
    .selectFrom('known_devices')
    .select('id_hash')
    .where('id_hash', '=', hash)
    .where(isAheadIn('expires_at', at, 2 * YEAR))
    .executeTakeFirst()
  return known?.id_hash ?? null
}

async function rememberDevice(
  tx: Db,
  { hash, at, until }: { hash: string; at: Date; until: Date },
): Promise<void> {
  const seen = { seen_at: at.toISOString(), expires_at: until.toISOString() }
  await tx
    .insertInto('known_devices')
    .values({ id_hash: hash, ...seen })
    .onConflict((known) => known.column('id_hash').doUpdateSet(seen))
    .execute()
  await tx
    .deleteFrom('known_devices')
    .where(hasComeIn('expires_at', at, 2 * YEAR))
    .execute()
  const latest = tx.selectFrom('known_devices').select('id_hash').orderBy('seen_at', 'desc')
  const tooMany = latest.limit(MAX_KNOWN).offset(MAX_KNOWN)
  await tx.deleteFrom('known_devices').where('id_hash', 'in', tooMany).execute()
}

export async function deleteDevice(tx: Db, hash: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('id_hash', '=', hash).execute()
}
