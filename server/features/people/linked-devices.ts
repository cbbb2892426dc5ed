import type { FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE } from '#contract/time/durations.ts'
import type { Person, SignInSource } from '#server/core/caller.ts'
import { hashOf } from '#server/core/hash.ts'
import { type Db, write } from '#server/db/write.ts'
import { type CookieJar, HELPER_COOKIE } from '#server/http/cookies.ts'
import type { SignIn } from '#server/http/gates.ts'
import { closeDevice } from './close-device.ts'
import { DEVICE_LIFE, findDevice } from './people-queries.ts'

export type Visit = {
  person: Person
  signedInAt: string
  expiresAt: string
  /** Null for a linked phone: it has neither password nor passkey to ask for. */
  signIn: SignIn | null
  source: SignInSource
}

export type LinkedDevices = {
  /** The person of the calling phone, if linked; extends the link. */
  visitOf(request: FastifyRequest, reply: FastifyReply): Promise<Visit | null>
  setCookie(reply: FastifyReply, secret: string): void
  /** Ends the calling phone's own link, if any, and returns its person. */
  endOwn(tx: Db, request: FastifyRequest, at: Date): Promise<{ id: number; person: Person } | null>
  forgetCookie(reply: FastifyReply): void
}

export function linkedDevices(db: Db, cookies: CookieJar, now: () => Date): LinkedDevices {
  const setCookie = (reply: FastifyReply, secret: string) =>
    cookies.set(reply, HELPER_COOKIE, secret, { maxAge: DEVICE_LIFE / 1000, sameSite: 'strict' })
  return {
    setCookie,
    async visitOf(request, reply) {
      const secret = cookies.read(request, HELPER_COOKIE)
      const at = now()
      const found = secret ? await findDevice(db, hashOf(secret), at) : null
      if (!secret || !found) return null
      if (Math.abs(at.getTime() - Date.parse(found.heard_at)) > MINUTE) {
        await write(db, (tx) => noteContact(tx, found.id, at))
        setCookie(reply, secret)
      }
      const expiresAt = endOf(at)
      const source = { sessionIdHash: null, deviceSecretHash: found.secret_hash }
      const { person, linked_at: signedInAt } = found
      return { person, signedInAt, expiresAt, signIn: null, source }
    },
    async endOwn(tx, request, at) {
      const secret = cookies.read(request, HELPER_COOKIE)
      const found = secret ? await findDevice(tx, hashOf(secret), at) : null
      if (!found) return null
      const { id, secret_hash, person } = found
      await closeDevice(tx, { id, secret_hash, person_id: person.id }, at)
      return { id: found.id, person: found.person }
    },
    forgetCookie: (reply) => cookies.clear(reply, HELPER_COOKIE),
  }
}

const endOf = (at: Date) => new Date(at.getTime() + DEVICE_LIFE).toISOString()

async function noteContact(tx: Db, id: number, at: Date): Promise<void> {
  const contact = { heard_at: at.toISOString(), expires_at: endOf(at) }
  await tx.updateTable('devices').set(contact).where('id', '=', id).execute()
}
