import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { IS_LONG } from '../length-of-run.ts'
import { aDataFolder, MAIN } from './a-running-shop.ts'

const ACTIVATE = '/usr/bin/systemd-socket-activate'

const isFound = await access(ACTIVATE).then(
  () => true,
  () => false,
)

async function aSleepingShop() {
  const dataDir = await aDataFolder()
  const socketPath = join(dataDir, 'shop.sock')
  const env = {
    PATH: process.env.PATH ?? '',
    ...{ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn', SLEEP_AFTER: '1' },
  }
  const names = Object.keys(env).flatMap((name) => ['-E', name])
  const child = spawn(ACTIVATE, ['-l', socketPath, ...names, process.execPath, MAIN], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await expect
    .poll(() =>
      access(socketPath).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  return { socketPath, ended }
}

async function statusOf(socketPath: string, path: string): Promise<number | undefined> {
  const requested = request({
    socketPath,
    path,
    headers: { host: 'farm.example' },
    agent: false,
  }).end()
  const [answer] = await once(requested, 'response')
  await text(answer)
  return answer.statusCode
}

test.skipIf(!isFound || !IS_LONG)(
  'a shop whose socket systemd keeps starts at its first call, and ends by itself when nobody calls',
  { timeout: 150_000 },
  async () => {
    const { socketPath, ended } = await aSleepingShop()
    expect(await statusOf(socketPath, '/')).toBe(200)
    expect(await statusOf(socketPath, '/api/products')).toBe(200)
    expect(await ended).toEqual([0, null])
  },
)
