import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isBundleCurrent } from '#server/is-bundle-current.js'
import { quickPlace } from './quick-place.ts'

const PROJECT = resolve(import.meta.dirname, '..')
/** Counts modules loaded from files, and prints the count before the process ends. */
const COUNTER = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  let loaded = 0
  registerHooks({ load: (url, context, next) => (loaded += url.startsWith('file:'), next(url, context)) })
  process.on('exit', () => console.log('loaded ' + loaded))`)}`

test.skipIf(!isBundleCurrent(PROJECT))(
  'a start of the built shop loads at most 60 modules',
  async () => {
    const dataDir = await mkdtemp(join(quickPlace(), 'farmstand-start-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const { PATH = '' } = process.env
    const shop = spawn(process.execPath, ['--import', COUNTER, join(PROJECT, 'server/main.js')], {
      env: { PATH, DATA_DIR: dataDir, PORT: '0', DEMO: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    for await (const text of shop.stdout) {
      printed += text
      if (printed.includes('Farmstand is open')) shop.kill('SIGTERM')
    }
    if (shop.exitCode === null) await once(shop, 'exit')
    const loaded = Number(/loaded (\d+)/.exec(printed)?.[1])
    expect(loaded).toBeGreaterThan(5)
    expect(loaded).toBeLessThanOrEqual(60)
  },
)
