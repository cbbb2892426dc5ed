import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdminSession } from '#contract/admin.ts'
import type { Caller } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { type CookieJar, hashOf, newSecret } from '#server/http/cookies.ts'
import { deleteSession, findSession, insertSession, type SessionRow, updateSeen } from './session-queries.ts'

const COOKIE = 'farmstand_admin'

const MINUTE = 60_000

/** A session ends after this time without a call, and after this time in any case; in milliseconds. */
const IDLE = 30 * MINUTE
const MAX_AGE = 12 * 60 * MINUTE

type SignedIn = Caller & { deviceHash: string }

export type AdminSessions = {
  /** Opens a session inside the transaction of a sign-in; `setCookie` gives the browser its cookie after the commit. */
  open(tx: Db, by: SignedIn, at: Date): Promise<{ shown: AdminSession; setCookie(reply: FastifyReply): void }>
  /** @throws Refusal 'signed-out' */
  require(request: FastifyRequest): Promise<AdminSession>
  /** Whether a request that needs no session comes with one; it does not count as a call of the desk. */
  isOpen(request: FastifyRequest): Promise<boolean>
  ofRequest(request: FastifyRequest): Promise<SessionRow | null>
  close(tx: Db, request: FastifyRequest): Promise<boolean>
  forgetCookie(reply: FastifyReply): void
}

/** The desk's sign-ins: a new secret each time, in an httpOnly cookie; the database keeps its hash only. */
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
      if (at.getTime() - Date.parse(row.seen_at) > MINUTE) await write(db, (tx) => updateSeen(tx, row.id_hash, at))
      return shown(row)
    },
    isOpen: async (request) => (await find(request)) !== null,
    ofRequest: find,
    close: async (tx, request) => deleteSession(tx, idHashOf(request) ?? ''),
    forgetCookie: (reply) => cookies.clear(reply, COOKIE),
  }
}

function sessionRow(idHash: string, { device, address, deviceHash }: SignedIn, at: Date): SessionRow {
  const instant = at.toISOString()
  const times = { signed_in_at: instant, seen_at: instant, expires_at: new Date(at.getTime() + MAX_AGE).toISOString() }
  return { id_hash: idHash, ...times, device, address, device_hash: deviceHash }
}

export function isOver(row: SessionRow, at: Date): boolean {
  const [end, seen] = [Date.parse(row.expires_at), Date.parse(row.seen_at)]
  // Seen long after now: the clock was set back, and nobody knows how old the session is.
  return at.getTime() >= end || Math.abs(at.getTime() - seen) >= IDLE
}

function shown(row: SessionRow): AdminSession {
  return { signedInAt: row.signed_in_at, expiresAt: row.expires_at }
}
