import type { NewPasskey, PasskeyAnswer } from '#contract/people/passkeys.ts'
import type { PasskeyRow } from './passkey-rows.ts'
import type { Site } from './site.ts'

/** A shop whose desk knows no passkey never pays for the library's certificates. */
const library = () => import('@simplewebauthn/server')

/** Whose passkey it is, as a device keeps it: no name, so that nothing has to be renamed there. */
export function handleOf(personId: number): string {
  return Buffer.from(`person:${personId}`).toString('base64url')
}

type Credential = { id: string; publicKey: string; counter: number }

/** Null for what does not answer this challenge on this site with user verification. */
export async function readNewPasskey(
  { id, clientDataJSON, attestationObject, transports }: NewPasskey,
  challenge: string,
  site: Site,
): Promise<Credential | null> {
  const { verifyRegistrationResponse } = await library()
  if (!(await isWithoutAttestation(attestationObject))) return null
  const response = { clientDataJSON, attestationObject, transports }
  const checked = await verifyRegistrationResponse({
    response: { ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} }, response },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => null)
  if (!checked?.verified) return null
  const { publicKey, counter, ...credential } = checked.registrationInfo.credential
  return { id: credential.id, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
}

/** The library would fetch what a maker's certificate names: none is asked for, and none is read. */
async function isWithoutAttestation(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'))
    return decodeAttestationObject(bytes).get('fmt') === 'none'
  } catch {
    return false
  }
}

/** How often the passkey says that it signed; null where this is no answer of its. */
export async function countSigned(
  { id, userHandle, ...response }: PasskeyAnswer,
  challenge: string,
  { row, site }: { row: PasskeyRow; site: Site },
): Promise<number | null> {
  if (userHandle !== handleOf(row.person_id)) return null
  const { verifyAuthenticationResponse } = await library()
  const publicKey = new Uint8Array(Buffer.from(row.public_key, 'base64url'))
  const checked = await verifyAuthenticationResponse({
    response: { ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} }, response },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id, publicKey, counter: 0 },
    requireUserVerification: true,
  }).catch(() => null)
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}
