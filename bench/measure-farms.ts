// What many small farms cost one machine, each a process that systemd's tool starts on its first
// call: that call's time, memory and idle CPU. `npm run build && node bench/measure-farms.ts 20`.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const MAIN = resolve(import.meta.dirname, '../server/main.js')
const ACTIVATE = '/usr/bin/systemd-socket-activate'
const FARMS = Number(process.argv[2] ?? 20)

/** How long idle CPU is watched, in seconds. */
const WATCHED = 120

/** Linux: CPU ticks per second. */
const TICKS = 100

type Farm = { child: ChildProcess; socketPath: string; dataDir: string; waked: number }

const root = await mkdtemp(join(tmpdir(), 'farmstand-farms-'))
const farms: Farm[] = []
try {
  for (let number = 0; number < FARMS; number++) farms.push(await wake(await asleep(number)))
  const first = farms.map(({ waked }) => waked)
  console.log(`first start of a new shop at its first call: ${spread(first)} ms`)
  await pause(60_000)
  const memory = await Promise.all(farms.map(({ child }) => pssOf(child.pid)))
  console.log(
    `memory of its own (PSS), idle for a minute: ${spread(memory)} MB, ${sum(memory)} MB in all`,
  )
  const before = await ticksOfAll()
  await pause(WATCHED * 1000)
  const used = ((await ticksOfAll()) - before) / TICKS / WATCHED / FARMS
  console.log(`processor time of an idle farm: ${(used * 100).toFixed(2)} % of a core`)
  for (const { child } of farms) await end(child)
  const again: number[] = []
  const ticks: number[] = []
  for (const farm of farms) {
    const { waked, child } = await wake(await asleep(farms.indexOf(farm)))
    again.push(waked)
    ticks.push((await ticksOf(child)) * (1000 / TICKS))
    await end(child)
  }
  console.log(
    `start of a sleeping farm at its first call: ${spread(again)} ms, ${spread(ticks)} ms of processor time`,
  )
} finally {
  for (const { child } of farms) child.kill('SIGKILL')
  await rm(root, { recursive: true, force: true })
}

async function asleep(number: number): Promise<Farm> {
  const dataDir = join(root, String(number))
  const socketPath = join(root, `${number}.sock`)
  await rm(socketPath, { force: true })
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    SLEEP_AFTER: '60',
  }
  const names = Object.keys(env).flatMap((name) => ['-E', name])
  const child = spawn(ACTIVATE, ['-l', socketPath, ...names, process.execPath, MAIN], {
    env,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  while (
    !(await access(socketPath).then(
      () => true,
      () => false,
    ))
  )
    await pause(10)
  return { child, socketPath, dataDir, waked: 0 }
}

async function wake(farm: Farm): Promise<Farm> {
  const began = performance.now()
  const requested = request({ socketPath: farm.socketPath, path: '/', agent: false }).end()
  const [answer] = await once(requested, 'response')
  await text(answer)
  return { ...farm, waked: performance.now() - began }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function pssOf(pid = 0): Promise<number> {
  const [, kilobytes = '0'] =
    /^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function ticksOfAll(): Promise<number> {
  const each = await Promise.all(farms.map(({ child }) => ticksOf(child)))
  return each.reduce((all, one) => all + one, 0)
}

async function ticksOf({ pid }: ChildProcess): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return Number(fields[11]) + Number(fields[12])
}

function spread(values: readonly number[]): string {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return `${at(0.5)} (${at(0)} to ${at(1)})`
}

function sum(values: readonly number[]): number {
  return Math.round(values.reduce((all, one) => all + one, 0))
}
