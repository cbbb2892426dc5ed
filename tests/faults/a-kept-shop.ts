import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config } from '#server/config/config.ts'
import type { AtEnd } from '../at-end.ts'
import { aKeptSocket } from './a-kept-socket.ts'
import type { ShopProcess } from './a-shop-process.ts'

const SHIFT = pathToFileURL(join(import.meta.dirname, '../e2e/shifted-process.ts'))

/** The real server, one process after another on one socket, with its clock `ahead` ms. */
export async function aKeptShop(
  config: Config,
  ahead: number,
  atEnd: AtEnd,
): Promise<ShopProcess & { restart(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'farmstand-kept-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const current = join(folder, 'current')
  await symlink(join(import.meta.dirname, 'served-shop.ts'), current)
  const { NODE_COMPILE_CACHE = '' } = process.env
  const env = {
    NODE_COMPILE_CACHE,
    SHOP_CONFIG: JSON.stringify({ ...config, isActivated: true }),
    NODE_OPTIONS: `--import=${SHIFT}`,
    CLOCK_SHIFT: String(ahead),
  }
  const socket = await aKeptSocket(current, env, atEnd)
  const never = async () => Promise.reject(new Error('Its jobs run by the clock.'))
  return {
    url: `http://127.0.0.1:${socket.port}`,
    ...{ settle: never, round: never, isAlive: socket.isAlive, restart: socket.restart },
    kill: async () => void (await socket.stop()),
  }
}
