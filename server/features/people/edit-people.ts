import type { LinkedDevice, PersonAtWork, PersonDraft } from '#contract/people/people.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { recordChange } from '#server/core/audit.ts'
import { lockFarmer, type Person } from '#server/core/caller.ts'
import { impossible, Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { endGrantsOfPerson } from '#server/features/admin/end-grants.ts'
import type { Shop } from '#server/shop.ts'
import {
  type DeviceRow,
  findPerson,
  listDeviceRows,
  listPersons,
  openLinks,
} from './people-queries.ts'

const MAX_PEOPLE = 50

/** @throws Refusal 'in-use' for a name that is taken, 'list-full' */
export function addHelper({ db, now }: Shop, { name }: PersonDraft): Promise<PersonAtWork> {
  return write(db, async (tx) => {
    await lockFarmer(tx)
    const others = await listPersons(tx)
    if (others.length >= MAX_PEOPLE)
      throw new Refusal('list-full', `At most ${MAX_PEOPLE} people, please.`)
    requireFree(name, others)
    const row = { name, role: 'helper' as const, created_at: now().toISOString() }
    const { id } = await tx
      .insertInto('people')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(tx, { action: 'created', subject: `person:${id}`, after: { name } }, now())
    return showPerson(tx, id, now())
  })
}

/** @throws Refusal 'not-found', 'in-use' for a name that is taken */
export function renamePerson(
  { db, now }: Shop,
  id: number,
  { name }: PersonDraft,
): Promise<PersonAtWork> {
  return write(db, async (tx) => {
    const before = await requirePerson(tx, id)
    requireFree(
      name,
      (await listPersons(tx)).filter((other) => other.id !== id),
    )
    await tx.updateTable('people').set({ name }).where('id', '=', id).execute()
    const change = { before: { name: before.name }, after: { name } }
    await recordChange(tx, { action: 'changed', subject: `person:${id}`, ...change }, now())
    return showPerson(tx, id, now())
  })
}

/** Ends all of a helper's access to desk and stall. @throws Refusal 'not-found', 'not-allowed' */
export async function endHelper({ db, now }: Shop, id: number): Promise<void> {
  await write(db, async (tx) => {
    const { name } = await requireHelper(tx, id)
    const ended_at = now().toISOString()
    await tx.updateTable('people').set({ ended_at }).where('id', '=', id).execute()
    const devices = tx.updateTable('devices').set({ ended_at }).where('person_id', '=', id)
    await devices.where('ended_at', 'is', null).execute()
    await tx.deleteFrom('device_links').where('person_id', '=', id).execute()
    await tx.deleteFrom('passkey_challenges').where('person_id', '=', id).execute()
    await tx.deleteFrom('passkeys').where('person_id', '=', id).execute()
    await tx.deleteFrom('admin_sessions').where('person_id', '=', id).execute()
    await endGrantsOfPerson(tx, id, now())
    await recordChange(tx, { action: 'ended', subject: `person:${id}`, before: { name } }, now())
  })
}

async function requirePerson(tx: Db, id: number): Promise<Person> {
  const person = await findPerson(tx, id)
  if (!person) throw new Refusal('not-found', 'That helper was already removed.')
  return person
}

/** @throws Refusal 'not-found', or 'change-impossible' for the farmer, who has the password */
export async function requireHelper(tx: Db, id: number): Promise<Person> {
  const person = await requirePerson(tx, id)
  if (person.role === 'farmer') throw impossible('The farmer signs in with the password.')
  return person
}

function requireFree(name: string, others: readonly Person[]): void {
  const key = nameKey(name)
  if (others.some((other) => nameKey(other.name) === key))
    throw new Refusal('in-use', 'Somebody else has this name already.', { field: 'name' })
}

export async function listPeople(db: Db, now: Date): Promise<PersonAtWork[]> {
  const persons = await listPersons(db)
  const devices = Map.groupBy(await listDeviceRows(db, now), ({ person_id }) => person_id)
  const links = new Map(
    (await openLinks(db, now).execute()).map(({ person_id, until }) => [person_id, until]),
  )
  return persons.map((person) => ({
    ...person,
    linkUntil: links.get(person.id) ?? null,
    devices: (devices.get(person.id) ?? []).map(showDevice),
  }))
}

async function showPerson(db: Db, id: number, now: Date): Promise<PersonAtWork> {
  const person = (await listPeople(db, now)).find((one) => one.id === id)
  if (!person) throw new Error(`The person ${id} is not there.`)
  return person
}

export function showDevice(row: DeviceRow): LinkedDevice {
  const { id, label, linked_at, heard_at, expires_at } = row
  return { id, label, linkedAt: linked_at, heardAt: heard_at, expiresAt: expires_at }
}
