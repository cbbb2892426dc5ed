import { z } from 'zod'
import { isInTheClear } from './tls.ts'

export type PictureBucket = {
  endpoint: string
  region: string
  bucket: string
  key: string
  secret: string
}

export type PicturePlace = { dataDir: string; pictureBucket: PictureBucket | null }

export const pictureVariables = {
  UPLOADS_S3_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address of a store, such as https://objects.example',
    })
    .refine((text) => !/[?#@]/.test(text), 'must be an address without keys or a query in it')
    .optional(),
  UPLOADS_S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket, such as farm-pictures')
    .optional(),
  UPLOADS_S3_KEY: z.string().optional(),
  UPLOADS_S3_SECRET: z.string().optional(),
  UPLOADS_S3_REGION: z
    .string()
    .regex(/^[a-z\d-]{1,40}$/, 'must be the name of a region, such as eu-central-1')
    .default('us-east-1'),
}

type Variables = z.output<z.ZodObject<typeof pictureVariables>>

const ALL_OR_NONE = [
  'UPLOADS_S3_ENDPOINT',
  'UPLOADS_S3_BUCKET',
  'UPLOADS_S3_KEY',
  'UPLOADS_S3_SECRET',
] as const

export function checkBucketSet(
  known: Variables,
  wrong: (name: keyof Variables, message: string) => void,
): void {
  if (known.UPLOADS_S3_ENDPOINT && isInTheClear(known.UPLOADS_S3_ENDPOINT))
    wrong(
      'UPLOADS_S3_ENDPOINT',
      'must begin with https://: pictures and their signatures would travel in the clear',
    )
  const missing = ALL_OR_NONE.filter((name) => known[name] === undefined)
  if (missing.length === ALL_OR_NONE.length) return
  for (const name of missing)
    wrong(name, `must be set with the others: ${ALL_OR_NONE.join(', ')}, all of them or none`)
}

export function pictureBucketOf(known: Variables): PictureBucket | null {
  const {
    UPLOADS_S3_ENDPOINT: endpoint,
    UPLOADS_S3_BUCKET: bucket,
    UPLOADS_S3_REGION: region,
  } = known
  const { UPLOADS_S3_KEY: key, UPLOADS_S3_SECRET: secret } = known
  return endpoint && bucket && key && secret ? { endpoint, region, bucket, key, secret } : null
}
