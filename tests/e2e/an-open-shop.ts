import { cp } from 'node:fs/promises'
import { resolve } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import type { Db } from '#server/db/write.ts'
import { builtPages, type Pages } from '#server/http/render-page.ts'
import { openShop } from '#server/open-shop.ts'
import { CHEAP } from '../cheap-password.ts'
import { seedPlaces } from '../seed-places.ts'
import { aDataFolder, PASSWORD } from './a-running-shop.ts'

const DIST = resolve(import.meta.dirname, '../../dist')

export type AnOpenShop = {
  url: string
  dataDir: string
  db: Db
  password: string
  stop(): Promise<void>
}

/**
 * The shop as `npm start` opens it, but in the test's process, which saves a second of CPU; for
 * laws about pages. For the process, its signals and its output use `aRunningShop`.
 */
export async function anOpenShop(
  env: Record<string, string> = {},
  places: 'seeded' | 'none' = 'seeded',
): Promise<AnOpenShop> {
  const dataDir = env.DATA_DIR ?? (await aDataFolder())
  const filled = inject('demoFolder')
  if (env.DATA_DIR === undefined && env.DEMO !== '0' && filled !== undefined)
    await cp(filled, dataDir, { recursive: true })
  const ours = { PORT: '0', LOG_LEVEL: 'silent', ADMIN_PASSWORD: PASSWORD }
  const read = readConfig({ ...ours, ...env, DATA_DIR: dataDir })
  const config = { ...read, passwordCost: CHEAP }
  if (!config.demo && places === 'seeded') await seedPlaces(config)
  const { app, shop, madePassword, work, close } = await openShop(config, await openPages())
  let closing: Promise<void> | null = null
  const stop = () => {
    closing ??= close()
    return closing
  }
  onTestFinished(stop)
  const { port } = new URL(await app.listen({ port: config.port, host: config.host }))
  work()
  const url = `http://localhost:${port}`
  return { url, dataDir, db: shop.db, password: madePassword ?? PASSWORD, stop }
}

let pages: Promise<Pages> | null = null

export function openPages(): Promise<Pages> {
  pages ??= builtPages(DIST).then((renderPage) => ({
    renderPage,
    client: resolve(DIST, 'client'),
  }))
  return pages
}
