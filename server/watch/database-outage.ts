import { randomBytes } from 'node:crypto'
import type { Fault } from '#contract/people/admin.ts'
import { setValue } from '#server/core/key-value.ts'
import { isDiskFull, isHeldByAnother } from '#server/db/database-errors.ts'
import { type Db, write } from '#server/db/write.ts'

/** In ms between tries. */
const PAUSE = 1000

const STILL = 60_000

/** In ms between trial writes when somebody looks, since anyone may look. */
const LOOK = 5000

/** In ms: how long a failed write is still reported once the database is back. */
const LATELY = 60_000

type OutageLog = {
  error(about: object, message: string): void
  warn(about: object, message: string): void
}

type WriteFault = Extract<Fault, 'disk-full' | `database-${string}`>

/** `fault`: why nothing can be written; `lately`: what failed in the last minute, now resolved. */
export type Writing = { fault: WriteFault | null; lately: WriteFault | null }

type Outage = {
  fault: WriteFault
  since: number
  loggedAt: number
  failures: number
  tries: NodeJS.Timeout
}

/** The log hears of it once, then every minute, and when it is over. */
export function databaseOutages(
  log: OutageLog,
  tryIt: (isAway: boolean) => Promise<unknown>,
  { pause = PAUSE, still = STILL, clock = () => performance.now() } = {},
) {
  let outage: Outage | null = null
  let last: { fault: WriteFault; at: number } | null = null
  let triedAt = -Infinity
  let trying: Promise<void> | null = null
  let isStopped = false

  function tryOnce(): Promise<void> {
    trying ??= tryIt(outage !== null)
      .then(end, noteStillDown)
      .finally(() => {
        triedAt = clock()
        trying = null
      })
    return trying
  }

  function end(): void {
    if (!outage) return
    clearInterval(outage.tries)
    log.warn(figuresOf(outage, clock()), 'the database answers again')
    outage = null
  }

  function noteStillDown(error: unknown): void {
    if (!outage) {
      begin(error)
      return
    }
    last = { fault: outage.fault, at: clock() }
    if (clock() - outage.loggedAt < still) return
    outage.loggedAt = clock()
    log.error(figuresOf(outage, clock()), `still: ${SAID[outage.fault]}`)
  }

  function begin(error: unknown): void {
    const now = clock()
    const fault = faultOf(error)
    last = { fault, at: now }
    const tries = setInterval(tryOnce, pause).unref()
    outage = { fault, since: now, loggedAt: now, failures: 0, tries }
    log.error({ err: error }, SAID[fault])
  }

  return {
    away(error: unknown): void {
      if (outage) last = { fault: outage.fault, at: clock() }
      else begin(error)
      if (outage) outage.failures++
    },
    async look(): Promise<Writing> {
      if (!outage && !isStopped && (trying || clock() - triedAt >= LOOK)) await tryOnce()
      const isLately = !outage && last !== null && clock() - last.at < LATELY
      return { fault: outage?.fault ?? null, lately: isLately && last ? last.fault : null }
    },
    stop(): void {
      isStopped = true
      clearInterval(outage?.tries)
    },
  }
}

export const SAID: Record<WriteFault, string> = {
  'disk-full': 'the disk is full',
  'database-held': 'another program holds the database',
  'database-away': 'the database does not answer',
}

function faultOf(error: unknown): WriteFault {
  if (isDiskFull(error)) return 'disk-full'
  return isHeldByAnother(error) ? 'database-held' : 'database-away'
}

function figuresOf({ since, failures }: Outage, now: number) {
  return { seconds: Math.round((now - since) / 1000), failures }
}

/** More than placing an order writes, in bytes. */
const AS_AN_ORDER = 256 * 1024

/**
 * A full disk can still be read, so try a write. The bytes differ each time, since SQLite skips
 * unchanged pages; an order's worth only if space may be the problem, to spare the disk.
 */
export async function tryWriting(db: Db, asMuchAs: 'an order' | 'a mark'): Promise<void> {
  const bytes = asMuchAs === 'an order' ? (AS_AN_ORDER / 4) * 3 : 16
  const value = randomBytes(bytes).toString('base64')
  await write(db, (tx) => setValue(tx, 'trial_write', value))
}
