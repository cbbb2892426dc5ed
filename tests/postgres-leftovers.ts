import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { quickPlace } from './quick-place.ts'

/** Start of a test server's folder name; the starter's process id follows. */
export const folderPrefix = 'farmstand-pg-'

const endsWithinMs = 5000

/** Ends and removes servers whose starter was killed outright: PostgreSQL outlives its parent. */
export async function removeStaleServers(): Promise<void> {
  for (const place of new Set([tmpdir(), quickPlace()])) await removeStaleIn(place)
}

async function removeStaleIn(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const starter = Number(new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1])
    if (!starter || isAlive(starter)) continue
    const folder = join(place, name)
    await endServerOf(folder).catch(() => undefined)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined)
  }
}

async function endServerOf(folder: string): Promise<void> {
  const pid = Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
  if (!command.includes(folder)) return
  process.kill(pid, 'SIGQUIT')
  for (let waited = 0; isAlive(pid) && waited < endsWithinMs; waited += 50) await wait(50)
}

/** Child processes, where the system lists them. */
export async function processesBelow(pid: number | undefined): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return list.split(' ').map(Number).filter(Boolean)
}

/** Whether it was there: a process may end between two lines of whoever signals it. */
export function signalIfThere(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    return signalIfThere(pid, 0)
  } catch {
    return true
  }
}
