import { DAY, HOUR } from '#contract/time/durations.ts'
import { type Db, write } from '../db/write.ts'
import { getValue, setValue } from './key-value.ts'

/** Looks at the latest orders only, so that what a wrong clock left behind ages out. */
const LATEST = 100

/** A start whose clock didn't match the last round; believed for a day: shops may be closed. */
type ClockDoubt = { at: string; last: string }

/** At startup, doubts a clock an hour behind the last round or a day ahead of it. */
export async function doubtClock(db: Db, now: Date): Promise<void> {
  const round = db.selectFrom('job_claims').select('until').where('name', '=', 'minute')
  const last = (await round.executeTakeFirst())?.until
  if (last === undefined) return
  const ahead = now.getTime() - Date.parse(last)
  if (ahead >= -HOUR && ahead <= DAY) return
  const doubt: ClockDoubt = { at: now.toISOString(), last }
  await write(db, (tx) => setValue(tx, 'clock_doubt', JSON.stringify(doubt)))
}

/** The instant that contradicts the clock; null if the clock is fine. */
export async function findClockFault(db: Db, now: Date): Promise<string | null> {
  const isLater = (at: string) => Date.parse(at) - now.getTime() > HOUR
  const newest = await readNewestOrder(db)
  if (newest !== null && isLater(newest)) return newest
  const stored = await getValue(db, 'clock_doubt')
  if (stored === null) return null
  const { at, last }: ClockDoubt = JSON.parse(stored)
  const since = now.getTime() - Date.parse(at)
  // The clock was fixed meanwhile.
  if (since < -HOUR || since > DAY) return null
  return last < at || isLater(last) ? last : null
}

async function readNewestOrder(db: Db): Promise<string | null> {
  const latest = db.selectFrom('orders').select('created_at').orderBy('id', 'desc').limit(LATEST)
  const newest = db
    .selectFrom(latest.as('latest'))
    .select((row) => row.fn.max('created_at').as('at'))
  return (await newest.executeTakeFirst())?.at ?? null
}

type ClockKeeper = { db: Db; now: () => Date; report: (what: string, error: unknown) => void }

const doubted = new WeakSet<Db>()

export async function watchClock({ db, now, report }: ClockKeeper): Promise<void> {
  const fault = await findClockFault(db, now())
  if (fault === null) return void doubted.delete(db)
  if (doubted.has(db)) return
  doubted.add(db)
  const message = `The clock says ${now().toISOString()}, but the shop was at work at ${fault}. Is it right? (timedatectl)`
  report('look at the clock', new Error(message))
}
