import type { FastifyReply, FastifyRequest } from 'fastify'
import { STALL_GRANT_MS, type StallGrant } from '#contract/market/stall.ts'
import { DAY } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Person, SignInSource } from '#server/core/caller.ts'
import { hasCome, isAheadIn } from '#server/core/due.ts'
import { hashOf, newSecret } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { findPerson, requireSource } from '#server/features/people/people-queries.ts'
import { type CookieJar, STALL_COOKIE } from '#server/http/cookies.ts'
import { visitOf } from '#server/http/gates.ts'

/** In seconds. Outlives the grant, so that a lost phone can still send its sales. */
const COOKIE_AGE = (180 * DAY) / 1000

type Holder = NonNullable<Awaited<ReturnType<typeof findHolder>>>

export type StallGate = ReturnType<typeof stallGate>

export function stallGate(db: Db, cookies: CookieJar, now: () => Date) {
  const holders = new WeakMap<FastifyRequest, Holder>()
  const hashIn = (request: FastifyRequest) => {
    const secret = cookies.read(request, STALL_COOKIE)
    return secret ? hashOf(secret) : null
  }
  return {
    /** @throws Refusal 'grant-ended' */
    async require(request: FastifyRequest) {
      const idHash = hashIn(request)
      const holder = idHash ? await findHolder(db, idHash, now()) : null
      if (!holder) throw grantEnded()
      holders.set(request, holder)
      return holder.person
    },
    /** Call after the gate let the request in. @throws Refusal 'phone-lost' where it may only send */
    holderOf(request: FastifyRequest, { mayBeLost } = { mayBeLost: false }) {
      const holder = holders.get(request)
      if (!holder) throw grantEnded()
      if (holder.isLost && !mayBeLost)
        throw new Refusal('phone-lost', 'This phone was reported lost. Please sign in again.')
      return holder
    },
    async leave(request: FastifyRequest, reply: FastifyReply) {
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
    },
    /** Lets a phone in for two weeks from now, or extends that. */
    async grant(
      request: FastifyRequest,
      reply: FastifyReply,
      draft: Pick<NewGrant, 'deviceId' | 'label'>,
    ) {
      const { person, source } = visitOf(request)
      const secret = newSecret()
      const hashes = { idHash: hashOf(secret), formerHash: hashIn(request) }
      const given = { ...draft, person, source, ...hashes }
      const { grant, isRenewed } = await write(db, (tx) => grantPhone(tx, given, now()))
      const cookie = isRenewed ? cookies.read(request, STALL_COOKIE) : null
      cookies.set(reply, STALL_COOKIE, cookie ?? secret, { maxAge: COOKIE_AGE, sameSite: 'strict' })
      return grant
    },
  }
}

/** @throws Refusal 'grant-ended' for someone who was removed */
async function findHolder(db: Db, idHash: string, at: Date) {
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
  const person = await findPerson(db, grant.person_id)
  if (!person) throw grantEnded()
  return { phoneId: grant.phone_id, label, isLost, grant, person }
}

export function showGrant({ phoneId: deviceId, label, person, grant }: Holder): StallGrant {
  return { deviceId, label, person, endsAt: grant.ends_at }
}

type NewGrant = {
  deviceId: string
  label: string
  person: Person
  source: SignInSource
  idHash: string
  formerHash: string | null
}

/**
 * Signing in as the farmer on a lost phone marks it found; what it sent while lost stays set aside.
 * @throws Refusal 'phone-lost' for anyone else, 'in-use' for someone else's phone, 'list-full'
 */
async function grantPhone(tx: Db, given: NewGrant, at: Date) {
  const { deviceId, person, source, formerHash } = given
  const known = await lockPhone(tx, deviceId)
  const label = known ? given.label : await freeLabel(tx, given.label)
  await requireSource(tx, source)
  const former = await findFormer(tx, formerHash)
  const isFarmer = person.role === 'farmer'
  if (!isFarmer) {
    if (known?.lost_at || former?.lost_at) throw new Refusal('phone-lost', LOST)
    if (former?.phone_id !== deviceId) await requireLastHolder(tx, deviceId, person)
    await requireRoom(tx, { deviceId, person }, at)
  }
  await tx
    .insertInto('stall_phones')
    .values({ id: deviceId, label, heard_at: null })
    .onConflict((same) =>
      same.column('id').doUpdateSet(isFarmer ? { label, lost_at: null } : { label }),
    )
    .execute()
  if (former && former.phone_id !== deviceId) await noteEmptied(tx, former.phone_id, at)
  const { endsAt, isRenewed } = await putGrant(tx, given, at)
  if (known?.label !== label || !isRenewed) {
    const before = known ? { label: known.label } : null
    const subject = `phone:${deviceId}` as const
    await recordChange(tx, { action: 'granted', subject, before, after: { label } }, at)
  }
  return { grant: { deviceId, label, person, endsAt }, isRenewed }
}

async function putGrant(tx: Db, given: NewGrant, at: Date) {
  const { deviceId, person, source, idHash, formerHash } = given
  const endsAt = new Date(at.getTime() + STALL_GRANT_MS).toISOString()
  const { sessionIdHash: session_id_hash, deviceSecretHash: device_secret_hash } = source
  const changing = { ends_at: endsAt, session_id_hash, device_secret_hash }
  const renewed = await tx
    .updateTable('stall_grants')
    .set(changing)
    .where('id_hash', '=', formerHash ?? '')
    .where('phone_id', '=', deviceId)
    .where('person_id', '=', person.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const isRenewed = renewed.numUpdatedRows > 0n
  if (!isRenewed) {
    const grant = { id_hash: idHash, phone_id: deviceId, person_id: person.id, ended_at: null }
    await tx
      .insertInto('stall_grants')
      .values({ ...grant, issued_at: at.toISOString(), ...changing })
      .execute()
  }
  return { endsAt, isRenewed }
}

async function freeLabel(tx: Db, label: string): Promise<string> {
  const rows = await tx.selectFrom('stall_phones').select('label').execute()
  const taken = new Set(rows.map((row) => row.label))
  let free = label
  for (let number = 2; taken.has(free); number++) free = `${label} ${number}`
  return free
}

function lockPhone(tx: Db, id: string) {
  return tx
    .selectFrom('stall_phones')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

function findFormer(tx: Db, formerHash: string | null) {
  return tx
    .selectFrom('stall_grants')
    .innerJoin('stall_phones', 'stall_phones.id', 'stall_grants.phone_id')
    .select(['phone_id', 'lost_at'])
    .where('id_hash', '=', formerHash ?? '')
    .executeTakeFirst()
}

export function findLastGrant(db: Db, phoneId: string) {
  const grants = db.selectFrom('stall_grants').select('person_id').where('phone_id', '=', phoneId)
  return grants.orderBy('issued_at', 'desc').orderBy('id_hash').limit(1).executeTakeFirst()
}

/** Without its cookie, a phone belongs to its last holder. @throws Refusal 'in-use' */
async function requireLastHolder(tx: Db, deviceId: string, person: Person): Promise<void> {
  const last = await findLastGrant(tx, deviceId)
  if (!last || last.person_id === person.id) return
  const message =
    'This phone is known as somebody else’s. Please ask the farmer to sign in on it once.'
  throw new Refusal('in-use', message, { field: 'deviceId' })
}

const MAX_PHONES = 10

type OwnPhone = Pick<NewGrant, 'deviceId' | 'person'>

async function requireRoom(tx: Db, { deviceId, person }: OwnPhone, at: Date): Promise<void> {
  const others = await tx
    .selectFrom('stall_grants')
    .select('phone_id')
    .distinct()
    .where('person_id', '=', person.id)
    .where('phone_id', '!=', deviceId)
    .where('ended_at', 'is', null)
    .where(isAheadIn('ends_at', at, 2 * STALL_GRANT_MS))
    .execute()
  if (others.length < MAX_PHONES) return
  const message = `At most ${MAX_PHONES} phones for one person, please. The farmer can end one at the desk.`
  throw new Refusal('list-full', message)
}

const LOST = 'This phone was reported lost. Only the farmer can let it in again.'

/** A browser sending another phone's cookie has lost its stored data and made itself a new ID. */
async function noteEmptied(tx: Db, formerId: string, at: Date): Promise<void> {
  await tx
    .updateTable('stall_phones')
    .set({ emptied_at: at.toISOString() })
    .where('id', '=', formerId)
    .where('emptied_at', 'is', null)
    .execute()
}

function grantEnded(): Refusal {
  return new Refusal('grant-ended', 'This phone’s market access has ended. Please sign in again.')
}
