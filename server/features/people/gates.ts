import type { FastifyReply, FastifyRequest } from 'fastify'
import { FARMER, type Person } from '#server/core/caller.ts'
import type { Db } from '#server/db/write.ts'
import type { AdminSessions } from '#server/features/admin/sessions.ts'
import { type Gates, signedOut, type Visit } from '#server/http/gates.ts'
import type { LinkedDevices } from './linked-devices.ts'
import { findDeviceOfPasskey, findPerson } from './people-queries.ts'

export type GateStores = { sessions: AdminSessions; devices: LinkedDevices }

export function deskGate(db: Db, doors: GateStores): Gates['requireAdmin'] {
  return async (request, reply) => {
    const visit = await findVisit(db, doors, request, reply)
    if (!visit) throw signedOut()
    request.visit = visit
    return visit.person
  }
}

/** By session, else as a linked phone. */
async function findVisit(
  db: Db,
  { sessions, devices }: GateStores,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit | null> {
  const session = await sessions.visitOf(request, reply)
  const person = session && (await personAt(db, session.personId))
  if (person) {
    const { idHash: sessionIdHash, passkeyId } = session
    const isHelper = person.role === 'helper'
    const deviceSecretHash = isHelper ? await findDeviceOfPasskey(db, passkeyId) : null
    return { ...session, person, source: { sessionIdHash, deviceSecretHash } }
  }
  return devices.visitOf(request, reply)
}

/** The farmer always has access, so most calls need no query. */
async function personAt(db: Db, id: number): Promise<Person | null> {
  return id === FARMER.id ? FARMER : findPerson(db, id)
}
