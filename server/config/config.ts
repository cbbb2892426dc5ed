import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import proxyAddress from '@fastify/proxy-addr'
import { z } from 'zod'
import { stepsBetween } from '#contract/chat/correct-spelling.ts'
import {
  backupConfigOf,
  backupVariables,
  checkBucketSet,
  checkCopyPlace,
  checkMailPair,
  checkStripePair,
  databaseUrl,
  mailConfigOf,
  mailVariables,
  pictureBucketOf,
  pictureVariables,
  type StripeKeys,
  stripeKeysOf,
  stripeVariables,
} from './services.ts'
import { parseSettings } from './settings-file.ts'

/** One try: scrypt with N = 2^`power`, block size `r`, `p` times over. */
export type PasswordCost = { power: number; r: number; p: number }

/**
 * OWASP's advice for scrypt (Password Storage Cheat Sheet): of its equivalents the one with the
 * least memory, 32 MB a try, for two-core machines. No variable makes it cheaper.
 */
export const PASSWORD_COST: PasswordCost = { power: 15, r: 8, p: 3 }

const publicUrl = z
  .url({
    protocol: /^https?$/,
    error: 'must be an http or https address, such as https://farm.example',
  })
  .transform((text) => new URL(text))
  .refine(
    (url) => url.pathname === '/' && !url.search && !url.hash,
    'must be an origin without a path',
  )
  .transform((url) => url.origin)

function isListOfProxies(text: string): boolean {
  try {
    proxyAddress.compile(text.split(',').map((one) => one.trim()))
    return true
  } catch {
    return false
  }
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a port number from 0 to 65535')

const host = z.string().min(1, 'must be an address to listen on').default('127.0.0.1')

const flag = (initially: boolean) =>
  z
    .enum(['0', '1'], 'must be 0 or 1')
    .default(initially ? '1' : '0')
    .transform((value) => value === '1')

const onUnlessOff = z
  .enum(['on', 'off'], 'must be on or off')
  .default('on')
  .transform((value) => value === 'on')

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

const variables = z.object({
  PORT: port.default(3000),
  HOST: host,
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => !/^\s*\d+\s*$/.test(text),
      'must name the proxies, such as loopback or 10.0.0.0/8, and not how many there are',
    )
    .refine(isListOfProxies, 'must be a list of proxy addresses, such as loopback or 10.0.0.0/8')
    .optional(),
  HSTS: z.enum(['off', 'on', 'subdomains'], 'must be off, on or subdomains').default('on'),
  CDN: flag(false),
  LISTEN_FDS: z.string().optional(),
  LISTEN_PID: z.string().optional(),
  SLEEP_AFTER: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be minutes from 1 to 9999')
    .transform(Number)
    .optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: host,
  DATA_DIR: z
    .string()
    .min(1, 'must be a folder')
    .default('./data')
    .transform((folder) => resolve(folder)),
  DATABASE_URL: databaseUrl.optional(),
  WORKERS: z
    .string()
    .regex(/^[1-9]\d?$/, 'must be a number of processes from 1 to 99')
    .default('1')
    .transform(Number),
  DEMO: flag(true),
  LIMITS: onUnlessOff,
  SHOP_WORKER: onUnlessOff,
  STALL_WORKER: onUnlessOff,
  STOP_DELAY: z
    .string()
    .regex(/^(?:[0-5]?\d|60)$/, 'must be seconds from 0 to 60')
    .transform(Number)
    .default(0),
  UPDATE_FEED: z
    .string()
    .refine(
      (text) => text === 'off' || (/^https?:/.test(text) && URL.canParse(text)),
      'must be an address, or off',
    )
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  NODE_ENV: z.string().optional(),
  SETTINGS_FILE: z.string().optional(),
  ...backupVariables,
  ...mailVariables,
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(200, 'must have at most 200 characters')
    .optional(),
  ...pictureVariables,
  ...stripeVariables,
})

const environment = variables.superRefine((known, context) => {
  const wrong = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (known.WORKERS > 1 && !known.DATABASE_URL)
    wrong(
      'WORKERS',
      'must be 1 without DATABASE_URL: one process alone may use the embedded database',
    )
  if (known.SLEEP_AFTER !== undefined && known.LISTEN_FDS === undefined)
    wrong(
      'SLEEP_AFTER',
      'must be left out where systemd keeps no socket: nobody would start the shop again',
    )
  checkMailPair(known, wrong)
  checkBucketSet(known, wrong)
  checkCopyPlace(known, wrong)
  checkStripePair(known, wrong)
})

/** `stripeApi`: another address of Stripe's API for keys set at the desk; for tests only. */
export type Config = ReturnType<typeof readConfig> & { stripeApi?: StripeKeys['api'] }

export class OwnerError extends Error {}

export class ConfigError extends OwnerError {}

/** An empty variable counts as not set. @throws ConfigError naming every wrong variable */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  // First, report what systemd silently left out of the file.
  if (env.SETTINGS_FILE) readSettingsFile(env.SETTINGS_FILE)
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = environment.safeParse(set)
  if (!read.success)
    throw new ConfigError(
      read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'),
    )
  const known = read.data
  return {
    port: known.PORT,
    host: known.HOST,
    dataDir: known.DATA_DIR,
    pictureBucket: pictureBucketOf(known),
    databaseUrl: known.DATABASE_URL ?? null,
    workers: known.WORKERS,
    adminPassword: known.ADMIN_PASSWORD ?? null,
    passwordCost: PASSWORD_COST,
    demo: known.DEMO,
    /** The origin visitors see, such as https://farm.example; null while the shop is only local. */
    publicUrl: known.PUBLIC_URL ?? null,
    linkOrigin: known.PUBLIC_URL ?? `http://localhost:${known.PORT}`,
    /** Proxies whose X-Forwarded-For is trusted; null: none. */
    trustProxy: known.TRUST_PROXY ?? null,
    /** 'on': this host only; 'subdomains': its subdomains too. */
    hsts: known.HSTS,
    /** systemd listens for this process and passed it the socket. */
    isActivated: known.LISTEN_FDS === '1' && known.LISTEN_PID === String(process.pid),
    /** Minutes without a call until the process exits, for systemd to restart; null: never. */
    sleepAfter: known.SLEEP_AFTER ?? null,
    /** A CDN in front may cache pages for a few seconds. */
    cdn: known.CDN,
    limits: known.LIMITS,
    /** Offline copy in browsers; false removes it. */
    shopWorker: known.SHOP_WORKER,
    /** False unregisters the stall worker on every phone. */
    stallWorker: known.STALL_WORKER,
    backup: backupConfigOf(known, known.DATA_DIR),
    mail: mailConfigOf(known),
    logLevel: known.LOG_LEVEL,
    metricsPort: known.METRICS_PORT ?? null,
    metricsHost: known.METRICS_HOST,
    /** How long a closing shop goes on serving after `/readyz` says so, in seconds. */
    stopDelay: known.STOP_DELAY,
    /** Where new releases are told; null: where the program says; 'off': nowhere. */
    updateFeed: known.UPDATE_FEED ?? null,
    stripe: stripeKeysOf(known),
    production: known.NODE_ENV === 'production',
    misspelled: misspelledNames(Object.keys(set), Object.keys(variables.shape)),
  }
}

/** @throws ConfigError naming every unreadable line, or what to do if the file can't be read */
export function readSettingsFile(file: string): Record<string, string> {
  const { settings, refused } = parseSettings(contentOf(file))
  if (refused.length === 0) return settings
  throw new ConfigError(refused.map((one) => `${file}, ${one}`).join('\n'))
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES')
      throw new ConfigError(`${file} is not yours to read. Type sudo before the command.`)
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new ConfigError(`There is no file of settings at ${file}.`)
    throw error
  }
}

/** The PostgreSQL a shop moves to: as given, or DATABASE_URL_TO. @throws ConfigError */
export function readMoveTarget(given: string | undefined): string {
  const read = databaseUrl.safeParse(given ?? process.env.DATABASE_URL_TO)
  if (read.success) return read.data
  throw new ConfigError(
    'Where to? Run farmstand move-to-postgres postgres://user:password@host/database, or set DATABASE_URL_TO.',
  )
}

const FAMILY = /^(?:ADMIN|BACKUP|CHAT|MAIL|METRICS|SMTP|STRIPE|UPLOADS)_/

/** Shorter names are too close to other programs' variables. */
const MIN_LENGTH = 6

const OF_COMMANDS = ['DATABASE_URL_TO']

function misspelledNames(set: readonly string[], known: readonly string[]): string[] {
  const unknown = set.filter((name) => !known.includes(name) && !OF_COMMANDS.includes(name))
  return unknown.flatMap((name) => {
    const meant = known.find((one) => one.length >= MIN_LENGTH && isNear(name, one))
    if (meant) return `${name} (${meant}?)`
    return FAMILY.test(name) ? name : []
  })
}

function isNear(one: string, other: string): boolean {
  return Math.abs(one.length - other.length) <= 1 && stepsBetween(one, other) <= 1
}

/** For the same shop once more: also where the machine chose its port, visitors know that one. */
export function environmentOn(port: number): NodeJS.ProcessEnv {
  return { ...process.env, PORT: String(port) }
}

/** For another program: nothing of the shop's settings, which hold secrets. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME }
}
