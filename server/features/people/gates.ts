import type { FastifyReply, FastifyRequest } from 'fastify'
import { FARMER, type Person, type SignInSource } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import type { AdminSessions } from '#server/features/admin/sessions.ts'
import type { LinkedDevices, Visit } from './linked-devices.ts'
import { findDeviceOfPasskey, findPerson } from './people-queries.ts'

export type GateStores = { sessions: AdminSessions; devices: LinkedDevices }

export type DeskGate = ReturnType<typeof deskGate>

export function deskGate(db: Db, doors: GateStores) {
  const visits = new WeakMap<FastifyRequest, Visit>()
  return {
    async require(request: FastifyRequest, reply: FastifyReply): Promise<Person> {
      const visit = await requireVisit(db, doors, request, reply)
      request.signIn = visit.signIn
      visits.set(request, visit)
      return visit.person
    },
    sourceOf(request: FastifyRequest): SignInSource {
      const visit = visits.get(request)
      if (!visit) throw signedOut()
      return visit.source
    },
  }
}

/** By session, else as a linked phone. @throws Refusal 'signed-out' */
export async function requireVisit(
  db: Db,
  { sessions, devices }: GateStores,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit> {
  const session = await sessions.visitOf(request, reply)
  const person = session && (await personAt(db, session.personId))
  if (person) {
    const { signedInAt, expiresAt, signIn, idHash: sessionIdHash, passkeyId } = session
    const isHelper = person.role === 'helper'
    const deviceSecretHash = isHelper ? await findDeviceOfPasskey(db, passkeyId) : null
    return { person, signedInAt, expiresAt, signIn, source: { sessionIdHash, deviceSecretHash } }
  }
  const visit = await devices.visitOf(request, reply)
  if (!visit) throw signedOut()
  return visit
}

function signedOut(): Refusal {
  return new Refusal('signed-out', 'Please sign in at the desk.')
}

/** The farmer always has access, so most calls need no query. */
async function personAt(db: Db, id: number): Promise<Person | null> {
  return id === FARMER.id ? FARMER : findPerson(db, id)
}
