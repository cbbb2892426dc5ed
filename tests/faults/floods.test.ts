import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, inject, test } from 'vitest'
import { aRunningShop } from '../e2e/a-running-shop.ts'
import { aShopToKill } from './a-crowd.ts'
import { endsOf, openSockets } from './open-sockets.ts'

const MB = 1024 * 1024
const TOO_MUCH = 100 * MB

/**
 * In bytes: how much the server's memory may grow, and what a line's buffers hold before anyone
 * reads.
 */
const [MOST_MEMORY, MOST_TAKEN] = [20 * MB, 12 * MB]

const JSON_HEAD = 'Content-Type: application/json\r\n'

const BODIES = [
  ['a body that says how long it is', `${JSON_HEAD}Content-Length: ${TOO_MUCH}\r\n`, 413],
  ['a body without end', `${JSON_HEAD}Transfer-Encoding: chunked\r\n`, 413],
  [
    'a compressed body',
    `${JSON_HEAD}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n`,
    415,
  ],
  ['another type', 'Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n', 415],
] as const
const PATHS = [
  '/api/orders',
  '/api/payments/stripe/create-intent',
  '/api/admin/login',
  '/api/newsletter/subscribe',
  '/api/waiting-list',
]

const QUESTION = '{"type":"chat","text":"eggs?","sessionId":"V1StGXR8_Z5jdHi6B-myT"}'
const FRAMES = [
  ['messages', Array<string>(200).fill(QUESTION), 1008],
  ['a frame that is too long', ['x'.repeat(5000)], 1009],
  ['words that are none', ['{'], 1007],
  ['bytes', [Buffer.from('eggs')], 1003],
] as const

// The same on both engines.
describe.skipIf(inject('postgresUrl'))('a flood', () => {
  test('of a body is refused and not read on', { timeout: 60_000 }, async () => {
    const shop = await aRunningShop((await aShopToKill()).where)
    for (const [what, head, status] of BODIES) {
      await pour(shop.url, head)
      const before = memoryOf(shop.process.pid)
      const heard = new Set<number>()
      // A client still sending when the line closes may miss the answer; of many, some hear it.
      for (let round = 0; round < 10 && !heard.has(status); round++) {
        for (const path of PATHS) {
          const { answered, taken } = await pour(shop.url, head, path)
          expect([what, path, [status, NaN].includes(answered)]).toEqual([what, path, true])
          expect(taken).toBeLessThan(MOST_TAKEN)
          heard.add(answered)
        }
      }
      expect(heard).toContain(status)
      expect(memoryOf(shop.process.pid) - before).toBeLessThan(MOST_MEMORY)
      expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    }
    // A small compressed body is refused too: nobody unpacks it.
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const body = new Uint8Array(gzipSync('{"password":"guess"}'))
    const small = { method: 'POST', headers, body }
    expect((await fetch(`${shop.url}/api/admin/login`, small)).status).toBe(415)
  })

  test('through a live connection closes that one, and the others stay', {
    timeout: 60_000,
  }, async () => {
    const shop = await aRunningShop({ ...(await aShopToKill()).where, LIMITS: 'on' })
    const good = await openSockets(shop.url, 20)
    for (const [what, frames, code] of FRAMES) {
      const [bad] = await openSockets(shop.url, 1)
      for (const frame of frames) bad?.send(frame)
      expect([what, bad && (await endsOf([bad]))]).toEqual([what, [code]])
    }
    for (const page of good) {
      page.send(QUESTION)
      expect(String(await once(page, 'message'))).toContain('chat_response')
    }
  })

  test('of sign-ins is refused at the gate, and shoppers do not wait', async () => {
    const shop = await aRunningShop({
      ...(await aShopToKill()).where,
      DATA_DIR: '',
      DEMO: '1',
      ADMIN_PASSWORD: 'seven brown hens',
      LIMITS: 'on',
    })
    const headers = { 'content-type': 'application/json' }
    const login = { method: 'POST', headers, body: JSON.stringify({ password: 'a guess at it' }) }
    await (await fetch(shop.url)).text()
    const leaving = new AbortController()
    const answered: number[] = []
    for (let guess = 0; guess < 200; guess++)
      void fetch(`${shop.url}/api/admin/login`, { ...login, signal: leaving.signal })
        .then(({ status }) => answered.push(status))
        .catch(() => {})
    const times: number[] = []
    // The others wait their turn, one a second.
    while (answered.length < 120 || times.length < 30) {
      const begun = performance.now()
      await (await fetch(shop.url)).text()
      times.push(performance.now() - begun)
    }
    leaving.abort()
    const statuses = Object.entries(Object.groupBy(answered, String)).map(([status, all]) => [
      status,
      all?.length,
    ])
    const p99 = times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
    console.log(
      `200 sign-ins at once: ${JSON.stringify(statuses)}; ${times.length} looks at the shop, p99 ${Math.round(p99)} ms`,
    )
    expect(answered.filter((status) => status !== 401 && status !== 429)).toEqual([])
    expect(Object.fromEntries(statuses)[429]).toBeGreaterThan(100)
    expect(times.length).toBeGreaterThan(20)
  }, 120_000)
})

/** Sends 100 MB into a connection until it's closed; returns the status and the bytes sent. */
async function pour(
  url: string,
  head: string,
  path = '/api/orders',
): Promise<{ answered: number; taken: number }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes)).on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(`POST ${path} HTTP/1.1\r\nHost: farm\r\n${head}\r\n`)
  const piece = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`)
  let taken = 0
  while (taken < TOO_MUCH) {
    const written = new Promise<boolean>((resolve) =>
      socket.write(piece, (error) => resolve(!error)),
    )
    const went = await Promise.race([written, closed.then(() => false)])
    if (!went) break
    taken += piece.length
  }
  socket.end()
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 5000))])
  socket.destroy()
  return { answered: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), taken }
}

function memoryOf(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
