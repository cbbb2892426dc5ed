import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { MAX_PASSPHRASE_LENGTH, MIN_PASSPHRASE_LENGTH } from '#contract/backups/backups.ts'
import { readSender, type Sender } from '#contract/mail/mail-address.ts'
import { modeOf } from '#contract/money/cards.ts'

/** `api`: another address of Stripe's API, for tests only; live keys too, if it `takesLive`. */
export type StripeKeys = {
  secretKey: string
  publishableKey: string
  /** Null only in test mode; then the browser's own call must complete each order. */
  webhookSecret: string | null
  /** Of further endpoints of this shop, whose events count too. */
  otherSecrets?: readonly string[]
  livemode: boolean
  unchecked: boolean
  api?: { host: string; port: number; takesLive?: true }
}

export const stripeVariables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(?:test|live)_\w+$/, 'must start with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:test|live)_\w+$/, 'must start with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must start with whsec_')
    .optional(),
  STRIPE_UNCHECKED: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
}

type StripeVariables = z.output<z.ZodObject<typeof stripeVariables>>
type WithLimits = StripeVariables & { LIMITS: boolean }

type Report<Known> = (name: keyof Known, message: string) => void

export function checkStripePair(known: WithLimits, wrong: Report<WithLimits>): void {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = known
  if (!secret && (publishable || known.STRIPE_WEBHOOK_SECRET))
    wrong('STRIPE_SECRET_KEY', 'must be set too; half a set of keys cannot take cards')
  if (!publishable && secret)
    wrong('STRIPE_PUBLISHABLE_KEY', 'must be set too; half a set of keys cannot take cards')
  if (!secret || !publishable) return
  if (modeOf(secret) !== modeOf(publishable))
    wrong(
      'STRIPE_PUBLISHABLE_KEY',
      'must be of the same mode as STRIPE_SECRET_KEY: both test or both live',
    )
  if (modeOf(secret) === 'live' && !known.LIMITS) wrong('LIMITS', 'must be on with live keys')
}

export function stripeKeysOf(variables: StripeVariables): StripeKeys | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = variables
  if (!secretKey || !publishableKey) return null
  return {
    secretKey,
    publishableKey,
    webhookSecret: variables.STRIPE_WEBHOOK_SECRET ?? null,
    livemode: modeOf(secretKey) === 'live',
    unchecked: variables.STRIPE_UNCHECKED === '1',
  }
}

/** `alwaysTls`: nothing goes out in the clear, except to this machine. */
export type MailConfig = { url: string; from: Sender; alwaysTls?: true }

export const mailVariables = {
  SMTP_URL: z
    .string()
    .refine(isMailServer, 'must be a mail server, such as smtp://user:password@mail.example:587')
    .optional(),
  MAIL_FROM: z
    .string()
    .transform(readSender)
    .refine((sender) => sender !== null, 'must be an address, such as orders@farm.example')
    .optional(),
}

type MailVariables = z.output<z.ZodObject<typeof mailVariables>>

export function checkMailPair(known: MailVariables, wrong: Report<MailVariables>): void {
  if (known.SMTP_URL && !known.MAIL_FROM)
    wrong('MAIL_FROM', 'must be set with SMTP_URL: the address emails come from')
  if (known.MAIL_FROM && !known.SMTP_URL)
    wrong('SMTP_URL', 'must be set with MAIL_FROM: the server that sends emails')
}

export function mailConfigOf({ SMTP_URL: url, MAIL_FROM: from }: MailVariables): MailConfig | null {
  return url && from ? { url, from } : null
}

function isMailServer(text: string): boolean {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false
  try {
    const { hostname, username, password } = new URL(text)
    return hostname !== '' && decodeURIComponent(username + password) !== null
  } catch {
    return false
  }
}

export type Bucket = {
  endpoint: string
  region: string
  bucket: string
  key: string
  secret: string
}

export type PictureStoreConfig = { dataDir: string; pictureBucket: Bucket | null }

const bucketRegion = z
  .string()
  .regex(/^[a-z\d-]{1,40}$/, 'must be the name of a region, such as eu-central-1')
  .default('us-east-1')

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
  UPLOADS_S3_REGION: bucketRegion,
}

type PictureVariables = z.output<z.ZodObject<typeof pictureVariables>>

const ALL_OR_NONE = [
  'UPLOADS_S3_ENDPOINT',
  'UPLOADS_S3_BUCKET',
  'UPLOADS_S3_KEY',
  'UPLOADS_S3_SECRET',
] as const

export function checkBucketSet(known: PictureVariables, wrong: Report<PictureVariables>): void {
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

export function pictureBucketOf(known: PictureVariables): Bucket | null {
  const {
    UPLOADS_S3_ENDPOINT: endpoint,
    UPLOADS_S3_BUCKET: bucket,
    UPLOADS_S3_REGION: region,
  } = known
  const { UPLOADS_S3_KEY: key, UPLOADS_S3_SECRET: secret } = known
  return endpoint && bucket && key && secret ? { endpoint, region, bucket, key, secret } : null
}

/** Where each backup goes besides its folder: off this machine. */
export type CopyPlace = { bucket: Bucket } | { command: string }

export const backupVariables = {
  BACKUP_DIR: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .min(MIN_PASSPHRASE_LENGTH, `must have at least ${MIN_PASSPHRASE_LENGTH} characters`)
    .max(MAX_PASSPHRASE_LENGTH, `must have at most ${MAX_PASSPHRASE_LENGTH} characters`)
    .optional(),
  BACKUP_S3_URL: z
    .string()
    .regex(
      /^https?:\/\/[^\s?#@]+\/[a-z\d][a-z\d.-]{1,61}[a-z\d]\/?$/,
      'must be the address of a bucket, such as https://objects.example/farm-backups',
    )
    .refine(
      (text) => !isInTheClear(text),
      'must begin with https://: the backups would travel in the clear',
    )
    .optional(),
  BACKUP_S3_KEY: z.string().optional(),
  BACKUP_S3_SECRET: z.string().optional(),
  BACKUP_S3_REGION: bucketRegion,
  BACKUP_COMMAND: z.string().optional(),
}

type BackupVariables = z.output<z.ZodObject<typeof backupVariables>>

const COPY_SETTINGS = ['BACKUP_S3_URL', 'BACKUP_S3_KEY', 'BACKUP_S3_SECRET'] as const

export function checkCopyPlace(known: BackupVariables, wrong: Report<BackupVariables>): void {
  const missing = COPY_SETTINGS.filter((name) => known[name] === undefined)
  if (missing.length === COPY_SETTINGS.length) return
  for (const name of missing)
    wrong(name, `must be set with the others: ${COPY_SETTINGS.join(', ')}`)
}

export function backupConfigOf(known: BackupVariables, dataDir: string) {
  return {
    folder: known.BACKUP_DIR ?? join(dataDir, 'backups'),
    /** Null: not encrypted. */
    passphrase: known.BACKUP_PASSPHRASE ?? null,
    copyTo: copyPlaceOf(known),
  }
}

function copyPlaceOf(known: BackupVariables): CopyPlace | null {
  const { BACKUP_S3_URL: url, BACKUP_S3_KEY: key, BACKUP_S3_SECRET: secret } = known
  if (known.BACKUP_COMMAND) return { command: known.BACKUP_COMMAND }
  if (!url || !key || !secret) return null
  const [, endpoint = '', bucket = ''] = /^(.*)\/([^/]+)\/?$/.exec(url) ?? []
  return { bucket: { endpoint, bucket, key, secret, region: known.BACKUP_S3_REGION } }
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/** One URL per host, as libpq reads `postgres://user@one,two:5433/shop`. */
export function databaseAddresses(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(url) ?? []
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}

export const databaseUrl = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//, 'must start with postgres:// or postgresql://')
  .refine(
    (text) => databaseAddresses(text).every((address) => URL.canParse(address)),
    'must be an address such as postgres://user:password@host/database',
  )
  .refine((text) => {
    const hosts = PARTS.exec(text)?.[2]?.split(',') ?? []
    return hosts.length === 1 || !hosts.includes('')
  }, 'must name a host on each side of a comma, as postgres://user:password@first,second/database')

/** This machine and private networks (RFC 1918, RFC 4193). */
const NEAR = new BlockList()
NEAR.addSubnet('127.0.0.0', 8)
NEAR.addSubnet('10.0.0.0', 8)
NEAR.addSubnet('172.16.0.0', 12)
NEAR.addSubnet('192.168.0.0', 16)
NEAR.addAddress('::1', 'ipv6')
NEAR.addSubnet('fc00::', 7, 'ipv6')

/** Without TLS over public networks. A name without a dot is local. */
function isInTheClear(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'http:') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0) return host.includes('.')
  return !NEAR.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}
