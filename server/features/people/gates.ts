import type { FastifyReply, FastifyRequest } from 'fastify'
import { FARMER, type Person } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import type { AdminSessions } from '#server/features/admin/sessions.ts'
import type { Gates } from '#server/http/gates.ts'
import type { LinkedDevices, Visit } from './linked-devices.ts'
import { findPerson } from './people-queries.ts'

export type GateStores = { sessions: AdminSessions; devices: LinkedDevices }

export function deskGate(db: Db, doors: GateStores): Gates['requireAdmin'] {
  return async (request, reply) => (await requireVisit(db, doors, request, reply)).person
}

/** By a session, or else as the phone that was linked. @throws Refusal 'signed-out' */
export async function requireVisit(
  db: Db,
  { sessions, devices }: GateStores,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit> {
  const session = await sessions.visitOf(request)
  const person = session && (await personAt(db, session.personId))
  if (person) return { ...session, person }
  const visit = await devices.visitOf(request, reply)
  if (!visit) throw new Refusal('signed-out', 'Please sign in at the desk.')
  return visit
}

/** The farmer is always at work: nothing is asked for most calls. */
async function personAt(db: Db, id: number): Promise<Person | null> {
  return id === FARMER.id ? FARMER : findPerson(db, id)
}
