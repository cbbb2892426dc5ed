import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DeviceLink, LINK_HOURS, type LinkedDevice, linkFor } from '#contract/people/people.ts'
import { DAY, MINUTE } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Caller } from '#server/core/caller.ts'
import { isAheadIn } from '#server/core/due.ts'
import { hashOf, newSecret } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { callerOf } from '#server/http/address-key.ts'
import { type CookieJar, HELPER_COOKIE } from '#server/http/cookies.ts'
import type { Call } from '#server/http/endpoints.ts'
import type { Visit } from '#server/http/gates.ts'
import type { Shop } from '#server/shop.ts'
import { requireHelper, showDevice } from './edit-people.ts'
import {
  closeDevice,
  DEVICE_LIFE,
  type DeviceRow,
  findDevice,
  LINK_LIFE,
  openLinks,
  revokeDevice,
} from './people-queries.ts'

export type LinkedDevices = ReturnType<typeof linkedDevices>

export function linkedDevices(db: Db, cookies: CookieJar, now: () => Date) {
  const setCookie = (reply: FastifyReply, secret: string) =>
    cookies.set(reply, HELPER_COOKIE, secret, { maxAge: DEVICE_LIFE / 1000, sameSite: 'strict' })
  return {
    setCookie,
    /** The person of the calling phone, if linked; extends the link. */
    async visitOf(request: FastifyRequest, reply: FastifyReply): Promise<Visit | null> {
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
      return { person, signedInAt, expiresAt, signIn: null, source, passkeyId: null }
    },
    /** Ends the calling phone's own link, if any, and returns its person. */
    async endOwn(tx: Db, request: FastifyRequest, at: Date) {
      const secret = cookies.read(request, HELPER_COOKIE)
      const found = secret ? await findDevice(tx, hashOf(secret), at) : null
      if (!found) return null
      const { id, secret_hash, person } = found
      await closeDevice(tx, { id, secret_hash, person_id: person.id }, at)
      return { id, person }
    },
    forgetCookie: (reply: FastifyReply) => cookies.clear(reply, HELPER_COOKIE),
  }
}

const endOf = (at: Date) => new Date(at.getTime() + DEVICE_LIFE).toISOString()

async function noteContact(tx: Db, id: number, at: Date): Promise<void> {
  const contact = { heard_at: at.toISOString(), expires_at: endOf(at) }
  await tx.updateTable('devices').set(contact).where('id', '=', id).execute()
}

/** For one phone; an earlier unused link ends. @throws Refusal 'not-found', 'not-allowed' */
export function makeLink({ db, now }: Shop, personId: number, origin: string): Promise<DeviceLink> {
  const secret = newSecret()
  const at = now()
  const until = new Date(at.getTime() + LINK_LIFE).toISOString()
  return write(db, async (tx) => {
    const { name } = await requireHelper(tx, personId)
    await tx
      .deleteFrom('device_links')
      .where((link) =>
        link.or([
          link.and([link('person_id', '=', personId), link('used_at', 'is', null)]),
          // Used links are kept while someone may try them again, so that they can be told so.
          link('until', '<', new Date(at.getTime() - DAY).toISOString()),
        ]),
      )
      .execute()
    const link = { secret_hash: hashOf(secret), person_id: personId, created_at: at.toISOString() }
    await tx
      .insertInto('device_links')
      .values({ ...link, until })
      .execute()
    await recordChange(tx, { action: 'linked', subject: `person:${personId}`, after: { name } }, at)
    return { url: linkFor(origin, secret), until }
  })
}

/** Links the calling phone to a helper, once per link. @throws Refusal 'link-over' */
export async function linkDevice(
  { db, now }: Shop,
  devices: LinkedDevices,
  { secret, label }: { secret: string; label: string | null },
  { request, reply }: Call,
): Promise<{ name: string }> {
  const at = now()
  const own = newSecret()
  const caller = callerOf(request)
  // A stranger's guess only reads, so it never waits for a writer.
  const open = openLinks(db, at).where('secret_hash', '=', hashOf(secret))
  if (!(await open.executeTakeFirst())) throw await linkIsOver(db, hashOf(secret))
  const name = await write(db, async (tx) => {
    const person = await useLink(tx, hashOf(secret), at)
    await devices.endOwn(tx, request, at)
    const row = {
      secret_hash: hashOf(own),
      person_id: person.id,
      label: label ?? labelOf(caller),
      linked_at: at.toISOString(),
      heard_at: at.toISOString(),
      expires_at: endOf(at),
    }
    const made = tx.insertInto('devices').values(row).returning('id')
    const { id } = await made.executeTakeFirstOrThrow()
    const change = { action: 'created', subject: `device:${id}` } as const
    await recordChange(tx, { ...change, after: { name: row.label } }, at, { ...caller, person })
    return person.name
  })
  devices.setCookie(reply, own)
  return { name }
}

async function useLink(tx: Db, secretHash: string, at: Date) {
  const used_at = at.toISOString()
  const used = await tx
    .updateTable('device_links')
    .set({ used_at })
    .where('secret_hash', '=', secretHash)
    .where('used_at', 'is', null)
    .where(isAheadIn('until', at, 2 * LINK_LIFE))
    .returning('person_id')
    .executeTakeFirst()
  if (!used) throw await linkIsOver(tx, secretHash)
  return requireHelper(tx, used.person_id)
}

async function linkIsOver(db: Db, secretHash: string): Promise<Refusal> {
  const known = db.selectFrom('device_links').select('used_at')
  const link = await known.where('secret_hash', '=', secretHash).executeTakeFirst()
  const message = link?.used_at
    ? 'This link was used already. Please ask the farmer for a new one.'
    : `This link is no longer good. Please ask the farmer for a new one; it is good for ${LINK_HOURS} hours.`
  return new Refusal('link-over', message)
}

const labelOf = ({ device }: Caller) => device ?? 'Phone'

/** @throws Refusal 'not-found' */
export function renameDevice({ db, now }: Shop, id: number, label: string): Promise<LinkedDevice> {
  return write(db, async (tx) => {
    const row = await requireDevice(tx, id)
    await tx.updateTable('devices').set({ label }).where('id', '=', id).execute()
    const [before, after] = [{ name: row.label }, { name: label }]
    await recordChange(tx, { action: 'changed', subject: `device:${id}`, before, after }, now())
    return showDevice({ ...row, label })
  })
}

/** @throws Refusal 'not-found' */
export async function endDevice({ db, now }: Shop, id: number): Promise<void> {
  await write(db, async (tx) => {
    const device = await requireDevice(tx, id)
    await revokeDevice(tx, device, now())
    const before = { name: device.label }
    await recordChange(tx, { action: 'ended', subject: `device:${id}`, before }, now())
  })
}

async function requireDevice(tx: Db, id: number): Promise<DeviceRow> {
  const row = tx.selectFrom('devices').selectAll().where('id', '=', id)
  const device = await row.where('ended_at', 'is', null).executeTakeFirst()
  if (!device) throw new Refusal('not-found', 'This phone is no longer linked.')
  return device
}
