import { createHash, createHmac } from 'node:crypto'
import type { Bucket } from '#server/config/services.ts'

/** In bytes per ms; even a slow line manages this. */
const SLOWEST = 100

/** `key`: of an object; none for the bucket itself. */
export type BucketCall = Pick<Unsigned, 'method' | 'headers'> & {
  key?: string
  query?: [string, string][]
  body?: { blob: Blob; hash: string }
}

/** `answering`: ms the store may take to answer, or to continue. @throws Error named by its code */
export async function askBucket(
  bucket: Bucket,
  { method, key, query = [], headers = {}, body }: BucketCall,
  { answering, signal }: { answering: number; signal?: AbortSignal },
): Promise<Buffer> {
  const path = [bucket.bucket, ...(key === undefined ? [] : key.split('/'))]
  const url = new URL(`${bucket.endpoint.replace(/\/$/, '')}/${path.map(uriEncode).join('/')}`)
  url.search = canonicalQuery(query)
  const giveUp = new AbortController()
  const standsStill = () => giveUp.abort(new Error('The store stood still.'))
  let timer = setTimeout(standsStill, answering + (body?.blob.size ?? 0) / SLOWEST)
  try {
    const response = await fetch(url, {
      method,
      body: body?.blob ?? null,
      redirect: 'manual',
      signal: AbortSignal.any([giveUp.signal, ...(signal ? [signal] : [])]),
      headers: signedHeaders({ method, url, headers, hash: body?.hash }, bucket, new Date()),
    })
    const pieces: Uint8Array[] = []
    for await (const piece of response.body ?? []) {
      clearTimeout(timer)
      timer = setTimeout(standsStill, answering)
      pieces.push(piece)
    }
    const answer = Buffer.concat(pieces)
    if (response.ok) return answer
    throw storeError(response.status, String(answer))
  } finally {
    clearTimeout(timer)
  }
}

/** Why a call failed, as the store or the network says it. */
export function reasonOf(error: Error): string {
  // A failed fetch puts the reason in its cause.
  const why = error.cause instanceof Error ? error.cause : error
  const code = 'code' in why ? String(why.code) : why.name
  return `${code}${why.message && `: ${why.message}`}`
}

function storeError(status: number, xml: string): Error & { status: number } {
  const name = textIn(xml, 'Code') ?? (status === 404 ? 'NotFound' : `${status}`)
  return Object.assign(new Error(textIn(xml, 'Message') ?? ''), { name, status })
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function elementsIn(xml: string, element: string): string[] {
  const parts = xml.split(`<${element}>`).slice(1)
  return parts.map((part) => part.slice(0, part.indexOf(`</${element}>`)))
}

export function textIn(xml: string, element: string): string | null {
  const [text] = elementsIn(xml, element)
  if (text === undefined) return null
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (decimal || hex) return String.fromCodePoint(Number.parseInt(decimal ?? hex, hex ? 16 : 10))
    return ENTITIES[name] ?? entity
  })
}

/** The path and query of `url` are encoded by `uriEncode`; `headers` are lowercase. */
export type Unsigned = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  url: URL
  /** SHA-256 of the body, if there is one. */
  hash?: string | undefined
  headers?: Record<string, string>
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** AWS Signature Version 4 over the whole request, body included. */
export function signedHeaders(
  { method, url, hash = sha256(''), headers = {} }: Unsigned,
  { region, key, secret }: { region: string; key: string; secret: string },
  at: Date,
): Record<string, string> {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const scope = [time.slice(0, 'YYYYMMDD'.length), region, 's3', 'aws4_request']
  const sent = { ...headers, 'x-amz-content-sha256': hash, 'x-amz-date': time }
  const signed = Object.entries({ ...sent, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const request = [
    method,
    url.pathname,
    canonicalQuery([...url.searchParams]),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    hash,
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

function canonicalQuery(parameters: readonly (readonly [string, string])[]): string {
  const pairs = parameters.map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`)
  return pairs.sort().join('&')
}

export function uriEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
