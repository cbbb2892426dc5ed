import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { STALL_GRANT_MS, type StallGrant } from '#contract/market/stall.ts'
import type { Person } from '#server/core/caller.ts'
import { hasCome } from '#server/core/due.ts'
import { hashOf, newSecret } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { StallGrantsTable } from '#server/db/tables/stall.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import type { DeskGate } from '#server/features/people/gates.ts'
import { type CookieJar, STALL_COOKIE } from '#server/http/cookies.ts'
import type { Gates } from '#server/http/gates.ts'
import { grantPhone } from './grant-phone.ts'
import { grantEnded, requirePerson } from './stall-people.ts'

const DAY = 24 * 60 * 60_000

/** The cookie outlives its grant: by it a lost phone's sales are taken in. In seconds. */
const COOKIE_AGE = (180 * DAY) / 1000

/** A caller of the stall: a phone, and the person it was granted for. */
type Holder = {
  phoneId: string
  label: string
  isLost: boolean
  grant: GrantRow
  person: Person
}

type GrantRow = Selectable<StallGrantsTable>

export type StallGate = {
  /** @throws Refusal 'grant-ended' */
  require: Gates['requireStall']
  /** Of a request that the gate let in. @throws Refusal 'phone-lost' where it may only send */
  holderOf(request: FastifyRequest, options?: { mayBeLost: boolean }): Holder
  /** Lets a phone in for two weeks from now, or goes on letting it in. */
  grant(
    request: FastifyRequest,
    reply: FastifyReply,
    draft: { deviceId: string; label: string },
  ): Promise<StallGrant>
  /** Ends the grant that the request came with, and no other of its phone. */
  leave(request: FastifyRequest, reply: FastifyReply): Promise<undefined>
}

type StallGateTools = { cookies: CookieJar; sourceOf: DeskGate['sourceOf'] }

/** The phones of the stall: a secret in an httpOnly cookie, of which the shop keeps the hash. */
export function stallGate(
  db: Db,
  { cookies, sourceOf }: StallGateTools,
  now: () => Date,
): StallGate {
  const holders = new WeakMap<FastifyRequest, Holder>()
  const hashIn = (request: FastifyRequest) => {
    const secret = cookies.read(request, STALL_COOKIE)
    return secret ? hashOf(secret) : null
  }
  return {
    async require(request) {
      const idHash = hashIn(request)
      const holder = idHash ? await findHolder(db, idHash, now()) : null
      if (!holder) throw grantEnded()
      holders.set(request, holder)
      return holder.person
    },
    holderOf(request, { mayBeLost } = { mayBeLost: false }) {
      const holder = holders.get(request)
      if (!holder) throw grantEnded()
      if (holder.isLost && !mayBeLost)
        throw new Refusal('phone-lost', 'This phone was reported lost. Please sign in again.')
      return holder
    },
    async leave(request, reply) {
      const ended_at = now().toISOString()
      await write(db, (tx) =>
        tx
          .updateTable('stall_grants')
          .set({ ended_at })
          .where('id_hash', '=', hashIn(request) ?? '')
          .where('ended_at', 'is', null)
          .execute(),
      )
      cookies.clear(reply, STALL_COOKIE)
      return undefined
    },
    async grant(request, reply, draft) {
      const person = request.person
      if (!person) throw grantEnded()
      const secret = newSecret()
      const hashes = { idHash: hashOf(secret), formerHash: hashIn(request) }
      const given = { ...draft, person, source: sourceOf(request), ...hashes }
      const { grant, isRenewed } = await write(db, (tx) => grantPhone(tx, given, now()))
      const cookie = isRenewed ? cookies.read(request, STALL_COOKIE) : null
      cookies.set(reply, STALL_COOKIE, cookie ?? secret, { maxAge: COOKIE_AGE, sameSite: 'strict' })
      return grant
    },
  }
}

/** A lost phone is known as such, as long as its cookie is. */
async function findHolder(db: Db, idHash: string, at: Date): Promise<Holder | null> {
  const row = await db
    .selectFrom('stall_grants')
    .innerJoin('stall_phones', 'stall_phones.id', 'stall_grants.phone_id')
    .selectAll('stall_grants')
    .select(['stall_phones.label', 'stall_phones.lost_at'])
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  if (!row) return null
  const { label, lost_at, ...grant } = row
  const isLost = lost_at !== null
  const isOver = grant.ended_at !== null || hasCome(grant.ends_at, at, 2 * STALL_GRANT_MS)
  if (isOver && !isLost) return null
  const person = await requirePerson(db, grant.person_id)
  return { phoneId: grant.phone_id, label, isLost, grant, person }
}

export function showGrant({ phoneId: deviceId, label, person, grant }: Holder): StallGrant {
  return { deviceId, label, person, endsAt: grant.ends_at }
}
