import { rm } from 'node:fs/promises'
import { openDatabase } from '#server/db/open-database.ts'
import { fillWithProducts } from '#tests/many-products.ts'
import { type Answer, type Ask, asker } from './ask.ts'
import { askHelper } from './ask-helper.ts'
import { measureBuying } from './checkouts.ts'
import { COLD_LOAD, startColdShop } from './cold-home.ts'
import type { Cost } from './cost.ts'
import { loadOnce } from './load.ts'
import type { Size } from './size.ts'
import { aFolder, startShop } from './subjects.ts'

const BROTLI = { 'accept-encoding': 'br, gzip' }

/** What is read, and how many ask at once. */
const READ = [
  { call: 'home page, cached', path: '/', connections: 32 },
  { call: 'content page', path: '/pages/our-farm', connections: 32 },
  { call: 'GET /api/products', path: '/api/products', connections: 8 },
]

/** What the same calls cost in shops of so many products. */
export async function measureGrowthByProducts({ products, seconds }: Size): Promise<Cost[]> {
  const found: Cost[] = []
  for (const size of products) {
    const dataDir = await aShopOf(size)
    const costs = [...(await measureShop(dataDir, seconds)), await measureCold(dataDir, seconds)]
    found.push(...costs.map((cost) => ({ ...cost, size })))
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

async function measureShop(dataDir: string, seconds: number): Promise<CostHere[]> {
  const shop = await startShop({ dataDir })
  const ask = asker(shop.url)
  const found: CostHere[] = []
  for (const { call, path, connections } of READ) {
    const { bytes } = await good(ask, path)
    const { cpuMicros, p50, p99 } = await loadOnce(shop, { path, headers: BROTLI, connections, seconds })
    found.push({ call, cpuMs: cpuMicros / 1000, p50, p99, bytes: bytes.length })
  }
  found.push({ call: 'checkout of two lines', ...(await measureBuying(shop, seconds)) })
  found.push({ call: 'farm helper', ...(await askHelper(shop, seconds)) })
  await shop.stop()
  return found
}

async function measureCold(dataDir: string, seconds: number): Promise<CostHere> {
  const shop = await startColdShop(dataDir)
  const { bytes } = await good(asker(shop.url), '/')
  await loadOnce(shop, { ...COLD_LOAD, seconds: 1 })
  const { cpuMicros, p50, p99 } = await loadOnce(shop, { ...COLD_LOAD, seconds })
  await shop.stop()
  return { call: 'home page, cold', cpuMs: cpuMicros / 1000, p50, p99, bytes: bytes.length }
}

async function good(ask: Ask, path: string): Promise<Answer> {
  const answer = await ask(path, { headers: BROTLI })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.bytes}`)
  return answer
}
