import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Bucket } from '#server/config/services.ts'
import { type ImageStore, ImageStoreError, type StoredImage } from './image-store.ts'
import { askBucket, type BucketCall, elementsIn, reasonOf, sha256, textIn } from './s3.ts'

/** `answering`: ms the store may take to answer, or to continue; `tries` per request. */
type BucketPatience = { answering: number; tries: number }

const PATIENCE: BucketPatience = { answering: 4000, tries: 2 }

const AT_ONCE = 10

type Asked = Omit<BucketCall, 'key'> & { file?: string }

/** In a folder named after the shop, so no other shop removes them. Throws only ImageStoreError. */
export function bucketImageStore(
  bucket: Bucket,
  shopId: string,
  patience: BucketPatience = PATIENCE,
): ImageStore {
  const folder = `${shopId}/`
  /** Retries once if the store is away or busy. @throws Error with the store's code as its name */
  const ask = async ({ file, ...asked }: Asked): Promise<Buffer> => {
    const call = file === undefined ? asked : { ...asked, key: folder + file }
    for (let attempt = 1; ; attempt++) {
      try {
        return await askBucket(bucket, call, patience)
      } catch (error) {
        if (attempt === patience.tries || isFinal(error)) throw error
      }
    }
  }
  const listFrom = async (start: string): Promise<StoredImage[]> => {
    const found: StoredImage[] = []
    let token: string | null = null
    do {
      const from: [string, string][] = token === null ? [] : [['continuation-token', token]]
      const query: BucketCall['query'] = [['list-type', '2'], ['prefix', folder + start], ...from]
      const page = String(await ask({ method: 'GET', query }))
      for (const object of elementsIn(page, 'Contents')) {
        const [key, changed] = [textIn(object, 'Key'), textIn(object, 'LastModified')]
        if (key && changed)
          found.push({ file: key.slice(folder.length), storedAt: new Date(changed) })
      }
      token = textIn(page, 'NextContinuationToken')
    } while (token !== null)
    return found
  }
  /** One by one: bulk removal needs a checksum that stores disagree on. */
  const removeFrom = async (start: string): Promise<void> => {
    const found = await listFrom(start)
    for (let from = 0; from < found.length; from += AT_ONCE) {
      const some = found.slice(from, from + AT_ONCE)
      await Promise.all(some.map(({ file }) => ask({ method: 'DELETE', file })))
    }
  }
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw bucketTrouble(error, bucket)
    })
  const store: ImageStore = {
    location: `the bucket ${bucket.bucket} below ${folder}`,
    read: (file) => guarded(ask({ method: 'GET', file }).catch(nullIfMissing)),
    peek: () => null,
    has: async (file) =>
      (await guarded(ask({ method: 'HEAD', file }).catch(nullIfMissing))) !== null,
    put: async (file, bytes) => {
      const headers = { 'content-type': file.endsWith('.avif') ? 'image/avif' : 'image/webp' }
      const body = { blob: new Blob([new Uint8Array(bytes)]), hash: sha256(bytes) }
      await guarded(ask({ method: 'PUT', file, body, headers }))
    },
    removeAll: (start) => guarded(removeFrom(start)),
    list: () => guarded(listFrom('')),
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

function isFinal(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  return status < 500 && status !== 429
}

/** For a missing file; a HEAD says `NotFound`, since its answer has no body. */
const MISSING = new Set(['NoSuchKey', 'NotFound'])

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && MISSING.has(error.name)) return null
  throw error
}

const KEYS = 'UPLOADS_S3_KEY, UPLOADS_S3_SECRET'

const ABOUT: Record<string, (place: Bucket) => string> = {
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

/** One sentence for the owner, without keys or anything signed with them. */
function bucketTrouble(error: unknown, place: Bucket): ImageStoreError {
  if (!(error instanceof Error)) return new ImageStoreError(String(error))
  const message =
    ABOUT[error.name]?.(place) ??
    `UPLOADS_S3_ENDPOINT: cannot get pictures from the store at ${place.endpoint}`
  return new ImageStoreError(`${message} (${reasonOf(error)})`)
}
