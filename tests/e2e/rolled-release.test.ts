import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { readConfig } from '#server/config/config.ts'
import { MIGRATIONS } from '#server/db/migrate.ts'
import { aKeyedBuyer, orderBody } from '../a-buyer.ts'
import { aFollowedPage } from '../a-followed-page.ts'
import { askAsOwner } from '../a-standby.ts'
import { aCrowd } from '../faults/a-crowd.ts'
import { aFarShop } from '../faults/a-far-shop.ts'
import { aKeptSocket } from '../faults/a-kept-socket.ts'
import { judgeCrowd } from '../faults/judge-crowd.ts'
import { findOrWarn } from '../find-program.ts'
import { IS_LONG } from '../length-of-run.ts'
import { NEXT_MIGRATION } from '../next-migration.ts'
import { createDatabase, startPostgres } from '../postgres.ts'
import { seedPlaces } from '../seed-places.ts'
import { aNextRelease } from './a-next-release.ts'
import { aDataFolder, MAIN, PASSWORD } from './a-running-shop.ts'
import { aSharingNginx } from './an-nginx.ts'

const nginx = IS_LONG ? await findOrWarn('nginx', '-v') : null

const ANSWERS = [200, 201, 402, 409]

/**
 * nginx closes visitors' kept connections when it reloads; a browser retries on another one, Node
 * doesn't.
 */
const AFRESH = { connection: 'close' }

/** Orders this release takes on the next one's tables while both run. */
const BESIDE = 20

test.skipIf(!nginx)(
  'a release takes the place of the one before on two servers under load: no call fails, and no page misses a sale',
  { timeout: 300_000 },
  async () => {
    const next = await aNextRelease(onTestFinished)
    const postgres = await startPostgres()
    onTestFinished(postgres.stop)
    const env = {
      DATABASE_URL: await createDatabase(postgres.url, 'farm'),
      DATA_DIR: await aDataFolder(),
      ...{ DEMO: '0', LIMITS: 'off', TRUST_PROXY: 'loopback' },
    }
    const servers = await openServers(env, next)
    const [products, names] = [await stock(servers.urlOf('a')), schemaNames(env.DATABASE_URL)]
    const proxy = await aSharingNginx(nginx ?? '', servers.addresses)
    const config = readConfig({ ...env, LOG_LEVEL: 'silent' })
    const crowd = await aCrowd(config, () => proxy, { stocked: products, headers: AFRESH })
    const pages = await Promise.all([1, 2, 3, 4].map(() => aFollowedPage(proxy)))
    const looks = lookAround(proxy)
    crowd.letIn()
    await pause(1000)
    const migrated = await names()
    await servers.renew('a')
    await buyBeside(servers.urlOf('b'), products)
    await servers.renew('b')
    await pause(1000)
    const seen = await looks.end()
    await crowd.goHome()
    expect([...crowd.statuses].filter((status) => !ANSWERS.includes(status))).toEqual([])
    expect([crowd.brokenLines(), seen.failed]).toEqual([0, []])
    const own = MIGRATIONS.map(({ name }) => name)
    expect(migrated).toEqual(own)
    expect(await names()).toEqual([...own, NEXT_MIGRATION.name])
    const stocks = await askAsOwner<{ id: number; stock: number }>(
      { url: env.DATABASE_URL },
      'select id, stock from products order by id',
    )
    for (const { connections, stockOf } of pages) {
      await expect
        .poll(() => stocks.map(({ id }) => stockOf(id)), { timeout: 5000 })
        .toEqual(stocks.map((product) => product.stock))
      expect(connections()).toBeGreaterThan(1)
    }
    expect(await servers.stop()).toEqual([0, 0])
    // This release judges, which would not open the next one's tables.
    const forget = `delete from schema_migrations where name = '${NEXT_MIGRATION.name}'`
    await askAsOwner({ url: env.DATABASE_URL }, forget)
    await judgeCrowd(
      { products, acknowledged: [...crowd.acknowledged] },
      config,
      `the next release rolled over two servers, ${seen.answered} pages and lists beside`,
    )
  },
)

type Unit = 'a' | 'b'

/** Two servers of this release on fixed ports; each runs the next release once it's renewed. */
async function openServers(env: Record<string, string>, next: string) {
  await seedPlaces({ dataDir: env.DATA_DIR ?? '', databaseUrl: env.DATABASE_URL ?? null })
  const [a, b] = [await openServer(env), await openServer(env)]
  const servers: Record<Unit, typeof a> = { a, b }
  return {
    addresses: [a, b].map(({ port }) => `127.0.0.1:${port}`),
    urlOf: (unit: Unit) => `http://localhost:${servers[unit].port}`,
    renew: (unit: Unit) => servers[unit].renew(next),
    stop: () => Promise.all([a.stop(), b.stop()]),
  }
}

async function openServer(env: Record<string, string>) {
  const current = join(await aDataFolder(), 'current')
  await symlink(MAIN, current)
  const socket = await aKeptSocket(current, { ADMIN_PASSWORD: PASSWORD, ...env }, onTestFinished)
  return {
    ...socket,
    async renew(next: string): Promise<void> {
      await rm(current)
      await symlink(next, current)
      await socket.restart()
    },
  }
}

/** Through the desk, as a farmer: the release decides what its rows look like. */
async function stock(url: string): Promise<Product[]> {
  const shop = aFarShop(() => url)
  const signedIn = await shop.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: { password: PASSWORD },
  })
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const made: Product[] = []
  for (const [name, price, units] of [
    ['Eggs', 5, 10_000],
    ['Hens', 25, 12],
  ] as const) {
    const payload = {
      name,
      description: '',
      price,
      category: 'Farm Eggs',
      stock: units,
      imageUrl: null,
    }
    const answer = await shop.inject({
      ...{ method: 'POST', url: '/api/products', payload },
      headers: { cookie, accept: 'application/json' },
    })
    expect(answer.statusCode).toBe(201)
    made.push(answer.json())
  }
  return made
}

function schemaNames(url: string): () => Promise<string[]> {
  return async () =>
    (
      await askAsOwner<{ name: string }>(
        { url },
        'select name from schema_migrations order by name',
      )
    ).map(({ name }) => name)
}

async function buyBeside(url: string, [eggs]: Product[]): Promise<void> {
  if (!eggs) throw new Error('There are eggs.')
  const shop = aFarShop(() => url)
  for (let count = 0; count < BESIDE; count++) {
    const answer = await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
    expect(answer.statusCode).toBe(201)
  }
}

function lookAround(url: string) {
  const failed: unknown[] = []
  let [answered, isOver] = [0, false]
  const look = async (path: string) => {
    while (!isOver) {
      const { status } = await fetch(url + path, { headers: AFRESH }).catch((error: unknown) => ({
        status: String(error),
      }))
      if (status === 200) answered++
      else failed.push([path, status])
      await pause(10)
    }
  }
  const looking = ['/', '/api/products', '/checkout'].map(look)
  return {
    async end() {
      isOver = true
      await Promise.all(looking)
      return { failed, answered }
    },
  }
}
