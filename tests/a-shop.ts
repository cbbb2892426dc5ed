import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { inject, onTestFinished } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import type { WeightUnit } from '#contract/packing/weigh.ts'
import type { Product } from '#contract/products/products.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { setIfAbsent } from '#server/core/key-value.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { type Db, write } from '#server/db/write.ts'
import { insertDemoPlaces } from '#server/demo/places.ts'
import { hashPassword } from '#server/features/admin/passwords.ts'
import { createProduct } from '#server/features/products/edit-product.ts'
import type { Pages } from '#server/http/render-page.ts'
import { type OpenShop, openShop } from '#server/open-shop.ts'
import type { Shop } from '#server/shop.ts'
import type { AtEnd } from './at-end.ts'
import { CHEAP } from './cheap-password.ts'
import { quickPlace } from './quick-place.ts'
import type { ReusedDatabase } from './reused-database.ts'
import { ARE_TWO, asOne } from './round-robin.ts'
import { STRIPE_ENV } from './stripe-stand-in/shop-env.ts'
import type { StandIn } from './stripe-stand-in/stand-in.ts'

export const PASSWORD = 'seven brown hens'

/** A page that prints what it was given, so that tests see what a real one would show. */
const PLAIN_PAGES: Pages = {
  client: null,
  renderPage: async (path, load) => {
    const products = (await load('/api/products')) as Product[]
    const html = `${path}: ${products.map((product) => `${product.name} $${product.price} (${product.stock})`).join(', ')}`
    return { status: path === '/404' ? 404 : 200, html }
  },
}

/** For a shop whose pages nobody looks at. */
export const NO_PAGES: Pages = {
  client: null,
  renderPage: async () => ({ status: 200, html: '' }),
}

export type AShop = {
  shop: Shop
  db: Db
  config: Config
  metrics: OpenShop['metrics']
  announceStop: OpenShop['announceStop']
  inject(request: InjectOptions): Promise<LightMyRequestResponse>
  /** Set it to change the shop's time. */
  clock: { now: Date }
  /** Listens on its own port, for what needs a real socket; returns the port. */
  listen(): Promise<number>
  close(): Promise<void>
  /** Polls now for what other processes did, instead of within a second. */
  pollEventLog(): Promise<void>
  /** Waits for work that follows answers, such as releasing holds. */
  settled(): Promise<void>
}

type ShopOptions = {
  env?: Record<string, string>
  pages?: Pages
  now?: string
  stripe?: StandIn
  /** Answers keys that are set at the desk; none are set in variables. */
  deskStripe?: StandIn
  /** For query plan tests: PostgreSQL's planner counts rows an earlier test left on disk. */
  hasNewDatabase?: boolean
  /** As on a first start: no places, no days. */
  hasNoPlaces?: boolean
  /** For a shop that several tests share; by default the end of the test. */
  atEnd?: AtEnd
}

/** An empty shop for one test, on the run's engine; gone when the test ends. */
export async function aShop(options: ShopOptions = {}): Promise<AShop> {
  const { atEnd = onTestFinished } = options
  const clock = { now: new Date(options.now ?? '2026-11-18T18:00:00.000Z') }
  const where = await aPlace(atEnd, options.hasNewDatabase)
  const defaults = {
    DEMO: '0',
    LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ...(options.stripe ? STRIPE_ENV : {}),
  }
  const read = readConfig({ ...defaults, ...where, ...options.env })
  const config = atStandIn({ ...read, passwordCost: CHEAP }, options.stripe ?? options.deskStripe)
  const ways = { config, clock, pages: options.pages ?? PLAIN_PAGES, atEnd }
  if (options.hasNoPlaces || config.demo) await takeOutPlaces(config)
  const first = await aProcess(ways)
  return ARE_TWO && config.databaseUrl ? asOne(first, await aProcess(ways)) : first
}

async function takeOutPlaces(config: Config): Promise<void> {
  const { db, close } = await openDatabase(config, new Date())
  await write(db, async (tx) => {
    await tx.deleteFrom('day_rules').execute()
    await tx.deleteFrom('places').execute()
  })
  await close()
}

/**
 * Stands in for another process, but shares this one's module state; beside one that is open on
 * PostgreSQL only.
 */
export function aProcessBeside({ config, clock }: Pick<AShop, 'config' | 'clock'>): Promise<AShop> {
  return aProcess({ config, clock, pages: PLAIN_PAGES, atEnd: onTestFinished })
}

type Ways = { config: Config; clock: AShop['clock']; pages: Pages; atEnd: AtEnd }

async function aProcess({ config, clock, pages, atEnd }: Ways): Promise<AShop> {
  const opened = await openShop(config, pages, () => clock.now)
  const working = new Set<Promise<void>>()
  const later = opened.shop.later
  opened.shop.later = (what, work) => {
    const task = later(what, work)
    working.add(task)
    return task.finally(() => working.delete(task))
  }
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= opened.close()
    return closing
  }
  atEnd(close)
  return {
    shop: opened.shop,
    db: opened.shop.db,
    config,
    metrics: opened.metrics,
    announceStop: opened.announceStop,
    clock,
    close,
    inject: (request) => opened.app.inject(request),
    listen: async () =>
      Number(new URL(await opened.app.listen({ port: 0, host: '127.0.0.1' })).port),
    settled: async () => {
      while (working.size > 0) await Promise.all(working)
    },
    pollEventLog: opened.pollEventLog,
  }
}

/** The fake Stripe is on this machine, which no environment variable can say. */
export function atStandIn(config: Config, standIn: StandIn | undefined): Config {
  if (!standIn) return config
  const api = { host: '127.0.0.1', port: standIn.port, takesLive: true as const }
  return { ...config, stripe: config.stripe && { ...config.stripe, api }, stripeApi: api }
}

export function aProduct(
  db: Db,
  fields: {
    name?: string
    price?: number
    stock?: number
    category?: Product['category']
    /** Sold by weight: cents per unit, and thousandths of a unit. */
    weighUnit?: WeightUnit
    weighPrice?: Cents
    weighTo?: number
  } = {},
) {
  const draft = {
    name: fields.name ?? 'Farm Eggs',
    description: 'Collected this morning.',
    category: fields.category ?? ('Farm Eggs' as const),
    price: (fields.price ?? 500) as Cents,
    stock: fields.stock ?? 10,
    imageUrl: null,
    weighUnit: fields.weighUnit,
    weighPrice: fields.weighPrice,
    weighTo: fields.weighTo,
  }
  return createProduct(db, draft, new Date('2026-11-01T12:00:00.000Z'))
}

type SigningIn = { method: 'POST'; url: string; payload: object }
type WithCookies = { cookies: { name: string; value: string }[] }

/** At this shop, or one behind a socket. */
export async function signIn(
  shop: { inject(asking: SigningIn): Promise<WithCookies> },
  password = PASSWORD,
): Promise<string> {
  const url = '/api/admin/login'
  return cookieOf(await shop.inject({ method: 'POST', url, payload: { password } }))
}

export function cookieOf(answer: WithCookies): string {
  const [first] = answer.cookies
  return first ? `${first.name}=${first.value}` : ''
}

let passwordHash: Promise<string> | null = null
let databases: Promise<(isNew: boolean) => Promise<ReusedDatabase>> | null = null
let emptyFile: Promise<Buffer> | null = null

export async function aPlace(
  atEnd: AtEnd = onTestFinished,
  isNew = false,
): Promise<Record<string, string>> {
  const postgresUrl = inject('postgresUrl')
  const folder = await mkdtemp(join(quickPlace(), 'farmstand-test-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  if (postgresUrl)
    return { DATA_DIR: folder, DATABASE_URL: await aPostgresDatabase(postgresUrl, atEnd, isNew) }
  emptyFile ??= migratedFile()
  await writeFile(join(folder, 'shop.db'), await emptyFile)
  return { DATA_DIR: folder }
}

/** An empty shop's file; its tables are made once for all tests. */
async function migratedFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(quickPlace(), 'farmstand-test-'))
  try {
    await prepare({ dataDir: folder, databaseUrl: null })
    return await readFile(join(folder, 'shop.db'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function prepare(where: { dataDir: string; databaseUrl: string | null }): Promise<void> {
  passwordHash ??= hashPassword(PASSWORD, CHEAP)
  const database = await openDatabase(where, new Date())
  await setIfAbsent(database.db, 'admin_password_hash', await passwordHash)
  await write(database.db, (tx) => insertDemoPlaces(tx))
  await database.close()
}

async function aPostgresDatabase(adminUrl: string, atEnd: AtEnd, isNew: boolean): Promise<string> {
  databases ??= emptyShops(adminUrl)
  const { url, giveBack } = await (await databases)(isNew)
  atEnd(giveBack)
  return url
}

/** Empty shop databases; their tables are made once for all tests. */
async function emptyShops(adminUrl: string): Promise<(isNew: boolean) => Promise<ReusedDatabase>> {
  const [{ createDatabase }, { reusedDatabases }] = await Promise.all([
    import('./postgres.ts'),
    import('./reused-database.ts'),
  ])
  const name = `farmstand_template_${process.pid}`
  const url = await createDatabase(adminUrl, name)
  await prepare({ dataDir: '', databaseUrl: url })
  return reusedDatabases(adminUrl, { name, url })
}
