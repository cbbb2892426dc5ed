import type { NewPasskey, PasskeyAnswer } from '#contract/people/passkeys.ts'
import type { PasskeyRow } from './passkey-rows.ts'
import type { Site } from './site.ts'

/** Lazy, so shops without passkeys don't load the library's certificates. */
const library = () => import('@simplewebauthn/server')

/** The user handle on the device; no name, so nothing there needs renaming. */
export function handleOf(personId: number): string {
  return Buffer.from(`person:${personId}`).toString('base64url')
}

type Credential = { id: string; publicKey: string; counter: number }

/** Null unless it answers this challenge on this site with user verification. */
export async function readNewPasskey(
  { id, clientDataJSON, attestationObject, transports }: NewPasskey,
  challenge: string,
  site: Site,
): Promise<Credential | null> {
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
