import type { Selectable } from 'kysely'
import { DEVICE_DAYS, LINK_HOURS } from '#contract/people/people.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Person, SignInSource } from '#server/core/caller.ts'
import { isAheadIn } from '#server/core/due.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import {
  endGrantsOfDevice,
  endGrantsOfSessions,
  endSessionsOfPasskeys,
} from '#server/features/admin/end-grants.ts'
import { deleteDevice } from '#server/features/admin/known-devices.ts'
import { deleteSession, findSession } from '#server/features/admin/session-rows.ts'
import { signedOut } from '#server/http/gates.ts'

/** Lifetimes of a link and of an idle phone, in milliseconds. */
export const LINK_LIFE = LINK_HOURS * HOUR
export const DEVICE_LIFE = DEVICE_DAYS * DAY

export type DeviceRow = Selectable<Tables['devices']>

/** Those whose access was not ended. */
const selectPeople = (db: Db) =>
  db.selectFrom('people').select(['id', 'name', 'role']).where('ended_at', 'is', null)

export function listPersons(db: Db): Promise<Person[]> {
  return selectPeople(db).orderBy('role').orderBy('name').orderBy('id').execute()
}

export async function findPerson(db: Db, id: number): Promise<Person | null> {
  return (await selectPeople(db).where('id', '=', id).executeTakeFirst()) ?? null
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

export function openLinks(db: Db, at: Date) {
  return db
    .selectFrom('device_links')
    .select(['person_id', 'until'])
    .where('used_at', 'is', null)
    .where(isAheadIn('until', at, 2 * LINK_LIFE))
}

type Linked = Pick<DeviceRow, 'id' | 'person_id' | 'secret_hash'>

export async function closeDevice(tx: Db, device: Linked, at: Date): Promise<void> {
  const devices = tx.updateTable('devices').set({ ended_at: at.toISOString() })
  await devices.where('id', '=', device.id).execute()
  await endGrantsOfDevice(tx, device, at)
}

/** Also removes passkeys added from it or of unknown origin: a passkey would let it back in. */
export async function revokeDevice(tx: Db, device: Linked, at: Date): Promise<void> {
  await closeDevice(tx, device, at)
  const { person_id, secret_hash } = device
  const passkeys = await tx
    .deleteFrom('passkeys')
    .where('person_id', '=', person_id)
    .where((row) =>
      row.or([row('device_secret_hash', '=', secret_hash), row('device_secret_hash', 'is', null)]),
    )
    .returning('id')
    .execute()
  if (passkeys.length === 0) return
  const ids = passkeys.map(({ id }) => id)
  await endSessionsOfPasskeys(tx, ids, { at })
}

type Ended = SignInSource & { personId: number }

/** Ends the session and the linked phone, or all the helper's phones if it is unknown which. */
export async function endSource(tx: Db, source: Ended, at: Date): Promise<void> {
  const { sessionIdHash, deviceSecretHash, personId } = source
  if (sessionIdHash) await endSession(tx, sessionIdHash, at)
  const linked = tx.selectFrom('devices').selectAll().where('person_id', '=', personId)
  const open = linked.where('ended_at', 'is', null).orderBy('id').forUpdate()
  for (const device of await open.execute()) {
    const isIt = deviceSecretHash ? device.secret_hash === deviceSecretHash : sessionIdHash === null
    if (!isIt) continue
    await revokeDevice(tx, device, at)
    const before = { name: device.label }
    await recordChange(tx, { action: 'ended', subject: `device:${device.id}`, before }, at)
  }
}

async function endSession(tx: Db, idHash: string, at: Date): Promise<void> {
  const session = await findSession(tx, idHash)
  if (session) await deleteSession(tx, idHash)
  if (session?.device_hash) await deleteDevice(tx, session.device_hash)
  await endGrantsOfSessions(tx, [idHash], at)
}

/** Locks it until the transaction ends. @throws Refusal 'signed-out' if it has ended */
export async function requireSource(
  tx: Db,
  { sessionIdHash, deviceSecretHash }: SignInSource,
): Promise<void> {
  const sessions = tx.selectFrom('admin_sessions').select('id_hash')
  const devices = tx.selectFrom('devices').select('id').where('ended_at', 'is', null)
  const source =
    sessionIdHash === null
      ? devices.where('secret_hash', '=', deviceSecretHash).forUpdate()
      : sessions.where('id_hash', '=', sessionIdHash).forUpdate()
  if (!(await source.executeTakeFirst())) throw signedOut()
}
