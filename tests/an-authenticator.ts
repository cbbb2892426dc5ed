import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  CreationOptions,
  NewPasskey,
  PasskeyAnswer,
  RequestOptions,
} from '#contract/people/passkeys.ts'

type Cbor = number | string | Buffer | Map<Cbor, Cbor>

/** RFC 8949, as much of it as a passkey needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

const hash = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** What a browser or its device gets wrong. */
type Wrong = {
  origin?: string
  rpId?: string
  /** 0x05: the device's holder was there and proved it by finger or PIN. */
  flags?: number
  counter?: number
  userHandle?: string
  key?: KeyObject
  format?: string
}

/** Makes one passkey and signs with the standard's bytes; it skips every check a browser makes. */
export function anAuthenticator(origin = 'http://localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const kept = { counter: 0, userHandle: '' }

  const data = (rpId: string, flags: number, counter: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hash(rpId), Buffer.from([flags]), count, more])
  }
  const client = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  function make(options: CreationOptions, label = 'Phone', wrong: Wrong = {}): NewPasskey {
    kept.userHandle = options.user.id
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = new Map<Cbor, Cbor>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as [Cbor, Cbor][]),
      ...([
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ] as [Cbor, Cbor][]),
    ])
    const made = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)])
    const flags = 0x40 | (wrong.flags ?? 0x05)
    const authData = data(wrong.rpId ?? options.rp.id, flags, wrong.counter ?? 0, made)
    const object = new Map<Cbor, Cbor>([
      ['fmt', wrong.format ?? 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      label,
      id: id.toString('base64url'),
      clientDataJSON: client('webauthn.create', options.challenge, wrong.origin ?? origin).toString(
        'base64url',
      ),
      attestationObject: cbor(object).toString('base64url'),
      transports: ['internal', 'hybrid'],
    }
  }

  function answer(options: RequestOptions, wrong: Wrong = {}): PasskeyAnswer {
    const authenticatorData = data(
      wrong.rpId ?? options.rpId,
      wrong.flags ?? 0x05,
      wrong.counter ?? ++kept.counter,
    )
    const clientData = client('webauthn.get', options.challenge, wrong.origin ?? origin)
    const signed = Buffer.concat([authenticatorData, hash(clientData)])
    return {
      id: id.toString('base64url'),
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, wrong.key ?? privateKey).toString('base64url'),
      userHandle: wrong.userHandle ?? kept.userHandle,
    }
  }
  return { make, answer }
}

export type Authenticator = ReturnType<typeof anAuthenticator>
