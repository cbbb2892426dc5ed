import { randomBytes } from 'node:crypto'
import type { Fault } from '#contract/people/admin.ts'
import { setValue } from '#server/core/key-value.ts'
import { isDiskFull, isHeldByAnother } from '#server/db/database-errors.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'

/** How often it is tried whether the database is back, in milliseconds. */
const PAUSE = 1000

const STILL = 60_000

/** Whoever looks has a write tried, at most so often, in milliseconds: anyone may look. */
const LOOK = 5000

/** How long a write that failed is spoken of after the database is back, in milliseconds. */
const LATELY = 60_000

type OutageLog = {
  error(about: object, message: string): void
  warn(about: object, message: string): void
}

type WriteFault = Extract<Fault, 'disk-full' | `database-${string}`>

/** Why nothing can be written; what failed in the last minute, where it can be by now. */
export type Writing = { fault: WriteFault | null; lately: WriteFault | null }

type Outage = {
  fault: WriteFault
  since: number
  loggedAt: number
  failures: number
  tries: NodeJS.Timeout
}

/**
 * What is known of a database that cannot be written. The log hears once that it is so, every minute
 * that it still is, and that it is over; whoever looks hears it too.
 */
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
 * Whether the database can be written: a full disk can still be read. Other bytes each time, as
 * SQLite writes no page that stays as it is; as many as an order's only where room may be the
 * trouble, to spare the disk.
 */
export async function tryWriting(db: Db, asMuchAs: 'an order' | 'a mark'): Promise<void> {
  const bytes = asMuchAs === 'an order' ? (AS_AN_ORDER / 4) * 3 : 16
  const value = randomBytes(bytes).toString('base64')
  await write(db, (tx) => setValue(tx, 'trial_write', value))
}
