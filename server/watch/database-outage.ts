import { getValue, setValue } from '#server/core/key-value.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'

/** How often it is tried whether the database is back, in milliseconds. */
const PAUSE = 1000

const STILL = 60_000

type OutageLog = {
  error(about: object, message: string): void
  warn(about: object, message: string): void
}

type Outage = { since: number; loggedAt: number; failures: number; tries: NodeJS.Timeout }

/**
 * What is told of a database that does not answer: once that it is away, every minute that it still
 * is, and that it is back.
 */
export function databaseOutages(
  log: OutageLog,
  tryIt: () => Promise<unknown>,
  pause = PAUSE,
  still = STILL,
) {
  let outage: Outage | null = null
  let isTrying = false

  async function tryAgain(): Promise<void> {
    if (isTrying) return
    isTrying = true
    const isBack = await tryIt().then(
      () => true,
      () => false,
    )
    isTrying = false
    if (isBack) end()
    else logStillDown()
  }

  function end(): void {
    if (!outage) return
    clearInterval(outage.tries)
    log.warn(figuresOf(outage), 'the database answers again')
    outage = null
  }

  function logStillDown(): void {
    if (!outage || performance.now() - outage.loggedAt < still) return
    outage.loggedAt = performance.now()
    log.error(figuresOf(outage), 'the database still does not answer')
  }

  return {
    away(error: unknown): void {
      if (!outage) {
        const now = performance.now()
        outage = {
          since: now,
          loggedAt: now,
          failures: 0,
          tries: setInterval(tryAgain, pause).unref(),
        }
        log.error({ err: error }, 'the database does not answer')
      }
      outage.failures++
    },
    stop: () => clearInterval(outage?.tries),
  }
}

function figuresOf({ since, failures }: Outage) {
  return { seconds: Math.round((performance.now() - since) / 1000), failures }
}

/** Whether the database can be written, as an order is: a full disk can still be read. */
export async function tryWriting(db: Db): Promise<void> {
  await write(db, async (tx) => setValue(tx, 'shop_id', (await getValue(tx, 'shop_id')) ?? ''))
}
