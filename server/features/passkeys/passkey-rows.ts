import type { Selectable } from 'kysely'
import type { NewPasskey, Passkey, PasskeyAnswer } from '#contract/people/passkeys.ts'
import type { Person } from '#server/core/caller.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { findPerson } from '#server/features/people/people-queries.ts'
import type { Site } from './passkey-site.ts'

export type PasskeyRow = Selectable<Tables['passkeys']>

export function listPasskeyRows(db: Db, personId?: number): Promise<PasskeyRow[]> {
  const rows = db.selectFrom('passkeys').selectAll().orderBy('id')
  return (personId === undefined ? rows : rows.where('person_id', '=', personId)).execute()
}

export function showPasskey(row: PasskeyRow, site: Site | null): Passkey {
  return {
    id: row.id,
    personId: row.person_id,
    label: row.label,
    addedAt: row.added_at,
    usedAt: row.used_at,
    stoppedAt: row.stopped_at,
    site: row.rp_id,
    worksHere: row.rp_id === site?.id && row.stopped_at === null,
  }
}

export async function findPasskey(
  db: Db,
  credentialId: string,
  site: Site,
): Promise<{ row: PasskeyRow; person: Person } | null> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('rp_id', '=', site.id)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  const person = row && (await findPerson(db, row.person_id))
  return row && person ? { row, person } : null
}

export async function isAnyOffered(db: Db, site: Site): Promise<boolean> {
  const some = db
    .selectFrom('passkeys')
    .select('id')
    .where('rp_id', '=', site.id)
    .where('stopped_at', 'is', null)
    .limit(1)
  return (await some.executeTakeFirst()) !== undefined
}

export async function hasAnother(db: Db, { id, person_id, rp_id }: PasskeyRow): Promise<boolean> {
  const rows = await listPasskeyRows(db, person_id)
  return rows.some((row) => row.id !== id && row.rp_id === rp_id && row.stopped_at === null)
}

/** Lazy, so shops without passkeys don't load the library's certificates. */
const library = () => import('@simplewebauthn/server')

/** The user handle on the device; no name, so nothing there needs renaming. */
export function handleOf(personId: number): string {
  return Buffer.from(`person:${personId}`).toString('base64url')
}

/** Null unless it answers this challenge on this site with user verification. */
export async function readNewPasskey(
  { id, clientDataJSON, attestationObject, transports }: NewPasskey,
  challenge: string,
  site: Site,
): Promise<{ id: string; publicKey: string; counter: number } | null> {
  const { verifyRegistrationResponse } = await library()
  if (!(await isWithoutAttestation(attestationObject))) return null
  const response = { clientDataJSON, attestationObject, transports }
  const checked = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => null)
  if (!checked?.verified) return null
  const { publicKey, counter, ...credential } = checked.registrationInfo.credential
  return { id: credential.id, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
}

/** The library would fetch what a vendor's certificate names, so none is requested or read. */
async function isWithoutAttestation(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'))
    return decodeAttestationObject(bytes).get('fmt') === 'none'
  } catch {
    return false
  }
}

/** The passkey's signature count; null for an invalid answer. */
export async function countSigned(
  { id, userHandle, ...response }: PasskeyAnswer,
  challenge: string,
  { row, site }: { row: PasskeyRow; site: Site },
): Promise<number | null> {
  if (userHandle !== handleOf(row.person_id)) return null
  const { verifyAuthenticationResponse } = await library()
  const publicKey = new Uint8Array(Buffer.from(row.public_key, 'base64url'))
  const checked = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id, publicKey, counter: 0 },
    requireUserVerification: true,
  }).catch(() => null)
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}

/** Warns when no passkey works under the shop's current name; null if one does, or none exists. */
export async function warningOfName(db: Db, publicUrl: string | null): Promise<string | null> {
  if (publicUrl === null) return null
  const { hostname } = new URL(publicUrl)
  const rows = (await listPasskeyRows(db)).filter(({ stopped_at }) => stopped_at === null)
  if (rows.length === 0 || rows.some(({ rp_id }) => rp_id === hostname)) return null
  const names = [...new Set(rows.map(({ rp_id }) => rp_id))].join(', ')
  return `Your passkeys were made for ${names} and don’t work at ${hostname}, the address in PUBLIC_URL. Add new ones at the desk; if you can’t sign in, run farmstand passkeys-off on the server.`
}
