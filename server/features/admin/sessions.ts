import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdminSession, DeskSession } from '#contract/people/admin.ts'
import { HOUR, MINUTE } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import { type Caller, FARMER } from '#server/core/caller.ts'
import { hasCome } from '#server/core/due.ts'
import { hashOf, newSecret } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { type CookieJar, DESK_COOKIE } from '#server/http/cookies.ts'
import type { Shop } from '#server/shop.ts'
import { endGrantsOfSessions, endGrantsWithoutSession } from './end-grants.ts'
import { deleteDevice, deleteOtherDevices } from './known-devices.ts'
import {
  deleteOtherSessions,
  deleteSession,
  findSession,
  insertSession,
  listSessionRows,
  type SessionRow,
  updateSeen,
} from './session-rows.ts'

/** A session ends so long after its last call, and so long after its first; in milliseconds. */
const IDLE = 30 * MINUTE
const MAX_AGE = 12 * HOUR

type SignedIn = Caller & { deviceHash: string | null; passkeyId?: number }

type SessionVisit = AdminSession & {
  personId: number
  idHash: string
  passkeyId: number | null
}

export type AdminSessions = {
  /** Opens a session in a sign-in's transaction; call `setCookie` after the commit. */
  open(
    tx: Db,
    by: SignedIn,
    at: Date,
  ): Promise<{ shown: AdminSession; setCookie(reply: FastifyReply): void }>
  /** The session of a call, which counts as one; null where it has none. */
  visitOf(request: FastifyRequest): Promise<SessionVisit | null>
  /** Whether a request that needs no session has the farmer's; it does not count as a call. */
  isOpen(request: FastifyRequest): Promise<boolean>
  ofRequest(request: FastifyRequest): Promise<SessionRow | null>
  close(tx: Db, request: FastifyRequest): Promise<boolean>
  forgetCookie(reply: FastifyReply): void
}

/** The desk's sign-ins: a new secret each time, in an httpOnly cookie; only its hash is stored. */
export function adminSessions(db: Db, cookies: CookieJar, now: () => Date): AdminSessions {
  function idHashOf(request: FastifyRequest): string | null {
    const secret = cookies.read(request, DESK_COOKIE)
    return secret ? hashOf(secret) : null
  }
  async function find(request: FastifyRequest): Promise<SessionRow | null> {
    const idHash = idHashOf(request)
    const row = idHash ? await findSession(db, idHash) : null
    if (!row || !isOver(row, now())) return row
    // What is over once stays so, whatever the clock says next.
    await write(db, (tx) => deleteSession(tx, row.id_hash))
    return null
  }
  return {
    async open(tx, by, at) {
      const secret = newSecret()
      const row = sessionRow(hashOf(secret), by, at)
      await insertSession(tx, row)
      const setCookie = (reply: FastifyReply) =>
        cookies.set(reply, DESK_COOKIE, secret, { maxAge: MAX_AGE / 1000, sameSite: 'strict' })
      return { shown: shown(row), setCookie }
    },
    async visitOf(request) {
      const row = await find(request)
      const at = now()
      if (!row) return null
      if (at.getTime() - Date.parse(row.seen_at) > MINUTE)
        await write(db, (tx) => updateSeen(tx, row.id_hash, at))
      return {
        ...shown(row),
        ...{ personId: personOf(row), idHash: row.id_hash, passkeyId: row.passkey_id },
      }
    },
    isOpen: async (request) => {
      const row = await find(request)
      return row !== null && personOf(row) === FARMER.id
    },
    ofRequest: find,
    close: async (tx, request) => deleteSession(tx, idHashOf(request) ?? ''),
    forgetCookie: (reply) => cookies.clear(reply, DESK_COOKIE),
  }
}

function sessionRow(
  idHash: string,
  {
    device,
    address,
    deviceHash,
    person,
    passkeyId = null,
  }: Omit<SignedIn, 'passkeyId'> & { passkeyId?: number | null },
  at: Date,
): SessionRow {
  const instant = at.toISOString()
  const times = {
    signed_in_at: instant,
    seen_at: instant,
    expires_at: new Date(at.getTime() + MAX_AGE).toISOString(),
  }
  const by = {
    device,
    address,
    device_hash: deviceHash,
    person_id: person?.id ?? null,
    passkey_id: passkeyId,
  }
  return { id_hash: idHash, ...times, ...by }
}

function isOver(row: SessionRow, at: Date): boolean {
  // A clock that was set back by less than that ends no session.
  const isIdle = hasCome(row.seen_at, new Date(at.getTime() - IDLE), 2 * IDLE)
  return isIdle || hasCome(row.expires_at, at, MAX_AGE + IDLE)
}

/** Sessions that began before there were helpers are the farmer's. */
const personOf = ({ person_id }: SessionRow) => person_id ?? FARMER.id

function shown(row: SessionRow): AdminSession {
  return { signedInAt: row.signed_in_at, expiresAt: row.expires_at }
}

/** A session is named by the beginning of its hash, which opens nothing. */
const idOf = ({ id_hash }: SessionRow) => id_hash.slice(0, 16)

export async function listSessions(
  { db, now }: Shop,
  own: SessionRow | null,
): Promise<DeskSession[]> {
  const rows = (await listSessionRows(db)).filter((row) => !isOver(row, now()))
  const people = await db.selectFrom('people').select(['id', 'name']).execute()
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    id: idOf(row),
    device: row.device,
    address: row.address,
    signedInAt: row.signed_in_at,
    seenAt: row.seen_at,
    person: names.get(personOf(row)) ?? FARMER.name,
    isThisOne: row.id_hash === own?.id_hash,
  }))
}

/**
 * Ends one session and what it granted at the stall; its device is unknown from then on. @throws
 * Refusal 'not-found'
 */
export async function endSession({ db, now }: Shop, id: string): Promise<void> {
  await write(db, async (tx) => {
    const row = (await listSessionRows(tx)).find((one) => idOf(one) === id)
    if (!row) throw new Refusal('not-found', 'That browser is already signed out.')
    await deleteSession(tx, row.id_hash)
    await endGrantsOfSessions(tx, [row.id_hash], now())
    if (row.device_hash) await deleteDevice(tx, row.device_hash)
    const before = { device: row.device, address: row.address }
    await recordChange(tx, { action: 'ended', subject: 'session', before, after: null }, now())
  })
}

/** Ends every session but one's own, and what they granted at the stall; all other devices are unknown from then on. */
export async function endOtherSessions({ db, now }: Shop, own: SessionRow | null): Promise<void> {
  await write(db, async (tx) => {
    await deleteOtherSessions(tx, own?.id_hash ?? null)
    await deleteOtherDevices(tx, own?.device_hash ?? null)
    await endGrantsWithoutSession(tx, now())
    await recordChange(
      tx,
      { action: 'ended', subject: 'sessions', before: null, after: null },
      now(),
    )
  })
}
