import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { OwnerError } from '#server/config/config.ts'

/** What a server's commands touch. */
export type Machine = {
  /** The folder that holds /etc, /var and /opt. */
  root: string
  /** Returns what it printed. @throws OwnerError with what it said */
  run(program: string, ...words: string[]): string
  /** Whether the shop there is ready within `seconds`; what it says instead, or null. */
  whyNotReady(port: number, seconds: number): Promise<string | null>
}

export const thisMachine: Machine = { root: '/', run, whyNotReady }

function run(program: string, ...words: string[]): string {
  try {
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['inherit', 'pipe', 'pipe'] })
  } catch (error) {
    // A program that is not there says nothing itself.
    const own = error instanceof Error && 'stderr' in error && error.stderr
    throw new OwnerError(`${[program, ...words].join(' ')} failed:\n${String(own || error).trim()}`)
  }
}

export function succeeds(run: Machine['run'], program: string, ...words: string[]): boolean {
  try {
    run(program, ...words)
    return true
  } catch {
    return false
  }
}

/** In ms, between two looks. */
const PAUSE = 300

async function whyNotReady(port: number, seconds: number): Promise<string | null> {
  const until = Date.now() + seconds * 1000
  let said = ''
  do {
    const signal = AbortSignal.timeout(5000)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => null)
    if (answer?.ok) return null
    said = answer ? (await answer.text()).trim() : 'it does not answer'
    await pause(PAUSE)
  } while (Date.now() < until)
  return said
}
