// Whether the server's memory stays flat: `npm run build && node tests/measure-soak.ts 10` looks,
// searches, buys, asks and opens pages for that many minutes, and prints the heap after a
// collection each minute. A measurement, not a test.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE } from '#contract/time/durations.ts'
import { readConfig } from '#server/config/config.ts'
import { aKeyedBuyer, orderBody } from './a-buyer.ts'
import { stockShop } from './faults/a-crowd.ts'
import { aFarShop } from './faults/a-far-shop.ts'
import { openSockets } from './faults/open-sockets.ts'
import { quickPlace } from './quick-place.ts'

const MAIN = resolve(import.meta.dirname, '../server/main.js')

/** On a signal the server collects garbage and prints its heap. */
const TELLS_HEAP = `data:text/javascript,process.on('SIGUSR2',()=>{gc();console.log('heap '+process.memoryUsage().heapUsed)})`

const QUESTION = '{"type":"chat","text":"do you have eggs?","sessionId":"V1StGXR8_Z5jdHi6B-myT"}'
const PATHS = [
  '/',
  '/checkout',
  '/api/products',
  '/api/products?category=Farm%20Eggs',
  '/nowhere',
  '/api/settings',
]

const minutes = Number(process.argv[2] ?? 10)
const dataDir = await mkdtemp(join(quickPlace(), 'farmstand-soak-'))
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: '0',
  LIMITS: 'off',
  LOG_LEVEL: 'info',
  DEMO: '0',
}
const products = await stockShop(readConfig(env))
const server = spawn(process.execPath, ['--expose-gc', '--import', TELLS_HEAP, MAIN], { env })
let printed = ''
server.stdout.on('data', (text: Buffer) => (printed = (printed + text).slice(-100_000)))
try {
  while (!printed.includes('Farmstand is open')) await pause(100)
  const url = `http://127.0.0.1:${/listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1]}`
  const end = performance.now() + minutes * MINUTE
  const counts = { looks: 0, orders: 0, pages: 0, failures: 0 }
  const visit = async (what: 'looks' | 'orders' | 'pages', work: () => Promise<boolean>) => {
    for (; performance.now() < end; await pause(10)) counts[(await work()) ? what : 'failures']++
  }
  const all = Promise.all([
    ...PATHS.map((path) => visit('looks', async () => look(url + path))),
    visit('orders', () => buy(url)),
    visit('pages', () => openAndAsk(url)),
  ])
  const heaps: number[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    await pause(MINUTE - 500)
    heaps.push(await heapOf())
    console.log(`minute ${minute}: heap ${heaps.at(-1)?.toFixed(1)} MB, ${JSON.stringify(counts)}`)
  }
  await all
  const growth = ((heaps.at(-1) ?? 0) / (heaps[0] ?? 1) - 1) * 100
  console.log(`from the first minute to the last the heap grew by ${growth.toFixed(1)} %`)
} finally {
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
  await rm(dataDir, { recursive: true, force: true })
}

async function look(address: string): Promise<boolean> {
  const answer = await fetch(address)
  await answer.text()
  return answer.status < 500
}

async function buy(url: string): Promise<boolean> {
  const [eggs] = products
  if (!eggs) return false
  const answer = await aKeyedBuyer(aFarShop(() => url)).buy(orderBody([[eggs, 1]]))
  await pause(100)
  return answer.statusCode === 201 || answer.statusCode === 409
}

async function openAndAsk(url: string): Promise<boolean> {
  const [page] = await openSockets(url, 1)
  page?.send(QUESTION)
  if (page) await once(page, 'message')
  page?.close()
  return page !== undefined
}

/** In MB, after a collection. */
async function heapOf(): Promise<number> {
  printed = ''
  server.kill('SIGUSR2')
  for (;;) {
    const said = /^heap (\d+)$/m.exec(printed)?.[1]
    if (said) return Number(said) / 1024 / 1024
    await pause(20)
  }
}
