import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, startPostgres } from '#tests/postgres.ts'
import { measureCheckouts, type Rush, type Speed } from './checkouts.ts'
import { compare, type Result } from './load.ts'
import { type Held, memoryOfAll } from './processes.ts'
import type { Size } from './size.ts'
import { aFolder, type Subject, startShop } from './subjects.ts'

const PROCESSES = [1, 2]

/** The first crowd keeps one process busy, the second two. */
const CROWDS = [8, 32]

/** Ms to wait before reading memory again: a rush's memory is freed once nobody asks. */
const STILL = 15_000

export type Several = {
  reading: Result[]
  speeds: Speed[]
  rushes: Rush[]
  memory: { shop: string; atOnce: Held; later: Held }[]
}

export async function measureSeveral(size: Size): Promise<Several> {
  const postgres = await startPostgres({ fsync: true })
  const folders: string[] = []
  const shops: Subject[] = []
  for (const workers of PROCESSES) {
    const dataDir = await aFolder()
    const env = { DATABASE_URL: await createDatabase(postgres.url, `several_${workers}`) }
    folders.push(dataDir)
    shops.push({ ...(await startShop({ dataDir, env, workers })), name: `WORKERS=${workers}` })
  }
  const headers = { 'accept-encoding': 'br, gzip' }
  const load = { path: '/', headers, connections: 32, seconds: size.seconds }
  const reading = await compare('home page, cached', shops, load, size.rounds)
  const { speeds, rushes } = await measureCheckouts(shops, size, CROWDS)
  const atOnce = shops.map(({ pid }) => memoryOfAll(pid))
  await pause(STILL)
  const memory = shops.map(({ name, pid }, at) => {
    const later = memoryOfAll(pid)
    return { shop: name, atOnce: atOnce[at] ?? later, later }
  })
  for (const shop of shops) await shop.stop()
  await postgres.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  return { reading, speeds, rushes, memory }
}
