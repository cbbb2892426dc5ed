import type { LinkedDevice, PersonAtWork } from '#contract/people.ts'
import type { Db } from '#server/db/tables.ts'
import { type DeviceRow, listDeviceRows, listOpenLinks, listPeopleRows } from './people-queries.ts'

export async function listPeople(db: Db, now: Date): Promise<PersonAtWork[]> {
  const rows = await listPeopleRows(db)
  const devices = Map.groupBy(await listDeviceRows(db, now), ({ person_id }) => person_id)
  const links = new Map(
    (await listOpenLinks(db, now)).map(({ person_id, until }) => [person_id, until]),
  )
  return rows.map(({ id, name, role }) => ({
    ...{ id, name, role, linkUntil: links.get(id) ?? null },
    devices: (devices.get(id) ?? []).map(showDevice),
  }))
}

export async function showPerson(db: Db, id: number, now: Date): Promise<PersonAtWork> {
  const person = (await listPeople(db, now)).find((one) => one.id === id)
  if (!person) throw new Error(`The person ${id} is not there.`)
  return person
}

export function showDevice(row: DeviceRow): LinkedDevice {
  const { id, label, linked_at, heard_at, expires_at } = row
  return { id, label, linkedAt: linked_at, heardAt: heard_at, expiresAt: expires_at }
}
