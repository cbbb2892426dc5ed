import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { aRunningShop } from '../e2e/a-running-shop.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aShopToKill } from './a-crowd.ts'

/** Clients of each kind. */
const CLIENTS = IS_LONG ? 334 : 67

/**
 * A slow client holds a connection for little more than fifteen seconds; a busy machine may notice
 * later.
 */
const LONGEST = 25_000

const HEADS = 'GET / HTTP/1.1\r\nHost: farm\r\n'
const BODY =
  'POST /api/orders HTTP/1.1\r\nHost: farm\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n'

/** Enough requests by a client that never reads to overflow every buffer on the way. */
const REQUEST = 60

/**
 * What a client begins with, and what it says every second: endless headers, an endless body, or
 * nothing after requests whose answers it never reads.
 */
async function kinds(url: string): Promise<[begins: string, says: string][]> {
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(url)).text())?.[1]
  const asks = `GET ${script} HTTP/1.1\r\nHost: farm\r\n\r\n`
  return [
    [HEADS, 'X-More: a\r\n'],
    [BODY, ' '],
    [asks.repeat(REQUEST), ''],
  ]
}

const reason =
  process.platform !== 'linux' || inject('postgresUrl')
    ? 'where the system tells of open files, once'
    : null
if (reason) console.warn(`No slow clients here: ${reason}.`)

test.skipIf(reason)(
  `${3 * CLIENTS} slow clients are let go, and shoppers do not wait for them`,
  { timeout: 90_000 },
  async () => {
    const shop = await aRunningShop({ ...(await aShopToKill()).where, DEMO: '1' })
    const before = openFiles(shop.process.pid)
    const opened = performance.now()
    const alone = await shopperTimes(shop.url, () => performance.now() - opened < 500)
    const clients = (await kinds(shop.url)).flatMap(([begins, says]) =>
      Array.from({ length: CLIENTS }, () => aClient(shop.url, begins, says)),
    )
    const begun = performance.now()
    await expect
      .poll(() => openFiles(shop.process.pid), { timeout: 5000 })
      .toBeGreaterThan(before + clients.length / 2)
    const isHeld = () => openFiles(shop.process.pid) > before + 10
    const beside = await shopperTimes(
      shop.url,
      () => isHeld() && performance.now() - begun < LONGEST,
    )
    const gone = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(
      `${clients.length} slow clients gone in ${gone} s; ${text(alone)} alone, ${text(beside)} beside them`,
    )
    expect(isHeld()).toBe(false)
    expect(median(beside)).toBeLessThan(500)
  },
)

function aClient(url: string, begins: string, says: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.pause().on('error', () => undefined)
  socket.write(begins)
  const more = setInterval(() => says && socket.write(says), 1000)
  onTestFinished(() => {
    clearInterval(more)
    socket.destroy()
  })
  return socket
}

function openFiles(pid: number | undefined): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

async function shopperTimes(url: string, isWanted: () => boolean): Promise<number[]> {
  const times: number[] = []
  for (; isWanted(); await pause(IS_LONG ? 10 : 50)) {
    const begun = performance.now()
    await (await fetch(url)).text()
    times.push(performance.now() - begun)
  }
  return times.sort((one, other) => one - other)
}

const at = (times: number[], share: number) =>
  Math.round(times[Math.floor(times.length * share)] ?? 0)
const median = (times: number[]) => at(times, 0.5)
const text = (times: number[]) => `a look takes ${median(times)} ms (p99 ${at(times, 0.99)} ms)`
