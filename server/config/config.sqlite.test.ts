import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { databaseAddresses } from './services.ts'

test('without a word from the owner the shop is local, embedded and filled with the demo', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('./data'),
    databaseUrl: null,
    pictureBucket: null,
    workers: 1,
    adminPassword: null,
    passwordCost: { power: 15, r: 8, p: 3 },
    demo: true,
    publicUrl: null,
    linkOrigin: 'http://localhost:3000',
    trustProxy: null,
    hsts: 'on',
    cdn: false,
    isActivated: false,
    sleepAfter: null,
    limits: true,
    shopWorker: true,
    stallWorker: true,
    backup: { folder: resolve('./data/backups'), passphrase: null, copyTo: null },
    mail: null,
    logLevel: 'info',
    metricsPort: null,
    metricsHost: '127.0.0.1',
    stopDelay: 0,
    updateFeed: null,
    stripe: null,
    production: false,
    misspelled: [],
  })
})

test('links start with the address visitors see, and with the port while the shop is local', () => {
  expect(readConfig({ PUBLIC_URL: 'https://farm.example' }).linkOrigin).toBe('https://farm.example')
  expect(readConfig({ PORT: '8080' }).linkOrigin).toBe('http://localhost:8080')
})

test.each([
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['DEMO', 'yes'],
  ['PUBLIC_URL', 'farm.example'],
  ['PUBLIC_URL', 'https://farm.example/shop'],
  ['DATABASE_URL', 'mysql://localhost/farm'],
  ['DATABASE_URL', 'postgres://farm@one,:port/farm'],
  ['DATABASE_URL', 'postgres://farm@one,,two/farm'],
  ['ADMIN_PASSWORD', 'short'],
  ['TRUST_PROXY', 'everyone'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', ' 2 '],
  ['HSTS', 'includeSubDomains'],
  ['CDN', 'yes'],
  ['SLEEP_AFTER', '10'],
  ['LOG_LEVEL', 'loud'],
  ['LIMITS', '1'],
  ['WORKERS', '0'],
  ['WORKERS', '2'],
  ['WORKERS', 'all'],
  ['BACKUP_PASSPHRASE', 'eggs'],
  ['METRICS_PORT', '/metrics'],
  ['STOP_DELAY', '61'],
  ['UPDATE_FEED', 'yes'],
  ['UPLOADS_S3_ENDPOINT', 'objects.example'],
  ['UPLOADS_S3_ENDPOINT', 'http://objects.example'],
  ['UPLOADS_S3_ENDPOINT', 'http://192.0.2.1'],
  ['UPLOADS_S3_ENDPOINT', 'https://key:secret@objects.example'],
  ['UPLOADS_S3_BUCKET', 'Farm/Pictures'],
  ['UPLOADS_S3_REGION', 'Europe, please'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://a:%zz@mail.example'],
  ['MAIL_FROM', 'the farm'],
  ['MAIL_FROM', 'a@farm.example, b@farm.example'],
  ['MAIL_FROM', 'Farm\r\nBcc: x <a@farm.example>'],
])('a wrong %s (%s) is refused by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must`, 'm'))
})

test('variables that look like the shop’s and are none are named, those of other programs are not', () => {
  const set = {
    WORKER: '2',
    WORKRES: '2',
    STRIPE_KEY: 'x',
    SMTP_HOST: 'x',
    BACKUP_DIRS: 'x',
    TRUST_PROXIES: 'x',
  }
  const others = {
    PATH: '/bin',
    HOME: '/',
    HOSTNAME: 'farm',
    SHELL: 'sh',
    TERM: 'x',
    LANG: 'C',
    DATABASE_URL_TO: 'postgres://a/b',
  }
  expect(readConfig({ ...set, ...others, METRICS_PORT: '0' }).misspelled.sort()).toEqual([
    'BACKUP_DIRS (BACKUP_DIR?)',
    'SMTP_HOST',
    'STRIPE_KEY',
    'WORKER (WORKERS?)',
    'WORKRES (WORKERS?)',
  ])
})

test('every wrong variable is named at once', () => {
  expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT[\s\S]*DEMO/)
})

const BUCKET = {
  UPLOADS_S3_ENDPOINT: 'https://objects.example',
  UPLOADS_S3_BUCKET: 'farm-pictures',
  UPLOADS_S3_KEY: 'farm',
  UPLOADS_S3_SECRET: 'seven brown hens',
}

test('four variables put the pictures into a bucket', () => {
  const place = {
    endpoint: 'https://objects.example',
    bucket: 'farm-pictures',
    key: 'farm',
    secret: 'seven brown hens',
  }
  expect(readConfig(BUCKET).pictureBucket).toEqual({ ...place, region: 'us-east-1' })
  expect(readConfig({ ...BUCKET, UPLOADS_S3_REGION: 'eu-central-1' }).pictureBucket?.region).toBe(
    'eu-central-1',
  )
  expect(readConfig({ UPLOADS_S3_REGION: 'eu-central-1' }).pictureBucket).toBeNull()
})

test.each(Object.keys(BUCKET))(
  'without %s alone the others are refused, and it is named',
  (missing) => {
    const wrong = `${missing} must be set with the others`
    expect(() => readConfig({ ...BUCKET, [missing]: '' })).toThrow(new RegExp(`^${wrong}[^\\n]*$`))
  },
)

const TEST_PAIR = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
const LIVE_PAIR = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
const LIVE_SET = { ...LIVE_PAIR, STRIPE_WEBHOOK_SECRET: 'whsec_1' }

test('both keys of one mode make a shop with Stripe', () => {
  expect(readConfig(TEST_PAIR).stripe).toMatchObject({
    livemode: false,
    webhookSecret: null,
    unchecked: false,
  })
  expect(readConfig(LIVE_SET).stripe).toMatchObject({ livemode: true, webhookSecret: 'whsec_1' })
  expect(readConfig({ ...LIVE_SET, STRIPE_SECRET_KEY: 'rk_live_1' }).stripe?.livemode).toBe(true)
})

test.each<[string, string, Record<string, string>]>([
  ['a secret key alone', 'STRIPE_PUBLISHABLE_KEY', { STRIPE_SECRET_KEY: 'sk_test_1' }],
  ['a publishable key alone', 'STRIPE_SECRET_KEY', { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
  ['a webhook secret alone', 'STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
  [
    'a test key beside a live one',
    'STRIPE_PUBLISHABLE_KEY',
    { ...LIVE_SET, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
  ],
  [
    'the two keys swapped',
    'STRIPE_SECRET_KEY',
    { STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_PUBLISHABLE_KEY: 'sk_test_1' },
  ],
  [
    'a publishable key of another kind',
    'STRIPE_PUBLISHABLE_KEY',
    { ...TEST_PAIR, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' },
  ],
  [
    'a webhook secret of another kind',
    'STRIPE_WEBHOOK_SECRET',
    { ...TEST_PAIR, STRIPE_WEBHOOK_SECRET: 'sk_test_1' },
  ],
  ['live keys without limits', 'LIMITS', { ...LIVE_SET, LIMITS: 'off' }],
])('%s stops the start by the name of %s', (_, name, env) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^${name} must`, 'm'))
})

test('no variable of the environment leads the secret key to another address', () => {
  const env = {
    ...TEST_PAIR,
    STRIPE_API: '127.0.0.1',
    STRIPE_HOST: '127.0.0.1',
    STRIPE_API_BASE: 'http://127.0.0.1',
  }
  expect(readConfig(env).stripe?.api).toBeUndefined()
})

test('mail is set up with a server and a sender, and half of it is refused by the name of the other half', () => {
  const both = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Our Farm <orders@farm.example>' }
  const from = { name: 'Our Farm', address: 'orders@farm.example' }
  expect(readConfig(both).mail).toEqual({ url: 'smtp://mail.example', from })
  expect(readConfig({ ...both, MAIL_FROM: 'orders@farm.example' }).mail?.from.name).toBe(
    'Farmstand',
  )
  expect(() => readConfig({ SMTP_URL: both.SMTP_URL })).toThrow(/^MAIL_FROM must/)
  expect(() => readConfig({ MAIL_FROM: both.MAIL_FROM })).toThrow(/^SMTP_URL must/)
})

test('several hosts of a database are as many addresses, each with what is said of all', () => {
  const url = 'postgres://farm:a%2Cb@one,[::1]:5433,two:5434/shop?sslmode=require'
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  expect(databaseAddresses(url)).toEqual([
    'postgres://farm:a%2Cb@one/shop?sslmode=require',
    'postgres://farm:a%2Cb@[::1]:5433/shop?sslmode=require',
    'postgres://farm:a%2Cb@two:5434/shop?sslmode=require',
  ])
  expect(databaseAddresses('postgres:///shop')).toEqual(['postgres:///shop'])
})
