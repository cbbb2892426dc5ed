import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { AdminSession, DeskSession } from '#contract/admin.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Caller } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AdminSessionsTable } from '#server/db/tables/admin.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { type CookieJar, hashOf, newSecret } from '#server/http/cookies.ts'
import type { Shop } from '#server/shop.ts'
import { deleteDevice, deleteOtherDevices } from './known-devices.ts'

const COOKIE = 'farmstand_admin'

const MINUTE = 60_000

/** A session ends so long after its last call, and so long after its first; in milliseconds. */
const IDLE = 30 * MINUTE
const MAX_AGE = 12 * 60 * MINUTE

type SignedIn = Caller & { deviceHash: string }

export type AdminSessions = {
  /** Opens a session in a sign-in's transaction; call `setCookie` after the commit. */
  open(
    tx: Db,
    by: SignedIn,
    at: Date,
  ): Promise<{ shown: AdminSession; setCookie(reply: FastifyReply): void }>
  /** @throws Refusal 'signed-out' */
  require(request: FastifyRequest): Promise<AdminSession>
  /** Whether a request that needs no session has one; it does not count as a call. */
  isOpen(request: FastifyRequest): Promise<boolean>
  ofRequest(request: FastifyRequest): Promise<SessionRow | null>
  close(tx: Db, request: FastifyRequest): Promise<boolean>
  forgetCookie(reply: FastifyReply): void
}

/** The desk's sign-ins: a new secret each time, in an httpOnly cookie; only its hash is stored. */
export function adminSessions(db: Db, cookies: CookieJar, now: () => Date): AdminSessions {
  function idHashOf(request: FastifyRequest): string | null {
    const secret = cookies.read(request, COOKIE)
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
        cookies.set(reply, COOKIE, secret, { maxAge: MAX_AGE / 1000, sameSite: 'strict' })
      return { shown: shown(row), setCookie }
    },
    async require(request) {
      const row = await find(request)
      const at = now()
      if (!row) throw new Refusal('signed-out', 'Please sign in at the desk.')
      if (at.getTime() - Date.parse(row.seen_at) > MINUTE)
        await write(db, (tx) => updateSeen(tx, row.id_hash, at))
      return shown(row)
    },
    isOpen: async (request) => (await find(request)) !== null,
    ofRequest: find,
    close: async (tx, request) => deleteSession(tx, idHashOf(request) ?? ''),
    forgetCookie: (reply) => cookies.clear(reply, COOKIE),
  }
}

function sessionRow(
  idHash: string,
  { device, address, deviceHash }: SignedIn,
  at: Date,
): SessionRow {
  const instant = at.toISOString()
  const times = {
    signed_in_at: instant,
    seen_at: instant,
    expires_at: new Date(at.getTime() + MAX_AGE).toISOString(),
  }
  return { id_hash: idHash, ...times, device, address, device_hash: deviceHash }
}

function isOver(row: SessionRow, at: Date): boolean {
  const [end, seen] = [Date.parse(row.expires_at), Date.parse(row.seen_at)]
  // Seen long after now: the clock was set back, and nobody knows how old the session is.
  return at.getTime() >= end || Math.abs(at.getTime() - seen) >= IDLE
}

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
  return rows.map((row) => ({
    id: idOf(row),
    device: row.device,
    address: row.address,
    signedInAt: row.signed_in_at,
    seenAt: row.seen_at,
    isThisOne: row.id_hash === own?.id_hash,
  }))
}

/** Ends one session; its device is unknown from then on. @throws Refusal 'not-found' */
export async function endSession({ db, now }: Shop, id: string): Promise<void> {
  await write(db, async (tx) => {
    const row = (await listSessionRows(tx)).find((one) => idOf(one) === id)
    if (!row) throw new Refusal('not-found', 'That browser is already signed out.')
    await deleteSession(tx, row.id_hash)
    if (row.device_hash) await deleteDevice(tx, row.device_hash)
    const before = { device: row.device, address: row.address }
    await recordChange(tx, { action: 'ended', subject: 'session', before, after: null }, now())
  })
}

/** Ends every session but one's own; all other devices are unknown from then on. */
export async function endOtherSessions({ db, now }: Shop, own: SessionRow | null): Promise<void> {
  await write(db, async (tx) => {
    await deleteOtherSessions(tx, own?.id_hash ?? null)
    await deleteOtherDevices(tx, own?.device_hash ?? null)
    await recordChange(
      tx,
      { action: 'ended', subject: 'sessions', before: null, after: null },
      now(),
    )
  })
}

export type SessionRow = Selectable<AdminSessionsTable>

async function findSession(db: Db, idHash: string): Promise<SessionRow | null> {
  return (
    (await db
      .selectFrom('admin_sessions')
      .selectAll()
      .where('id_hash', '=', idHash)
      .executeTakeFirst()) ?? null
  )
}

function listSessionRows(db: Db): Promise<SessionRow[]> {
  return db
    .selectFrom('admin_sessions')
    .selectAll()
    .orderBy('seen_at', 'desc')
    .orderBy('id_hash')
    .execute()
}

async function insertSession(tx: Db, session: SessionRow): Promise<void> {
  await tx.deleteFrom('admin_sessions').where('expires_at', '<', session.signed_in_at).execute()
  await tx.insertInto('admin_sessions').values(session).execute()
}

async function updateSeen(tx: Db, idHash: string, at: Date): Promise<void> {
  await tx
    .updateTable('admin_sessions')
    .set({ seen_at: at.toISOString() })
    .where('id_hash', '=', idHash)
    .execute()
}

async function deleteSession(tx: Db, idHash: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('admin_sessions')
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function deleteOtherSessions(tx: Db, ownIdHash: string | null): Promise<void> {
  await tx
    .deleteFrom('admin_sessions')
    .where('id_hash', '!=', ownIdHash ?? '')
    .execute()
}
