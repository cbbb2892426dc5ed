import { randomUUID } from 'node:crypto'
import { HOUR } from '#contract/time/durations.ts'
import { nextFarmHour } from '#contract/time/farm-time.ts'
import { type Db, write } from '../db/write.ts'
import { hasCome } from './due.ts'
import { errorMessage } from './error-message.ts'
import { claimJob, releaseJob } from './job-lock.ts'
import { compareAndSet, getValue, setIfAbsent, setValue, type ValueKey } from './key-value.ts'

/** In ms. The holder renews its claim this often; after `SILENCE` the job is free. */
const RENEWAL = 60_000
export const SILENCE = 5 * RENEWAL

type Worker = {
  db: Db
  now: () => Date
  later: (what: string, work: () => Promise<void>) => Promise<void>
}

/** `done` tells whether it succeeded, and never rejects. */
export type BegunJob = { done: Promise<boolean> }

/** Null if some process is already running it. `work` clears the alert. */
export async function beginJob(
  worker: Worker,
  { name, alert }: { name: string; alert: ValueKey },
  work: () => Promise<void>,
): Promise<BegunJob | null> {
  const { db, now, later } = worker
  const held = await holdJob(worker, name)
  if (!held) return null
  let hasSucceeded = false
  const done = later(name, async () => {
    try {
      await work()
      hasSucceeded = true
    } catch (error) {
      await recordFailure(db, alert, { at: now().toISOString(), message: errorMessage(error) })
      throw error
    } finally {
      await held.release()
    }
  })
  return { done: done.then(() => hasSucceeded) }
}

async function holdJob(
  { db, now, later }: Worker,
  name: string,
): Promise<{ release(): Promise<void> } | null> {
  const claim = { name, holder: randomUUID() }
  const renewClaim = () => claimJob(db, claim, now(), new Date(now().getTime() + SILENCE))
  if (!(await renewClaim())) return null
  const renewing = setInterval(
    () => later(`stay at a job: ${name}`, async () => void (await renewClaim())),
    RENEWAL,
  )
  return {
    async release() {
      clearInterval(renewing)
      await releaseJob(db, claim)
    },
  }
}

type JobFailure = { at: string; message: string }

export async function recordFailure(db: Db, alert: ValueKey, failure: JobFailure): Promise<void> {
  await write(db, (tx) => setValue(tx, alert, JSON.stringify(failure)))
}

export async function readFailure(db: Db, alert: ValueKey): Promise<JobFailure | null> {
  const failure = await getValue(db, alert)
  return failure === null ? null : JSON.parse(failure)
}

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
