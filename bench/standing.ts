import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { asker } from './ask.ts'
import { median } from './numbers.ts'
import { memoryOf } from './processes.ts'
import { aFolder, startShop } from './subjects.ts'

const STARTS = 5

/** Ms a shop idles before its memory is read: startup garbage goes within 10,000. */
const STILL = 12_000

export type Standing = { firstStartMs: number; startMs: number; idleMb: number }

/** From the command to the first full page, for a new shop and for one opened before. */
export async function measureStanding(): Promise<Standing> {
  const dataDir = await aFolder()
  const first = await startOnce(dataDir)
  const starts: number[] = []
  for (let tries = 0; tries < STARTS; tries++) starts.push((await startOnce(dataDir)).ms)
  const shop = await startShop({ dataDir })
  await asker(shop.url)('/')
  await pause(STILL)
  const idleMb = memoryOf(shop.pid).now
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
  return { firstStartMs: first.ms, startMs: median(starts), idleMb }
}

async function startOnce(dataDir: string): Promise<{ ms: number }> {
  const start = performance.now()
  const shop = await startShop({ dataDir })
  await asker(shop.url)('/', { headers: { 'accept-encoding': 'br' } })
  const ms = performance.now() - start
  await shop.stop()
  return { ms }
}
