// What open pages cost, and how soon they hear: `npm run build && node tests/measure-live.ts 5000
// 1000`. The built server and the pages are separate processes; LIMITS=off, since all come from one
// address. A measurement, not a test.

import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '#contract/products/products.ts'
import { openSockets } from './faults/open-sockets.ts'
import { quickPlace } from './quick-place.ts'

const PASSWORD = 'seven brown hens'
const MAIN = resolve(import.meta.dirname, '../server/main.js')

/** Pages per process; more would slow each other. */
const PAGES_OF_PROCESS = 2500

/** Ms until a server's memory has settled. */
const SETTLED = 6000
const TRIES = 9

if (process.argv[2] === 'pages') await bePages(process.argv[3] ?? '', Number(process.argv[4]))
else await measure(Number(process.argv[2] ?? 5000), Number(process.argv[3] ?? 1000))

async function measure(idle: number, hearing: number): Promise<void> {
  const dataDir = await mkdtemp(join(quickPlace(), 'farmstand-live-'))
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    LIMITS: 'off',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'info',
  }
  const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const url = await addressOf(server.stdout)
    await warmUp(url)
    for (const count of [idle, hearing]) {
      const before = await memoryOf(server.pid)
      const pages = await manyPages(url, count)
      const after = await memoryOf(server.pid)
      const each = ((after - before) * 1024) / count
      console.log(
        `${count} idle pages: ${(after - before).toFixed(1)} MB more (${each.toFixed(1)} KB each), HTTP ${await httpTime(url)} ms`,
      )
      if (count === hearing) await receiveChanges(url, pages)
      for (const page of pages) page.kill()
      await pause(SETTLED)
    }
  } finally {
    server.kill('SIGKILL')
    await once(server, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function receiveChanges(
  url: string,
  pages: Awaited<ReturnType<typeof manyPages>>,
): Promise<void> {
  const headers = { 'content-type': 'application/json', cookie: await signedIn(url) }
  const [product]: Product[] = await (await fetch(`${url}/api/products`)).json()
  const medians: number[] = []
  for (let turn = 1; turn <= TRIES; turn++) {
    const heard = Promise.all(
      pages.map(async (page) => (await once(page, 'message'))[0] as string[]),
    )
    const body = JSON.stringify({ price: 1 + turn })
    const answer = await fetch(`${url}/api/products/${product?.id}`, {
      method: 'PUT',
      headers,
      body,
    })
    const changed = process.hrtime.bigint()
    if (!answer.ok) throw new Error(await answer.text())
    const times = (await heard).flat().map((at) => Number(BigInt(at) - changed) / 1e6)
    times.sort((one, other) => one - other)
    medians.push(times[Math.floor(times.length / 2)] ?? 0)
    console.log(
      `a new price reached ${times.length} pages: median ${medians.at(-1)?.toFixed(0)} ms, last ${times.at(-1)?.toFixed(0)} ms`,
    )
    await pause(300)
  }
  console.log(
    `median of ${TRIES} changes: ${medians.sort((one, other) => one - other)[Math.floor(TRIES / 2)]?.toFixed(0)} ms`,
  )
}

async function manyPages(url: string, count: number) {
  const processes = Math.ceil(count / PAGES_OF_PROCESS)
  const pages = Array.from({ length: processes }, () =>
    fork(import.meta.filename, ['pages', url, String(Math.ceil(count / processes))]),
  )
  await Promise.all(pages.map((page) => once(page, 'message')))
  return pages
}

async function bePages(url: string, count: number): Promise<void> {
  const sockets = await openSockets(url, count)
  let heard: string[] = []
  for (const socket of sockets) {
    socket.on('message', () => {
      heard.push(String(process.hrtime.bigint()))
      if (heard.length < count) return
      process.send?.(heard)
      heard = []
    })
  }
  process.send?.('open')
  process.on('disconnect', () => process.exit())
}

async function addressOf(printed: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  for await (const text of printed) {
    said += text
    const port =
      /Farmstand is open: \S+/.test(said) &&
      /listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]
    if (port) return `http://127.0.0.1:${port}`
  }
  throw new Error(`The shop did not open: ${said}`)
}

/** What any shop has done after a minute: pages, lists, a sign-in. */
async function warmUp(url: string): Promise<void> {
  for (let turn = 0; turn < 300; turn++)
    for (const path of ['/', '/api/products']) await (await fetch(url + path)).text()
  await signedIn(url)
}

async function signedIn(url: string): Promise<string> {
  const body = JSON.stringify({ password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/admin/login`, { method: 'POST', headers, body })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** In MB, once it has settled. */
async function memoryOf(pid: number | undefined): Promise<number> {
  await pause(SETTLED)
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

async function httpTime(url: string): Promise<string> {
  const times: number[] = []
  for (let turn = 0; turn < 50; turn++) {
    const begun = performance.now()
    await (await fetch(`${url}/api/products`)).text()
    times.push(performance.now() - begun)
  }
  return (times.sort((one, other) => one - other)[25] ?? 0).toFixed(1)
}
