import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { STALL_GRANT_DAYS, type StallGrant } from '#contract/stall.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Person } from '#server/core/caller.ts'
import { hashOf, newSecret } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { StallGrantsTable } from '#server/db/tables/stall.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import type { CookieJar } from '#server/http/cookies.ts'
import type { Gates } from '#server/http/gates.ts'
import { requirePerson } from './find-person.ts'

const COOKIE = 'farmstand_stall'

const DAY = 24 * 60 * 60_000

/** The cookie outlives its grant: by it a lost phone's sales are taken in. In seconds. */
const COOKIE_AGE = (180 * DAY) / 1000

/** A caller of the stall: a phone, and the person it was granted for. */
export type Holder = {
  phoneId: string
  label: string
  isLost: boolean
  grant: GrantRow
  person: Person
}

/** Whose commands are taken: of a lost phone, into quarantine. */
export type Sender = Pick<Holder, 'phoneId' | 'isLost' | 'person'>

type GrantRow = Selectable<StallGrantsTable>

export type StallGate = {
  /** @throws Refusal 'grant-ended' */
  require: Gates['requireStall']
  /** Of a request that the gate let in. @throws Refusal 'phone-lost' where it may only send */
  holderOf(request: FastifyRequest, options?: { mayBeLost: true }): Holder
  /** Lets a phone in for two weeks from now, or goes on letting it in. */
  grant(
    request: FastifyRequest,
    reply: FastifyReply,
    draft: { deviceId: string; label: string },
  ): Promise<StallGrant>
  /** Ends the grant that the request came with, and no other of its phone. */
  leave(request: FastifyRequest, reply: FastifyReply): Promise<undefined>
}

/** The phones of the stall: a secret in an httpOnly cookie, of which the shop keeps the hash. */
export function stallGate(db: Db, cookies: CookieJar, now: () => Date): StallGate {
  const holders = new WeakMap<FastifyRequest, Holder>()
  const ended = new Refusal(
    'grant-ended',
    'This phone may not sell any more. Please sign in again.',
  )
  const hashIn = (request: FastifyRequest) => {
    const secret = cookies.read(request, COOKIE)
    return secret ? hashOf(secret) : null
  }
  return {
    async require(request) {
      const idHash = hashIn(request)
      const holder = idHash ? await findHolder(db, idHash, now()) : null
      if (!holder) throw ended
      holders.set(request, holder)
      return holder.person
    },
    holderOf(request, { mayBeLost } = { mayBeLost: false as never }) {
      const holder = holders.get(request)
      if (!holder) throw ended
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
      cookies.clear(reply, COOKIE)
      return undefined
    },
    async grant(request, reply, draft) {
      const person = request.person
      if (!person) throw ended
      const secret = newSecret()
      const given = { ...draft, person, idHash: hashOf(secret), formerHash: hashIn(request) }
      const { grant, isRenewed } = await write(db, (tx) => grantPhone(tx, given, now()))
      const cookie = isRenewed ? cookies.read(request, COOKIE) : null
      cookies.set(reply, COOKIE, cookie ?? secret, { maxAge: COOKIE_AGE, sameSite: 'strict' })
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
  const isOver = grant.ended_at !== null || Date.parse(grant.ends_at) <= at.getTime()
  if (isOver && !isLost) return null
  const person = await requirePerson(db, grant.person_id)
  return { phoneId: grant.phone_id, label, isLost, grant, person }
}

type NewGrant = {
  deviceId: string
  label: string
  person: Person
  idHash: string
  formerHash: string | null
}

/** A phone that was lost and is signed in on again is found; what it sent meanwhile stays apart. */
async function grantPhone(tx: Db, given: NewGrant, at: Date) {
  const { deviceId, label, person, idHash, formerHash } = given
  const known = await lockPhone(tx, deviceId)
  const ends_at = new Date(at.getTime() + STALL_GRANT_DAYS * DAY).toISOString()
  await tx
    .insertInto('stall_phones')
    .values({ id: deviceId, label, heard_at: null })
    .onConflict((same) => same.column('id').doUpdateSet({ label, lost_at: null }))
    .execute()
  await noteEmptied(tx, given, at)
  const renewed = await tx
    .updateTable('stall_grants')
    .set({ ends_at })
    .where('id_hash', '=', formerHash ?? '')
    .where('phone_id', '=', deviceId)
    .where('person_id', '=', person.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const isRenewed = renewed.numUpdatedRows > 0n
  if (!isRenewed) {
    const grant = { id_hash: idHash, phone_id: deviceId, person_id: person.id, ended_at: null }
    const times = { issued_at: at.toISOString(), ends_at }
    await tx
      .insertInto('stall_grants')
      .values({ ...grant, ...times })
      .execute()
  }
  if (known?.label !== label || !isRenewed) {
    const before = known ? { label: known.label } : null
    const change = {
      action: 'granted',
      subject: `phone:${deviceId}`,
      before,
      after: { label },
    } as const
    await recordChange(tx, change, at)
  }
  return { grant: { deviceId, label, person, endsAt: ends_at }, isRenewed }
}

/** A browser with the cookie of another phone lost what that one held, and made itself a new id. */
async function noteEmptied(tx: Db, { deviceId, formerHash }: NewGrant, at: Date): Promise<void> {
  const former = tx
    .selectFrom('stall_grants')
    .select('phone_id')
    .where('id_hash', '=', formerHash ?? '')
    .where('phone_id', '!=', deviceId)
  await tx
    .updateTable('stall_phones')
    .set({ emptied_at: at.toISOString() })
    .where('id', 'in', former)
    .where('emptied_at', 'is', null)
    .execute()
}

function lockPhone(tx: Db, id: string) {
  return tx
    .selectFrom('stall_phones')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function showGrant({ phoneId: deviceId, label, person, grant }: Holder): StallGrant {
  return { deviceId, label, person, endsAt: grant.ends_at }
}
