// `npm run bench` measures the built shop next to a bare server and nginx, and its cost as it
// grows, into bench/results.md. `-- quick` takes a few minutes; `-- growth` measures growth alone,
// into bench/growth.md.

import { rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isBundleCurrent } from '#server/is-bundle-current.js'
import { weighFirstView } from '#tests/first-view.ts'
import { createDatabase, startPostgres } from '#tests/postgres.ts'
import { measureCheckouts } from './checkouts.ts'
import { measureDisk } from './disk.ts'
import type { Found, Measured } from './found.ts'
import { measureGrowth } from './growth.ts'
import { growthPlots } from './growth-report.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureMarketDay } from './market-day.ts'
import { measureMixed } from './mixed.ts'
import { print } from './print.ts'
import { isInstalled, memoryOf } from './processes.ts'
import { measureReading } from './reading.ts'
import { report } from './report.ts'
import { measureSeveral } from './several.ts'
import { SIZES, type Size } from './size.ts'
import { measureStanding } from './standing.ts'
import { aFolder, startShop } from './subjects.ts'

type Parts = { size: Size; isGrowthAlone: boolean; command: string }

async function measure({ size, isGrowthAlone, command }: Parts): Promise<Found> {
  const startedAt = new Date()
  const dataDir = await aFolder()
  const disk = measureDisk(dataDir)
  const measured = isGrowthAlone ? null : await measureShop(dataDir, size)
  await rm(dataDir, { recursive: true, force: true })
  const growth = await measureGrowth(size)
  const minutes = (Date.now() - startedAt.getTime()) / 60_000
  return { size, command, startedAt, minutes, disk, measured, growth, leftOut: leftOut(measured) }
}

async function measureShop(dataDir: string, size: Size): Promise<Measured> {
  print('start, memory')
  const standing = await measureStanding()
  print('reading')
  const shop = await startShop({ dataDir })
  const firstView = await weighFirstView(shop.url)
  const reading = await measureReading(shop, size)
  const loadedMb = memoryOf(shop.pid).most
  await shop.stop()
  print('checkouts, reads beside orders')
  const selling = await measureSelling(dataDir, size)
  print('one process and two')
  const several = await measureSeveral(size)
  print('the market day on a slow phone')
  const marketDay = await measureMarketDay(size.lighthouseRuns)
  print('Lighthouse')
  const lighthouse = await measureLighthouse(size.lighthouseRuns)
  return { standing, firstView, reading, loadedMb, ...selling, several, marketDay, lighthouse }
}

async function measureSelling(dataDir: string, size: Size) {
  const postgresDir = await aFolder()
  const postgres = await startPostgres({ fsync: true })
  const databaseUrl = await createDatabase(postgres.url, 'bench')
  const onSqlite = { ...(await startShop({ dataDir })), name: 'SQLite' }
  const onPostgres = {
    ...(await startShop({ dataDir: postgresDir, env: { DATABASE_URL: databaseUrl } })),
    name: 'PostgreSQL',
  }
  const { speeds, rushes } = await measureCheckouts([onSqlite, onPostgres], size)
  const mixed = await measureMixed(onSqlite, size)
  for (const shop of [onSqlite, onPostgres]) await shop.stop()
  await postgres.stop()
  await rm(postgresDir, { recursive: true, force: true })
  return { speeds, rushes, mixed }
}

function leftOut(measured: Measured | null): string[] {
  if (!measured) return ['Everything but growth.']
  const programs = {
    wrk: 'pages are asked for by autocannon, which is slower than the servers it asks',
    nginx: 'no static file server beside the home page',
  }
  const missing = Object.entries(programs).filter(([program]) => !isInstalled(program))
  return [
    ...missing.map(([program, what]) => `${program} is not installed: ${what}.`),
    ...measured.lighthouse.leftOut,
  ]
}

if (!isBundleCurrent(resolve(import.meta.dirname, '..')))
  throw new Error('The shop is not built of these sources. Run: npm run build')
console.log('LIMITS=off: this measures the shop without the limits that every real one has.')
const texts = process.argv.slice(2)
const isGrowthAlone = texts.includes('growth')
const size = texts.includes('quick') ? SIZES.quick : SIZES.whole
const command = ['npm run bench', ...(texts.length > 0 ? ['--', ...texts] : [])].join(' ')
const found = await measure({ size, isGrowthAlone, command })
const text = report(found)
await writeFile(
  resolve(import.meta.dirname, isGrowthAlone ? 'growth.md' : 'results.md'),
  `${text}\n`,
)
for (const [name, svg] of Object.entries(growthPlots(found.growth)))
  await writeFile(resolve(import.meta.dirname, name), svg)
console.log(`\n${text}`)
