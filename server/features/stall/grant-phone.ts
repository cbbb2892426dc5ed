import { STALL_GRANT_MS } from '#contract/market/stall.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Person, SignInSource } from '#server/core/caller.ts'
import { isAheadIn } from '#server/core/due.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { requireSource } from '#server/features/people/require-source.ts'

type NewGrant = {
  deviceId: string
  label: string
  person: Person
  source: SignInSource
  idHash: string
  formerHash: string | null
}

/**
 * A phone that was lost is found where the farmer signs in on it; what it sent meanwhile stays apart.
 * @throws Refusal 'phone-lost' for anybody else, 'in-use' for somebody else's phone,
 * 'list-full'
 */
export async function grantPhone(tx: Db, given: NewGrant, at: Date) {
  const { deviceId, person, source, formerHash } = given
  const known = await lockPhone(tx, deviceId)
  const label = known ? given.label : await freeLabel(tx, given.label)
  await requireSource(tx, source)
  const former = await findFormer(tx, formerHash)
  const isFarmer = person.role === 'farmer'
  if (!isFarmer) {
    if (known?.lost_at || former?.lost_at) throw lost()
    if (former?.phone_id !== deviceId) await requireLastHolder(tx, deviceId, person)
    await requireRoom(tx, { deviceId, person }, at)
  }
  await tx
    .insertInto('stall_phones')
    .values({ id: deviceId, label, heard_at: null })
    .onConflict((same) =>
      same.column('id').doUpdateSet(isFarmer ? { label, lost_at: null } : { label }),
    )
    .execute()
  if (former && former.phone_id !== deviceId) await noteEmptied(tx, former.phone_id, at)
  const { endsAt, isRenewed } = await putGrant(tx, given, at)
  if (known?.label !== label || !isRenewed) {
    const before = known ? { label: known.label } : null
    const change = {
      action: 'granted',
      subject: `phone:${deviceId}`,
      before,
      after: { label },
    } as const
    await recordChange(tx, change, at)
  }
  return { grant: { deviceId, label, person, endsAt }, isRenewed }
}

async function putGrant(tx: Db, given: NewGrant, at: Date) {
  const { deviceId, person, source, idHash, formerHash } = given
  const endsAt = new Date(at.getTime() + STALL_GRANT_MS).toISOString()
  const { sessionIdHash: session_id_hash, deviceSecretHash: device_secret_hash } = source
  const changing = { ends_at: endsAt, session_id_hash, device_secret_hash }
  const renewed = await tx
    .updateTable('stall_grants')
    .set(changing)
    .where('id_hash', '=', formerHash ?? '')
    .where('phone_id', '=', deviceId)
    .where('person_id', '=', person.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const isRenewed = renewed.numUpdatedRows > 0n
  if (!isRenewed) {
    const grant = { id_hash: idHash, phone_id: deviceId, person_id: person.id, ended_at: null }
    await tx
      .insertInto('stall_grants')
      .values({ ...grant, issued_at: at.toISOString(), ...changing })
      .execute()
  }
  return { endsAt, isRenewed }
}

/** `iPhone`, or `iPhone 2` where another phone has that name. */
async function freeLabel(tx: Db, label: string): Promise<string> {
  const rows = await tx.selectFrom('stall_phones').select('label').execute()
  const taken = new Set(rows.map((row) => row.label))
  let free = label
  for (let number = 2; taken.has(free); number++) free = `${label} ${number}`
  return free
}

function lockPhone(tx: Db, id: string) {
  return tx
    .selectFrom('stall_phones')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

function findFormer(tx: Db, formerHash: string | null) {
  return tx
    .selectFrom('stall_grants')
    .innerJoin('stall_phones', 'stall_phones.id', 'stall_grants.phone_id')
    .select(['phone_id', 'lost_at'])
    .where('id_hash', '=', formerHash ?? '')
    .executeTakeFirst()
}

/** A phone that forgot its cookie is its last holder's. @throws Refusal 'in-use' */
async function requireLastHolder(tx: Db, deviceId: string, person: Person): Promise<void> {
  const last = await tx
    .selectFrom('stall_grants')
    .select('person_id')
    .where('phone_id', '=', deviceId)
    .orderBy('issued_at', 'desc')
    .orderBy('id_hash')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.person_id === person.id) return
  const message =
    'This phone is known as somebody else’s. Please ask the farmer to sign in on it once.'
  throw new Refusal('in-use', message, { field: 'deviceId' })
}

const MAX_PHONES = 10

type OwnPhone = Pick<NewGrant, 'deviceId' | 'person'>

async function requireRoom(tx: Db, { deviceId, person }: OwnPhone, at: Date): Promise<void> {
  const others = await tx
    .selectFrom('stall_grants')
    .select('phone_id')
    .distinct()
    .where('person_id', '=', person.id)
    .where('phone_id', '!=', deviceId)
    .where('ended_at', 'is', null)
    .where(isAheadIn('ends_at', at, 2 * STALL_GRANT_MS))
    .execute()
  if (others.length < MAX_PHONES) return
  const message = `At most ${MAX_PHONES} phones for one person, please. The farmer can end one at the desk.`
  throw new Refusal('list-full', message)
}

function lost(): Refusal {
  const message = 'This phone was reported lost. Only the farmer can let it in again.'
  return new Refusal('phone-lost', message)
}

/** A browser with the cookie of another phone lost what that one held, and made itself a new id. */
async function noteEmptied(tx: Db, formerId: string, at: Date): Promise<void> {
  await tx
    .updateTable('stall_phones')
    .set({ emptied_at: at.toISOString() })
    .where('id', '=', formerId)
    .where('emptied_at', 'is', null)
    .execute()
}
