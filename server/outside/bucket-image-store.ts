import { createHash, createHmac, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { PictureBucket } from '#server/config/services.ts'
import { type ImageStore, ImageStoreError, type StoredImage } from './image-store.ts'

/** `answering`: ms the store may take to answer, or to continue; `tries` per request. */
type BucketPatience = { answering: number; tries: number }

const PATIENCE: BucketPatience = { answering: 4000, tries: 2 }

/** In bytes per ms; even a slow line manages this. */
const SLOWEST = 100

const AT_ONCE = 10

/** In a folder named after the shop: no second one removes its pictures. Throws ImageStoreError. */
export function bucketImageStore(
  bucket: PictureBucket,
  shopId: string,
  patience: BucketPatience = PATIENCE,
): ImageStore {
  const place: BucketLocation = { bucket, patience, folder: `${shopId}/` }
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw bucketTrouble(error, bucket)
    })
  const store: ImageStore = {
    location: `the bucket ${bucket.bucket} below ${place.folder}`,
    read: (file) => guarded(readFrom(place, file)),
    peek: () => null,
    has: (file) => guarded(isIn(place, file)),
    put: (file, bytes) => guarded(putObject(place, file, bytes)),
    removeAll: (start) => guarded(removeFrom(place, start)),
    list: () => guarded(listIn(place)),
    copyTo: async (file, path) => {
      const bytes = await store.read(file)
      if (bytes) await writeFile(path, bytes, { flush: true })
    },
    tryOut: async () => {
      // `.part`, so that a failed trial is cleaned up like any broken write.
      const trial = `trial-${randomUUID()}.part`
      await store.put(trial, Buffer.from('.'))
      await store.read(trial)
      await store.removeAll(trial)
    },
  }
  return store
}

type BucketLocation = { bucket: PictureBucket; patience: BucketPatience; folder: string }

type Asked = Pick<Unsigned, 'method' | 'body' | 'headers'> & {
  file?: string
  query?: [string, string][]
}

/** Retries once if the store is away or busy. @throws Error with the store's code as its name */
async function ask(place: BucketLocation, asked: Asked): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(place, asked)
    } catch (error) {
      if (attempt === place.patience.tries || isFinal(error)) throw error
    }
  }
}

async function askOnce(
  { bucket, patience, folder }: BucketLocation,
  { file, query = [], ...request }: Asked,
): Promise<Buffer> {
  const path = [bucket.bucket, ...(file === undefined ? [] : (folder + file).split('/'))]
  const url = new URL(`${bucket.endpoint.replace(/\/$/, '')}/${path.map(uriEncode).join('/')}`)
  url.search = canonicalQuery(query)
  const { method, body } = request
  const giveUp = new AbortController()
  const standsStill = () => giveUp.abort(new Error('The store stood still.'))
  let timer = setTimeout(standsStill, patience.answering + (body?.length ?? 0) / SLOWEST)
  try {
    const response = await fetch(url, {
      method,
      body: body ? new Uint8Array(body) : null,
      redirect: 'manual',
      signal: giveUp.signal,
      headers: signedHeaders({ ...request, url }, bucket, new Date()),
    })
    const pieces: Uint8Array[] = []
    for await (const piece of response.body ?? []) {
      clearTimeout(timer)
      timer = setTimeout(standsStill, patience.answering)
      pieces.push(piece)
    }
    const answer = Buffer.concat(pieces)
    if (response.ok) return answer
    throw storeError(response.status, String(answer))
  } finally {
    clearTimeout(timer)
  }
}

function storeError(status: number, xml: string): Error & { status: number } {
  const name = textIn(xml, 'Code') ?? (status === 404 ? 'NotFound' : `${status}`)
  return Object.assign(new Error(textIn(xml, 'Message') ?? ''), { name, status })
}

function isFinal(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  return status < 500 && status !== 429
}

async function readFrom(place: BucketLocation, file: string): Promise<Buffer | null> {
  return ask(place, { method: 'GET', file }).catch(nullIfMissing)
}

async function isIn(place: BucketLocation, file: string): Promise<boolean> {
  return (await ask(place, { method: 'HEAD', file }).catch(nullIfMissing)) !== null
}

function nullIfMissing(error: unknown): null {
  if (isMissingFile(error)) return null
  throw error
}

async function putObject(place: BucketLocation, file: string, body: Buffer): Promise<void> {
  const headers = { 'content-type': file.endsWith('.avif') ? 'image/avif' : 'image/webp' }
  await ask(place, { method: 'PUT', file, body, headers })
}

/** One by one: bulk removal needs a checksum that stores disagree on. */
async function removeFrom(place: BucketLocation, start: string): Promise<void> {
  const found = await listIn(place, start)
  for (let from = 0; from < found.length; from += AT_ONCE) {
    const some = found.slice(from, from + AT_ONCE)
    await Promise.all(some.map(({ file }) => ask(place, { method: 'DELETE', file })))
  }
}

async function listIn(place: BucketLocation, start = ''): Promise<StoredImage[]> {
  const found: StoredImage[] = []
  let token: string | null = null
  do {
    const from: [string, string][] = token === null ? [] : [['continuation-token', token]]
    const query: Asked['query'] = [['list-type', '2'], ['prefix', place.folder + start], ...from]
    const page = String(await ask(place, { method: 'GET', query }))
    for (const object of elementsIn(page, 'Contents')) {
      const [key, changed] = [textIn(object, 'Key'), textIn(object, 'LastModified')]
      if (key && changed)
        found.push({ file: key.slice(place.folder.length), storedAt: new Date(changed) })
    }
    token = textIn(page, 'NextContinuationToken')
  } while (token !== null)
  return found
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function elementsIn(xml: string, element: string): string[] {
  const parts = xml.split(`<${element}>`).slice(1)
  return parts.map((part) => part.slice(0, part.indexOf(`</${element}>`)))
}

function textIn(xml: string, element: string): string | null {
  const [text] = elementsIn(xml, element)
  if (text === undefined) return null
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (decimal || hex) return String.fromCodePoint(Number.parseInt(decimal ?? hex, hex ? 16 : 10))
    return ENTITIES[name] ?? entity
  })
}

/** For a missing file; a HEAD says `NotFound`, since its answer has no body. */
const MISSING = new Set(['NoSuchKey', 'NotFound'])

const KEYS = 'UPLOADS_S3_KEY, UPLOADS_S3_SECRET'

const ABOUT: Record<string, (place: PictureBucket) => string> = {
  InvalidAccessKeyId: ({ endpoint }) => `${KEYS}: the store at ${endpoint} does not know this key`,
  SignatureDoesNotMatch: ({ endpoint }) =>
    `${KEYS}: this is not the secret for this key at ${endpoint}`,
  AccessDenied: ({ bucket }) =>
    `${KEYS}: they must be allowed to list, read, write and delete in the bucket ${bucket}`,
  NoSuchBucket: ({ bucket, endpoint }) =>
    `UPLOADS_S3_BUCKET: there is no bucket ${bucket} at ${endpoint}. Please create it`,
  PermanentRedirect: ({ bucket, region }) =>
    `UPLOADS_S3_REGION: the bucket ${bucket} is not in ${region}`,
  AuthorizationHeaderMalformed: ({ region }) => `UPLOADS_S3_REGION: the store is not in ${region}`,
  RequestTimeTooSkewed: () =>
    'UPLOADS_S3_ENDPOINT: the clocks of this machine and the store differ',
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && MISSING.has(error.name)
}

/** One sentence for the owner, without keys or anything signed with them. */
function bucketTrouble(error: unknown, place: PictureBucket): ImageStoreError {
  if (!(error instanceof Error)) return new ImageStoreError(String(error))
  // A failed fetch puts the reason in its cause.
  const why = error.cause instanceof Error ? error.cause : error
  const code = 'code' in why ? String(why.code) : why.name
  const message =
    ABOUT[error.name]?.(place) ??
    `UPLOADS_S3_ENDPOINT: cannot get pictures from the store at ${place.endpoint}`
  return new ImageStoreError(`${message} (${code}${why.message && `: ${why.message}`})`)
}

type Signer = { region: string; key: string; secret: string }

/** The path and query of `url` are encoded by `uriEncode`; `headers` are lowercase. */
export type Unsigned = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  url: URL
  body?: Uint8Array
  headers?: Record<string, string>
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** AWS Signature Version 4 over the whole request, body included. */
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
    method,
    url.pathname,
    canonicalQuery([...url.searchParams]),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    sha256(body),
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

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
