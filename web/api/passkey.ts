import { type CreationOptions, type NewPasskey, passkeys } from '#contract/people/passkeys.ts'
import { call } from './call.ts'
import { ApiFailure } from './request.ts'

export function isPasskeyOffered(): Promise<boolean> {
  return call(passkeys.offer).then(({ isOffered }) => isOffered)
}

/** `keep` is the tick at the gate. @throws ApiFailure with a sentence for the holder */
export async function signInByPasskey(keep: boolean): Promise<void> {
  const challenge = await call(passkeys.challenge)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(challenge)
  const { id, response } = await byHolder(navigator.credentials.get({ publicKey }))
  const body = {
    ...pick(response, ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']),
    id,
    ...(keep ? { keep } : {}),
  }
  await call(passkeys.signIn, { body })
}

/** Creates a passkey on this device or another. @throws ApiFailure with a message for the person */
export async function makePasskey(options: CreationOptions): Promise<Omit<NewPasskey, 'label'>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const { id, response } = await byHolder(navigator.credentials.create({ publicKey }))
  const transports = 'transports' in response ? response.transports : []
  return {
    ...pick(response, ['clientDataJSON', 'attestationObject']),
    id,
    transports: Array.isArray(transports) ? transports.map(String) : [],
  }
}

type Written = { id: string; response: object }

/** Browsers don't say why the person backed out. */
async function byHolder(asking: Promise<Credential | null>): Promise<Written> {
  try {
    const credential = await asking
    if (credential instanceof PublicKeyCredential) return credential.toJSON()
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'InvalidStateError')
      throw said('This device has a passkey for the desk already.')
  }
  throw said('No passkey was used. Please try again, and follow what the browser asks.')
}

function said(message: string): ApiFailure {
  return new ApiFailure(0, { code: 'failed', message })
}

function pick<Name extends string>(from: object, names: readonly Name[]) {
  const values = new Map<string, unknown>(Object.entries(from))
  return Object.fromEntries(names.map((name) => [name, String(values.get(name) ?? '')])) as Record<
    Name,
    string
  >
}
