import { HOUR } from '#contract/time/durations.ts'
import { nextFarmHour } from '#contract/time/farm-time.ts'
import { type Db, write } from '../db/write.ts'
import { hasCome } from './due.ts'
import { compareAndSet, getValue, setIfAbsent, type ValueKey } from './key-value.ts'
import type { BegunJob, Worker } from './long-job.ts'

/** In ms, after a failure. */
const PAUSE = HOUR

/** The longest time from one night to the next, in ms: clocks go back by an hour once a year. */
export const NIGHT = 25 * HOUR

type NightlyJob = {
  name: string
  hour: number
  timeZone: string
  due: ValueKey
  begin: () => Promise<BegunJob | null>
  whenDone?: () => Promise<void>
}

export async function nextNight(
  { db, due, hour, timeZone }: Pick<NightlyJob, 'due' | 'hour' | 'timeZone'> & { db: Db },
  now: Date,
): Promise<string> {
  const stored = await getValue(db, due)
  const isBelieved =
    stored !== null && (stored <= now.toISOString() || !hasCome(stored, now, NIGHT))
  return isBelieved ? stored : nextFarmHour(now, hour, timeZone)
}

/** Runs in one process only, and late if the shop was closed at its hour. */
export async function startNightly(worker: Worker, job: NightlyJob): Promise<void> {
  const { db, later } = worker
  const now = worker.now()
  const move = (from: string, to: string) =>
    write(db, (tx) => compareAndSet(tx, job.due, { from, to }))
  const due = await setIfAbsent(db, job.due, nextFarmHour(now, job.hour, job.timeZone))
  if (!hasCome(due, now, NIGHT)) return
  const retry = new Date(now.getTime() + PAUSE).toISOString()
  // Whoever advances the due time runs the job.
  if (!(await move(due, retry))) return
  const begun = await job.begin()
  void later(`end the night’s job: ${job.name}`, async () => {
    if (!(await begun?.done)) return
    await move(retry, nextFarmHour(now, job.hour, job.timeZone))
    await job.whenDone?.()
  })
}
