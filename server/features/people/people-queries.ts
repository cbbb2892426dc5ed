import type { Selectable } from 'kysely'
import { DEVICE_DAYS, LINK_HOURS } from '#contract/people/people.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import type { Person } from '#server/core/caller.ts'
import { isAheadIn } from '#server/core/due.ts'
import type { DevicesTable, PeopleTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/write.ts'

/** Lifetimes of a link and of an idle phone, in milliseconds. */
export const LINK_LIFE = LINK_HOURS * HOUR
export const DEVICE_LIFE = DEVICE_DAYS * DAY

export type PersonRow = Selectable<PeopleTable>
export type DeviceRow = Selectable<DevicesTable>

export function listPeopleRows(db: Db): Promise<PersonRow[]> {
  return db
    .selectFrom('people')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('role')
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function findPerson(db: Db, id: number): Promise<PersonRow | null> {
  const row = db.selectFrom('people').selectAll().where('id', '=', id)
  return (await row.where('ended_at', 'is', null).executeTakeFirst()) ?? null
}

export function listDeviceRows(db: Db, at: Date): Promise<DeviceRow[]> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('ended_at', 'is', null)
    .where(isAheadIn('expires_at', at, 2 * DEVICE_LIFE))
    .orderBy('heard_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function findDevice(
  db: Db,
  secretHash: string,
  at: Date,
): Promise<
  (Pick<DeviceRow, 'id' | 'secret_hash' | 'linked_at' | 'heard_at'> & { person: Person }) | null
> {
  const row = await db
    .selectFrom('devices')
    .innerJoin('people', 'people.id', 'devices.person_id')
    .select(['devices.id', 'secret_hash', 'linked_at', 'heard_at'])
    .select(['person_id', 'name', 'role'])
    .where('secret_hash', '=', secretHash)
    .where('devices.ended_at', 'is', null)
    .where('people.ended_at', 'is', null)
    .where(isAheadIn('expires_at', at, 2 * DEVICE_LIFE))
    .executeTakeFirst()
  if (!row) return null
  const { person_id, name, role, ...device } = row
  return { ...device, person: { id: person_id, name, role } }
}

export async function findDeviceOfPasskey(db: Db, id: number | null): Promise<string | null> {
  const passkeys = db.selectFrom('passkeys').select('device_secret_hash').where('id', '=', id)
  return (await passkeys.executeTakeFirst())?.device_secret_hash ?? null
}

export function listOpenLinks(db: Db, at: Date): Promise<{ person_id: number; until: string }[]> {
  return db
    .selectFrom('device_links')
    .select(['person_id', 'until'])
    .where('used_at', 'is', null)
    .where(isAheadIn('until', at, 2 * LINK_LIFE))
    .execute()
}
