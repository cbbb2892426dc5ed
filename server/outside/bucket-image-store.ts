import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { S3 } from '@aws-sdk/client-s3'
import type { PictureBucket } from '#server/config/pictures.ts'
import { type ImageStore, ImageStoreError, type StoredImage } from './image-store.ts'

/** How long a connection and an answer may take, in milliseconds, and how often one thing is asked. */
type BucketPatience = { connecting: number; answering: number; tries: number }

const PATIENCE: BucketPatience = { connecting: 2000, answering: 4000, tries: 2 }

const AT_ONCE = 10

/**
 * The pictures in a bucket, in a folder named after the shop, so that a second shop
 * (a restored one, one to try things out on) never removes this one's as unused.
 * The client is loaded only now. Every trouble is thrown as an ImageStoreError.
 */
export async function bucketImageStore(
  bucket: PictureBucket,
  shopId: string,
  patience: BucketPatience = PATIENCE,
): Promise<ImageStore> {
  const place: BucketLocation = {
    s3: await openClient(bucket, patience),
    Bucket: bucket.bucket,
    folder: `${shopId}/`,
  }
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw bucketTrouble(error, bucket)
    })
  const store: ImageStore = {
    place: `the bucket ${bucket.bucket} below ${place.folder}`,
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
      // What a broken trial leaves is removed like the rest of a broken write.
      const trial = `trial-${randomUUID()}.part`
      await store.put(trial, Buffer.from('.'))
      await store.read(trial)
      await store.removeAll(trial)
    },
  }
  return store
}

type BucketLocation = { s3: S3; Bucket: string; folder: string }

async function openClient(
  { endpoint, region, key, secret }: PictureBucket,
  patience: BucketPatience,
): Promise<S3> {
  const { S3 } = await import('@aws-sdk/client-s3')
  return new S3({
    endpoint,
    region,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    forcePathStyle: true,
    maxAttempts: patience.tries,
    requestHandler: {
      connectionTimeout: patience.connecting,
      requestTimeout: patience.answering,
      throwOnRequestTimeout: true,
      // Of an answer that began and stands still.
      socketTimeout: patience.answering,
    },
    // Many stores know no other sums than the one that is signed with every request.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

async function readFrom(
  { s3, Bucket, folder }: BucketLocation,
  file: string,
): Promise<Buffer | null> {
  try {
    const { Body } = await s3.getObject({ Bucket, Key: folder + file })
    return Body ? Buffer.from(await Body.transformToByteArray()) : null
  } catch (error) {
    if (isMissingFile(error)) return null
    throw error
  }
}

async function isIn({ s3, Bucket, folder }: BucketLocation, file: string): Promise<boolean> {
  try {
    await s3.headObject({ Bucket, Key: folder + file })
    return true
  } catch (error) {
    if (isMissingFile(error)) return false
    throw error
  }
}

async function putObject(
  { s3, Bucket, folder }: BucketLocation,
  file: string,
  bytes: Buffer,
): Promise<void> {
  const ContentType = file.endsWith('.avif') ? 'image/avif' : 'image/webp'
  await s3.putObject({ Bucket, Key: folder + file, Body: bytes, ContentType })
}

/** One by one: to remove many by one request asks for a sum that stores do not agree on. */
async function removeFrom(place: BucketLocation, start: string): Promise<void> {
  const { s3, Bucket, folder } = place
  const found = await listIn(place, start)
  for (let from = 0; from < found.length; from += AT_ONCE) {
    const some = found.slice(from, from + AT_ONCE)
    await Promise.all(some.map(({ file }) => s3.deleteObject({ Bucket, Key: folder + file })))
  }
}

async function listIn({ s3, Bucket, folder }: BucketLocation, start = ''): Promise<StoredImage[]> {
  const found: StoredImage[] = []
  let token: string | undefined
  do {
    const from = token === undefined ? {} : { ContinuationToken: token }
    const page = await s3.listObjectsV2({ Bucket, Prefix: folder + start, ...from })
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key && LastModified)
        found.push({ file: Key.slice(folder.length), storedAt: LastModified })
    token = page.NextContinuationToken
  } while (token !== undefined)
  return found
}

/** Error codes for a missing file; `NotFound` is that of a HEAD, whose answer has no body. */
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

/** A store's error in one sentence for the owner, without the keys and what was signed with them. */
function bucketTrouble(error: unknown, place: PictureBucket): ImageStoreError {
  if (!(error instanceof Error)) return new ImageStoreError(String(error))
  const code = 'code' in error ? String(error.code) : error.name
  const message =
    ABOUT[error.name]?.(place) ??
    `UPLOADS_S3_ENDPOINT: cannot get pictures from the store at ${place.endpoint}`
  return new ImageStoreError(`${message} (${code}${error.message && `: ${error.message}`})`)
}
