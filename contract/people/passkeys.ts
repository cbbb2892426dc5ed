import { z } from 'zod/mini'
import { deskEndpoint, publicEndpoint } from '../endpoint.ts'
import { byId, id, instant, nameText } from '../shapes.ts'
import { adminSession, keepSignedIn } from './admin.ts'

export const CHALLENGE_MINUTES = 5

export const MAX_PASSKEY_LABEL = 40

const passkey = z.object({
  id,
  personId: id,
  label: z.string(),
  addedAt: instant,
  usedAt: z.nullable(instant),
  /** It behaved like a cloned key, so it no longer opens anything. */
  stoppedAt: z.nullable(instant),
  /** The domain it was made for; it works on no other. */
  site: z.string(),
  worksHere: z.boolean(),
})
export type Passkey = z.output<typeof passkey>

const secondFactor = z.object({
  /** Null while it is off. */
  since: z.nullable(instant),
  isTried: z.boolean(),
})

const passkeyList = z.object({
  personId: id,
  /** Why this address can't have passkeys; null if it can. */
  whyNot: z.nullable(z.string()),
  /** For the farmer, everyone's; for a helper, their own. */
  passkeys: z.array(passkey),
  /** Null for a helper. */
  secondFactor: z.nullable(secondFactor),
})
export type PasskeyList = z.output<typeof passkeyList>

const known = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.output<typeof creationOptions>

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})
export type RequestOptions = z.output<typeof requestOptions>

const bytes = (longest: number) =>
  z
    .string('This is not a passkey.')
    .check(
      z.maxLength(longest, 'This is not a passkey.'),
      z.regex(/^[\w-]+$/, 'This is not a passkey.'),
    )

/** A credential's id has at most 1,023 bytes. */
const credentialId = bytes(1364)

const label = nameText(MAX_PASSKEY_LABEL, 'Please say what to call it.')

const newPasskey = z.strictObject({
  label,
  id: credentialId,
  clientDataJSON: bytes(4000),
  attestationObject: bytes(12_000),
  transports: z
    .array(z.string().check(z.regex(/^[a-z-]{1,20}$/, 'This is not a passkey.')))
    .check(z.maxLength(10, 'This is not a passkey.')),
})
export type NewPasskey = z.output<typeof newPasskey>

const passkeyAnswer = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(4000),
  userHandle: bytes(100),
  keep: keepSignedIn,
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

export const passkeys = {
  offer: publicEndpoint('GET /api/admin/passkey', {
    summary: 'Whether anyone signs in to the desk by passkey; never who.',
    output: z.object({ isOffered: z.boolean() }),
  }),
  challenge: publicEndpoint('POST /api/admin/passkey/challenge', {
    summary: `What a passkey signs to sign in; good once, for this browser, for ${CHALLENGE_MINUTES} minutes.`,
    output: requestOptions,
  }),
  signIn: publicEndpoint('POST /api/admin/passkey', {
    summary: 'Signs this browser in to the desk by a passkey.',
    body: passkeyAnswer,
    output: adminSession,
  }),
  list: deskEndpoint('never', 'GET /api/passkeys', {
    helpers: true,
    summary: 'Passkeys with their names: everyone’s for the farmer, a helper’s own.',
    output: passkeyList,
  }),
  begin: deskEndpoint('always', 'POST /api/passkeys/challenge', {
    helpers: true,
    summary: 'What a new passkey is made from.',
    output: creationOptions,
  }),
  add: deskEndpoint('never', 'POST /api/passkeys', {
    helpers: true,
    summary: 'Adds the new passkey.',
    body: newPasskey,
    output: passkey,
    status: 201,
  }),
  rename: deskEndpoint('never', 'PUT /api/passkeys/{id}', {
    helpers: true,
    summary: 'Renames a passkey.',
    params: byId,
    body: z.strictObject({ label }),
    output: passkey,
  }),
  remove: deskEndpoint('if-kept', 'DELETE /api/passkeys/{id}', {
    helpers: true,
    summary: 'Removes a passkey and signs out the browsers that it signed in.',
    params: byId,
  }),
  switchOn: deskEndpoint('never', 'POST /api/admin/second-factor', {
    summary: 'Requires a passkey to sign in from now on. Needs one that was just tried.',
  }),
  switchOff: deskEndpoint('always', 'POST /api/admin/second-factor/removal', {
    summary: 'The password alone signs in again.',
  }),
}
