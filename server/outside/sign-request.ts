import { createHash, createHmac } from 'node:crypto'

type Signer = { region: string; key: string; secret: string }

/** `url`: its path and query are encoded by `uriEncode`. Names of `headers` are in lowercase. */
export type Unsigned = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  url: URL
  body?: Uint8Array
  headers?: Record<string, string>
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** The headers of a request to an S3 store, with AWS Signature Version 4 over all of it, its body included. */
export function signedHeaders(
  { method, url, body = new Uint8Array(), headers = {} }: Unsigned,
  { region, key, secret }: Signer,
  at: Date,
): Record<string, string> {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const scope = [time.slice(0, 'YYYYMMDD'.length), region, 's3', 'aws4_request']
  const sent = { ...headers, 'x-amz-content-sha256': sha256(body), 'x-amz-date': time }
  const signed = Object.entries({ ...sent, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const request = [
    ...[method, url.pathname, canonicalQuery([...url.searchParams])],
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    ...['', names, sha256(body)],
  ].join('\n')
  const text = [ALGORITHM, time, scope.join('/'), sha256(request)].join('\n')
  const signingKey = scope.reduce<Buffer | string>(
    (last, part) => hmac(last, part),
    `AWS4${secret}`,
  )
  const signature = hmac(signingKey, text).toString('hex')
  const credential = `${key}/${scope.join('/')}`
  return {
    ...sent,
    authorization: `${ALGORITHM} Credential=${credential},SignedHeaders=${names},Signature=${signature}`,
  }
}

export function canonicalQuery(parameters: readonly (readonly [string, string])[]): string {
  const pairs = parameters.map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`)
  return pairs.sort().join('&')
}

/** All but letters, digits and `-._~` as %XX. */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
