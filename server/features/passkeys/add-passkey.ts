import type { CreationOptions, NewPasskey, Passkey } from '#contract/people/passkeys.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Person, SignInSource } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { CHALLENGE_MS, type Challenge, spendChallenge } from './challenges.ts'
import { listPasskeyRows, showPasskey } from './passkey-rows.ts'
import type { Site } from './site.ts'
import { handleOf, readNewPasskey } from './verify.ts'

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
    const change = {
      action: 'created',
      subject: `passkey:${added.id}`,
      before: null,
      after,
    } as const
    await recordChange(tx, change, at)
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
