import { resolve } from 'node:path'
import { compare, type Result } from './load.ts'
import { startPrinting, stop } from './processes.ts'
import type { Size } from './size.ts'
import { PASSWORD, type Subject } from './subjects.ts'

/** The home page rendered and compressed anew for every request; `dataDir` is a folder with a shop that nobody has open. */
export async function measureColdHome(dataDir: string, size: Size): Promise<Result[]> {
  const shop = await startColdShop(dataDir)
  const headers = { 'accept-encoding': 'br, gzip' }
  // One at a time: requests that come together would share a render, as they do after a real edit.
  const load = { path: '/', headers, connections: 1, seconds: size.seconds }
  const found = await compare('home page, cold', [shop], load, size.rounds)
  await shop.stop()
  return found
}

/** A shop in which somebody seems to edit something before every request. */
export async function startColdShop(dataDir: string): Promise<Subject> {
  const script = resolve(import.meta.dirname, 'cold-shop.ts')
  const env = { DATA_DIR: dataDir, LIMITS: 'off', LOG_LEVEL: 'silent', ADMIN_PASSWORD: PASSWORD }
  const { child, said } = await startPrinting([process.execPath, script], /listening on (\d+)/, env)
  return {
    name: 'shop',
    url: `http://127.0.0.1:${said[1]}`,
    pid: child.pid ?? 0,
    stop: () => stop(child),
  }
}
