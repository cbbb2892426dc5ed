import type {
  CreationOptions,
  NewPasskey,
  Passkey,
  PasskeyList,
} from '#contract/people/passkeys.ts'
import { recordChange } from '#server/core/audit.ts'
import { FARMER, type Person, type SignInSource } from '#server/core/caller.ts'
import { impossible, Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { endSessionsOfPasskeys } from '#server/features/admin/end-grants.ts'
import { secondFactorSince, switchOnSecondFactor } from '#server/features/admin/second-factor.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { Visit } from '#server/http/gates.ts'
import type { Shop } from '#server/shop.ts'
import { CHALLENGE_MS, type Challenge, spendChallenge } from './challenges.ts'
import {
  handleOf,
  hasAnother,
  listPasskeyRows,
  type PasskeyRow,
  readNewPasskey,
  showPasskey,
} from './passkey-rows.ts'
import { NO_SITE, type Site } from './passkey-site.ts'

export type PasskeyCaller = Visit & { site: Site | null }

export async function listPasskeys({ db }: Shop, by: PasskeyCaller): Promise<PasskeyList> {
  const isFarmer = by.person.role === 'farmer'
  const rows = await listPasskeyRows(db, isFarmer ? undefined : by.person.id)
  const since = isFarmer ? await secondFactorSince(db) : null
  return {
    personId: by.person.id,
    whyNot: by.site ? null : NO_SITE,
    passkeys: rows.map((row) => showPasskey(row, by.site)),
    secondFactor: isFarmer ? { since, isTried: isTried(rows, by) } : null,
  }
}

/** @throws Refusal 'not-found', also for another person's passkey unless the farmer asks */
export function renamePasskey(
  { db, now }: Shop,
  id: number,
  { label, ...by }: PasskeyCaller & { label: string },
): Promise<Passkey> {
  return write(db, async (tx) => {
    const row = await requirePasskey(tx, id, by.person)
    await tx.updateTable('passkeys').set({ label }).where('id', '=', id).execute()
    const [before, after] = [{ name: row.label }, { name: label }]
    await recordChange(tx, { action: 'changed', subject: `passkey:${id}`, before, after }, now())
    return showPasskey({ ...row, label }, by.site)
  })
}

/**
 * @throws Refusal 'not-found', or 'change-impossible' for the last passkey of a farmer who needs
 * one to sign in
 */
export async function removePasskey(
  { db, now }: Shop,
  id: number,
  by: PasskeyCaller,
): Promise<void> {
  await write(db, async (tx) => {
    const row = await requirePasskey(tx, id, by.person)
    const isNeeded =
      row.person_id === FARMER.id &&
      row.stopped_at === null &&
      (await secondFactorSince(tx)) !== null &&
      !(await hasAnother(tx, row))
    if (isNeeded)
      throw impossible(
        'This passkey is the only way to sign in. Add another one, or switch back to password only.',
      )
    await tx.deleteFrom('passkeys').where('id', '=', id).execute()
    await endSessionsOfPasskeys(tx, [id], { but: by.source.sessionIdHash, at: now() })
    const before = { name: row.label }
    await recordChange(tx, { action: 'ended', subject: `passkey:${id}`, before }, now())
  })
}

/** @throws Refusal 'change-impossible' unless this session was just opened by a passkey */
export async function requirePasskeyToo({ db, now }: Shop, by: PasskeyCaller): Promise<void> {
  if (!isTried(await listPasskeyRows(db, FARMER.id), by))
    throw impossible('Please sign in with your passkey first, so that it is sure to work.')
  await switchOnSecondFactor(db, now())
}

function isTried(rows: readonly PasskeyRow[], { passkeyId, signIn, site }: PasskeyCaller): boolean {
  const passkey = rows.find(({ id }) => id === passkeyId)
  const isFarmers = passkey?.person_id === FARMER.id && showPasskey(passkey, site).worksHere
  return isFarmers && signIn?.isFresh === true
}

async function requirePasskey(tx: Db, id: number, { role, ...person }: Person) {
  const rows = await listPasskeyRows(tx, role === 'farmer' ? undefined : person.id)
  const row = rows.find((one) => one.id === id)
  if (!row) throw new Refusal('not-found', 'That passkey was already removed.')
  return row
}

const MAX_PASSKEYS = 20

/** EdDSA, ES256 and RS256, best first. */
const ALGORITHMS = [-8, -7, -257]

/** @throws Refusal 'list-full' */
export async function creationOptions(
  { db }: Shop,
  person: Person,
  site: Site,
): Promise<Omit<CreationOptions, 'challenge'>> {
  const farm = await readSetting(db, 'farm_name')
  const rows = await listPasskeyRows(db, person.id)
  requireRoom(rows.length)
  return {
    rp: { id: site.id, name: farm },
    user: { id: handleOf(person.id), name: person.name, displayName: person.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: CHALLENGE_MS,
    excludeCredentials: rows
      .filter(({ rp_id }) => rp_id === site.id)
      .map(({ credential_id, transports }) => ({
        id: credential_id,
        type: 'public-key' as const,
        transports: transports.split(' ').filter(Boolean),
      })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

type Enrollment = {
  challenge: Challenge | null
  site: Site
  person: Person
  source: SignInSource
}

/** @throws Refusal 'invalid' for a wrong answer to the challenge, 'in-use', 'list-full' */
export async function addPasskey(
  { db, now }: Shop,
  made: NewPasskey,
  { challenge, site, person, source }: Enrollment,
): Promise<Passkey> {
  const credential = challenge && (await readNewPasskey(made, challenge.value, site))
  if (!credential) throw notAdded()
  const at = now()
  return write(db, async (tx) => {
    if (!(await spendChallenge(tx, challenge, at))) throw notAdded()
    if (!(await isOpen(tx, source))) throw notAdded()
    requireRoom((await listPasskeyRows(tx, person.id)).length)
    const row = {
      person_id: person.id,
      rp_id: site.id,
      credential_id: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      label: made.label,
      transports: made.transports.join(' '),
      added_at: at.toISOString(),
      used_at: null,
      stopped_at: null,
      device_secret_hash: source.deviceSecretHash,
    }
    const added = await tx
      .insertInto('passkeys')
      .values(row)
      .onConflict((known) => known.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Refusal('in-use', 'This passkey is at the desk already.')
    const after = { name: made.label, person: person.name }
    await recordChange(tx, { action: 'created', subject: `passkey:${added.id}`, after }, at)
    return showPasskey({ ...row, id: added.id }, site)
  })
}

async function isOpen(tx: Db, { sessionIdHash, deviceSecretHash }: SignInSource): Promise<boolean> {
  if (sessionIdHash !== null) return true
  const devices = tx.selectFrom('devices').select('id').where('secret_hash', '=', deviceSecretHash)
  return (await devices.where('ended_at', 'is', null).forUpdate().executeTakeFirst()) !== undefined
}

function notAdded(): Refusal {
  return new Refusal('invalid', 'This passkey could not be added. Please begin again.')
}

function requireRoom(count: number): void {
  if (count >= MAX_PASSKEYS)
    throw new Refusal('list-full', `At most ${MAX_PASSKEYS} passkeys, please. Remove one first.`)
}
