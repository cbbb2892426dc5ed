import { farmDayOf } from '#contract/time/farm-time.ts'
import { CLOCKS_DIFFER } from '#server/core/due.ts'
import { type Db, publish, subscribe } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'

/** The longest this lags after the machine sleeps or its clock is set, in milliseconds. */
const MAX_WAIT = 60_000

/** Retry delay when the database doesn't answer, in milliseconds. */
const RETRY = 60_000

/**
 * Tells this process that days changed when ordering ends, a day closes or begins, a pause ends or
 * the clock is set, so pages get rendered again. Every process runs its own.
 */
export function startBoundaryTimer(shop: Pick<Shop, 'db' | 'now' | 'later'>): { stop(): void } {
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let looks = 0

  const wait = (milliseconds: number, work: () => void) => {
    if (timer) clearTimeout(timer)
    timer = isStopped ? null : setTimeout(work, milliseconds).unref()
  }
  const look = async () => {
    const number = ++looks
    const at = shop.now()
    wait(RETRY, lookLater)
    const next = await nextBoundary(shop.db, at)
    const began = performance.now()
    const wasSet = () =>
      Math.abs(shop.now().getTime() - at.getTime() - performance.now() + began) > CLOCKS_DIFFER
    if (number === looks)
      wait(Math.min(MAX_WAIT, next.getTime() - at.getTime()), () => ring(next, wasSet()))
  }
  const lookLater = () => void shop.later('look for the next boundary of days', look)
  const ring = (boundary: Date, wasSet: boolean) => {
    if (shop.now() < boundary && !wasSet) lookLater()
    else publish(shop.db, [{ kind: 'days' }])
  }
  const stopListening = subscribe(shop.db, (events) => {
    if (events.some(({ kind }) => kind === 'days' || kind === 'missed')) lookLater()
  })
  lookLater()
  return {
    stop() {
      isStopped = true
      stopListening()
      if (timer) clearTimeout(timer)
    },
  }
}

export async function nextBoundary(db: Db, at: Date): Promise<Date> {
  const now = at.toISOString()
  const timeZone = await readTimeZone(db)
  const tomorrow = farmDayOf(now, timeZone).add({ days: 1 }).toZonedDateTime({ timeZone })
  const midnight = tomorrow.toInstant().toString({ smallestUnit: 'millisecond' })
  const { ends, closes } = await db
    .selectFrom('market_days')
    .select((row) => [
      row.fn.min('order_until').filterWhere('order_until', '>', now).as('ends'),
      row.fn.min('closes_at').as('closes'),
    ])
    .where('closes_at', '>', now)
    .executeTakeFirstOrThrow()
  const { resumes } = await db
    .selectFrom('closures')
    .select((row) => row.fn.min('resumes_at').as('resumes'))
    .where('resumes_at', '>', now)
    .executeTakeFirstOrThrow()
  const instants = [midnight, ends, closes, resumes].filter((instant) => instant !== null)
  return new Date(Math.min(...instants.map((instant) => Date.parse(instant))))
}
