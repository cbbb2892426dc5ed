import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type AdminSession,
  type DeskSession,
  FRESH_MINUTES,
  KEPT_DAYS,
} from '#contract/people/admin.ts'
import { DAY, HOUR, MINUTE } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import { type Caller, FARMER, type Person, type SignInSource } from '#server/core/caller.ts'
import { hasCome } from '#server/core/due.ts'
import { hashOf, newSecret } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { type CookieJar, DESK_COOKIE } from '#server/http/cookies.ts'
import type { SignIn } from '#server/http/gates.ts'
import type { Shop } from '#server/shop.ts'
import { endGrantsOfSessions, moveGrants } from './end-grants.ts'
import { deleteDevice } from './known-devices.ts'
import {
  deleteSession,
  endOthers,
  findSession,
  listSessionRows,
  type SessionRow,
} from './session-rows.ts'

/** Idle and absolute session limits, in milliseconds. */
const IDLE = 30 * MINUTE
const MAX_AGE = 12 * HOUR

/** One that is kept, so long after its last call; a stolen cookie ends in any case. */
const KEPT = KEPT_DAYS * DAY
const MAX_KEPT = 365 * DAY

type SignedIn = Caller & {
  person: Person
  deviceHash: string | null
  passkeyId?: number
  /** The tick at sign-in. */
  keep: boolean | undefined
}

export type AdminSessions = ReturnType<typeof adminSessions>

export function adminSessions(db: Db, cookies: CookieJar, now: () => Date) {
  function idHashOf(request: FastifyRequest): string | null {
    const secret = cookies.read(request, DESK_COOKIE)
    return secret ? hashOf(secret) : null
  }
  const setCookie = (reply: FastifyReply, secret: string, isKept: boolean) =>
    cookies.set(reply, DESK_COOKIE, secret, {
      maxAge: (isKept ? KEPT : MAX_AGE) / 1000,
      sameSite: 'strict',
    })
  async function find(request: FastifyRequest): Promise<SessionRow | null> {
    const idHash = idHashOf(request)
    const row = idHash ? await findSession(db, idHash) : null
    if (!row || !isOver(row, now())) return row
    // Once expired, always expired, even if the clock is set back.
    await write(db, (tx) => deleteSession(tx, row.id_hash))
    return null
  }
  return {
    /**
     * Opens a session in a sign-in's transaction and replaces the browser's earlier one. If that
     * was the same person's, what it granted at the stall stays, and so does the tick. Call
     * `setCookie` after the commit.
     */
    async open(tx: Db, request: FastifyRequest, by: SignedIn, at: Date) {
      const secret = newSecret()
      const earlier = await findSession(tx, idHashOf(request) ?? '')
      const isSame = earlier && !isOver(earlier, at) && earlier.person_id === by.person.id
      const kept = by.keep === true || (isSame === true && earlier.kept)
      const row: SessionRow = {
        id_hash: hashOf(secret),
        signed_in_at: at.toISOString(),
        seen_at: at.toISOString(),
        expires_at: endOf(kept, at),
        device: by.device,
        address: by.address,
        device_hash: by.deviceHash,
        person_id: by.person.id,
        passkey_id: by.passkeyId ?? null,
        kept,
      }
      await tx.deleteFrom('admin_sessions').where('expires_at', '<', row.signed_in_at).execute()
      await tx.insertInto('admin_sessions').values(row).execute()
      if (earlier) await deleteSession(tx, earlier.id_hash)
      if (isSame) await moveGrants(tx, { from: earlier.id_hash, to: row.id_hash })
      return {
        shown: shown(row),
        setCookie: (reply: FastifyReply) => setCookie(reply, secret, row.kept),
      }
    },
    /** The session of a request, whose idle time restarts; null without one. */
    async visitOf(request: FastifyRequest, reply: FastifyReply) {
      const row = await find(request)
      const at = now()
      if (!row) return null
      const isLater = at.getTime() - Date.parse(row.seen_at) > MINUTE
      const expires_at = isLater && row.kept ? endOf(true, at, row.signed_in_at) : row.expires_at
      if (isLater) {
        const seen = { seen_at: at.toISOString(), expires_at }
        await write(db, (tx) =>
          tx.updateTable('admin_sessions').set(seen).where('id_hash', '=', row.id_hash).execute(),
        )
        if (row.kept) setCookie(reply, cookies.read(request, DESK_COOKIE) ?? '', true)
      }
      return {
        ...shown({ ...row, expires_at }),
        signIn: { isKept: row.kept, isFresh: isFresh(row, at) } satisfies SignIn,
        personId: row.person_id,
        idHash: row.id_hash,
        passkeyId: row.passkey_id,
      }
    },
    /** Whether a request that needs no session has the farmer's; doesn't restart the idle time. */
    isOpen: async (request: FastifyRequest) => {
      const row = await find(request)
      return row?.person_id === FARMER.id
    },
    ofRequest: find,
    close: async (tx: Db, request: FastifyRequest) => deleteSession(tx, idHashOf(request) ?? ''),
    forgetCookie: (reply: FastifyReply) => cookies.clear(reply, DESK_COOKIE),
  }
}

function endOf(isKept: boolean, at: Date, signedInAt = at.toISOString()): string {
  const last = Date.parse(signedInAt) + (isKept ? MAX_KEPT : MAX_AGE)
  return new Date(Math.min(at.getTime() + (isKept ? KEPT : MAX_AGE), last)).toISOString()
}

/** Whether the password or passkey was given within the last minutes. */
function isFresh({ signed_in_at }: SessionRow, at: Date): boolean {
  const ago = at.getTime() - Date.parse(signed_in_at)
  return ago >= 0 && ago < FRESH_MINUTES * MINUTE
}

function isOver(row: SessionRow, at: Date): boolean {
  if (row.kept) return hasCome(row.expires_at, at, 2 * KEPT)
  // Setting the clock back by less than that doesn't end a session.
  const isIdle = hasCome(row.seen_at, new Date(at.getTime() - IDLE), 2 * IDLE)
  return isIdle || hasCome(row.expires_at, at, MAX_AGE + IDLE)
}

function shown(row: SessionRow): AdminSession {
  return { signedInAt: row.signed_in_at, expiresAt: row.expires_at }
}

/** A session's public ID is the start of its hash, which opens nothing. */
const idOf = ({ id_hash }: SessionRow) => id_hash.slice(0, 16)

export async function listSessions(
  { db, now }: Shop,
  { sessionIdHash }: SignInSource,
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
    person: names.get(row.person_id) ?? FARMER.name,
    keptUntil: row.kept ? row.expires_at : null,
    isThisOne: row.id_hash === sessionIdHash,
  }))
}

/** Ends its stall grants too, and forgets its device. @throws Refusal 'not-found' */
export async function endSession({ db, now }: Shop, id: string): Promise<void> {
  await write(db, async (tx) => {
    const row = (await listSessionRows(tx)).find((one) => idOf(one) === id)
    if (!row) throw new Refusal('not-found', 'That browser is already signed out.')
    await deleteSession(tx, row.id_hash)
    await endGrantsOfSessions(tx, [row.id_hash], now())
    if (row.device_hash) await deleteDevice(tx, row.device_hash)
    const before = { device: row.device, address: row.address }
    await recordChange(tx, { action: 'ended', subject: 'session', before }, now())
  })
}

/** Ends all but the caller's, with their stall grants, and forgets every other device. */
export async function endOtherSessions({ db, now }: Shop, own: SessionRow | null): Promise<void> {
  await write(db, async (tx) => {
    await endOthers(tx, own, now())
    await recordChange(tx, { action: 'ended', subject: 'sessions' }, now())
  })
}
