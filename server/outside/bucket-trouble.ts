import type { PictureBucket } from '#server/config/pictures.ts'
import { ImageStoreError } from './image-store.ts'

/** What stores answer where there is no such file: with words, and to a HEAD without any. */
const MISSING = new Set(['NoSuchKey', 'NotFound'])

const KEYS = 'UPLOADS_S3_KEY, UPLOADS_S3_SECRET'

const ABOUT: Record<string, (place: PictureBucket) => string> = {
  InvalidAccessKeyId: ({ endpoint }) => `${KEYS}: the store at ${endpoint} does not know this key`,
  SignatureDoesNotMatch: ({ endpoint }) => `${KEYS}: this is not the secret for this key at ${endpoint}`,
  AccessDenied: ({ bucket }) => `${KEYS}: they must be allowed to list, read, write and delete in the bucket ${bucket}`,
  NoSuchBucket: ({ bucket, endpoint }) =>
    `UPLOADS_S3_BUCKET: there is no bucket ${bucket} at ${endpoint}. Please create it`,
  PermanentRedirect: ({ bucket, region }) => `UPLOADS_S3_REGION: the bucket ${bucket} is not in ${region}`,
  AuthorizationHeaderMalformed: ({ region }) => `UPLOADS_S3_REGION: the store is not in ${region}`,
  RequestTimeTooSkewed: () => 'UPLOADS_S3_ENDPOINT: the clocks of this machine and the store differ',
}

export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && MISSING.has(error.name)
}

/** A store's error in one sentence for the owner, without the keys and what was signed with them. */
export function bucketTrouble(error: unknown, place: PictureBucket): ImageStoreError {
  if (!(error instanceof Error)) return new ImageStoreError(String(error))
  const code = 'code' in error ? String(error.code) : error.name
  const message =
    ABOUT[error.name]?.(place) ?? `UPLOADS_S3_ENDPOINT: cannot get pictures from the store at ${place.endpoint}`
  return new ImageStoreError(`${message} (${code}${error.message && `: ${error.message}`})`)
}
