import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import type { AtEnd } from '../at-end.ts'
import { quickPlace } from '../quick-place.ts'
import { seedPlaces } from '../seed-places.ts'

export const MAIN = resolve(import.meta.dirname, '../../server/main.js')

/** The browser's tests give the shop's processes and threads their clock. */
function clockOf(): Record<string, string> {
  const shift = inject('clockShift')
  if (shift === undefined) return {}
  const preload = pathToFileURL(resolve(import.meta.dirname, 'shifted-process.ts'))
  return { NODE_OPTIONS: `--import=${preload}`, CLOCK_SHIFT: String(shift) }
}

export const PASSWORD = 'seven brown hens'

export type RunningShop = {
  url: string
  dataDir: string
  process: ChildProcess
  printed(): string
  /** Sends a signal and waits for the end; returns the exit code, null when the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** A data folder for shops started one after another; gone when the test ends. */
export async function aDataFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(quickPlace(), 'farmstand-e2e-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Programs that run the server, such as `strace`; they must exec it, so that the known process is
 * the server.
 */
export type Under = readonly string[]

/** The real server as its owner starts it, on its own port; stopped when the test ends. */
export async function aRunningShop(
  env: Record<string, string> = {},
  under: Under = [],
  atEnd: AtEnd = onTestFinished,
  main = MAIN,
): Promise<RunningShop> {
  const dataDir = env.DATA_DIR ?? (await (isDemo(env) ? aDemoFolder(atEnd) : aDataFolder(atEnd)))
  if (env.DEMO === '0') await seedPlaces({ dataDir, databaseUrl: env.DATABASE_URL ?? null })
  const child = spawnServer({ ADMIN_PASSWORD: PASSWORD, ...env, DATA_DIR: dataDir }, under, main)
  atEnd(async () => {
    if (child.process.exitCode === null && child.process.signalCode === null)
      await stop(child.process, 'SIGKILL')
  })
  const url = await addressOf(child)
  return {
    url,
    dataDir,
    process: child.process,
    printed: child.printed,
    stop: (signal = 'SIGTERM') => stop(child.process, signal),
  }
}

function isDemo({ DEMO, DATABASE_URL }: Record<string, string>): boolean {
  return DEMO !== '0' && DATABASE_URL === undefined
}

async function aDemoFolder(atEnd: AtEnd): Promise<string> {
  const [folder, filled] = [await aDataFolder(atEnd), inject('demoFolder')]
  if (filled !== undefined) await cp(filled, folder, { recursive: true })
  return folder
}

export async function aFailedStart(
  env: Record<string, string>,
): Promise<{ said: string; code: number | null }> {
  const child = spawnServer({ DATA_DIR: env.DATA_DIR ?? (await aDataFolder()), ...env })
  const [code] = await once(child.process, 'exit')
  return { said: child.printed(), code }
}

type Child = { process: ChildProcess; printed: () => string }

function spawnServer(env: Record<string, string>, under: Under = [], main = MAIN): Child {
  const { PATH = '', HOME = '' } = process.env
  const [program = '', ...texts] = [...under, process.execPath, main]
  const child = spawn(program, texts, {
    env: { PATH, HOME, ...clockOf(), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const store = (text: Buffer) => {
    printed += text.toString()
  }
  child.stdout.on('data', store)
  child.stderr.on('data', store)
  return { process: child, printed: () => printed }
}

async function addressOf(child: Child): Promise<string> {
  const ended = once(child.process, 'exit').then(() => {
    throw new Error(`The shop did not open:\n${child.printed()}`)
  })
  const opened = new Promise<string>((resolve) => {
    const look = () => {
      const found = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(child.printed())
      if (!found || !/Farmstand is open/.test(child.printed())) return
      child.process.stdout?.off('data', look)
      resolve(`http://localhost:${found[1]}`)
    }
    child.process.stdout?.on('data', look)
  })
  return Promise.race([opened, ended])
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  const [code] = await ended
  return code
}
