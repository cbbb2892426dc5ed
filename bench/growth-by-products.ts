import { rm } from 'node:fs/promises'
import { openDatabase } from '#server/db/open-database.ts'
import { type Answer, type Ask, asker } from './ask.ts'
import { askHelper } from './ask-helper.ts'
import { measureChangingHome } from './changing-home.ts'
import { measureBuying } from './checkouts.ts'
import type { Cost } from './cost.ts'
import { compare } from './load.ts'
import { fillWithProducts } from './many-products.ts'
import { print } from './print.ts'
import type { Size } from './size.ts'
import { aFolder, type Subject, startShop } from './subjects.ts'
import { middle } from './tables.ts'

const BROTLI = { 'accept-encoding': 'br, gzip' }

const READ = [
  { call: 'home page, cached', path: '/', connections: 32 },
  { call: 'content page', path: '/pages/our-farm', connections: 32 },
  { call: 'product page', path: '/p/1-farm-fresh-eggs-dozen', connections: 32 },
  { call: 'GET /api/products', path: '/api/products', connections: 8 },
]

export async function measureGrowthByProducts(size: Size): Promise<Cost[]> {
  const found: Cost[] = []
  for (const products of size.products) {
    print(`growth: ${products.toLocaleString('en-US')} products`)
    const dataDir = await aShopOf(products)
    const costs = await measureShop(dataDir, size)
    found.push(...costs.map((cost) => ({ ...cost, size: products })))
    await rm(dataDir, { recursive: true, force: true })
  }
  return found
}

type CostHere = Omit<Cost, 'size'>

async function aShopOf(products: number): Promise<string> {
  const dataDir = await aFolder()
  await (await startShop({ dataDir })).stop()
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null }, new Date())
  await fillWithProducts(db, products, new Date())
  await close()
  return dataDir
}

async function measureShop(dataDir: string, size: Size): Promise<CostHere[]> {
  const shop = await startShop({ dataDir })
  const found: CostHere[] = []
  for (const { call, ...load } of READ)
    found.push(await costOfReading(shop, { call, load, rounds: size.rounds }))
  found.push({ call: 'checkout of two lines', ...(await measureBuying(shop, size.seconds)) })
  found.push(await askHelper(shop, size.seconds))
  found.push(await measureChangingHome(shop, size.rounds * size.seconds))
  await shop.stop()
  return found
}

type Reading = { call: string; load: { path: string; connections: number }; rounds: number }

/** One-second rounds after a warm-up. */
async function costOfReading(shop: Subject, { call, load, rounds }: Reading): Promise<CostHere> {
  const { bytes } = await good(asker(shop.url), load.path)
  const [result] = await compare(call, [shop], { ...load, headers: BROTLI, seconds: 1 }, rounds)
  if (!result) throw new Error(`${call} was not measured.`)
  const cpuMs = middle(result, 'cpuMicros') / 1000
  return {
    call,
    cpuMs,
    p50: middle(result, 'p50'),
    p99: middle(result, 'p99'),
    bytes: bytes.length,
  }
}

async function good(ask: Ask, path: string): Promise<Answer> {
  const answer = await ask(path, { headers: BROTLI })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.bytes}`)
  return answer
}
