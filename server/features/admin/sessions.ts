import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AdminSession } from '#contract/admin.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { type CookieJar, hashOf, newSecret } from '#server/http/cookies.ts'
import { Refusal } from '#server/http/errors.ts'
import { deleteSession, findSession, insertSession, type SessionRow, updateSeen } from './session-queries.ts'

const COOKIE = 'farmstand_admin'

const MINUTE = 60_000

/** A session ends after this time without a call, and after this time in any case; in milliseconds. */
const IDLE = 30 * MINUTE
const LONGEST = 12 * 60 * MINUTE

export type AdminSessions = {
  open(reply: FastifyReply): Promise<AdminSession>
  /** @throws Refusal 'signed-out' */
  require(request: FastifyRequest): Promise<AdminSession>
  /** Whether a request that needs no session comes with one; it does not count as a call of the desk. */
  isOpen(request: FastifyRequest): Promise<boolean>
  /** The hash under which the session of a request is kept, if it brought one. */
  idHashOf(request: FastifyRequest): string | null
  close(request: FastifyRequest, reply: FastifyReply): Promise<void>
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
    async open(reply) {
      const secret = newSecret()
      const at = now()
      const row = sessionRow(hashOf(secret), at)
      await write(db, (tx) => insertSession(tx, row))
      cookies.set(reply, COOKIE, secret, { maxAge: LONGEST / 1000, sameSite: 'strict' })
      return shown(row)
    },
    async require(request) {
      const row = await find(request)
      const at = now()
      if (!row) throw new Refusal('signed-out', 'Please sign in at the desk.')
      if (at.getTime() - Date.parse(row.seen_at) > MINUTE) await write(db, (tx) => updateSeen(tx, row.id_hash, at))
      return shown(row)
    },
    isOpen: async (request) => (await find(request)) !== null,
    idHashOf,
    async close(request, reply) {
      const idHash = idHashOf(request)
      if (idHash) await write(db, (tx) => deleteSession(tx, idHash))
      cookies.clear(reply, COOKIE)
    },
  }
}

function sessionRow(idHash: string, at: Date): SessionRow {
  const instant = at.toISOString()
  const end = new Date(at.getTime() + LONGEST).toISOString()
  return { id_hash: idHash, signed_in_at: instant, seen_at: instant, expires_at: end }
}

function isOver(row: SessionRow, at: Date): boolean {
  const [end, seen] = [Date.parse(row.expires_at), Date.parse(row.seen_at)]
  // Seen long after now: the clock was set back, and nobody knows how old the session is.
  return at.getTime() >= end || Math.abs(at.getTime() - seen) >= IDLE
}

function shown(row: SessionRow): AdminSession {
  return { signedInAt: row.signed_in_at, expiresAt: row.expires_at }
}
