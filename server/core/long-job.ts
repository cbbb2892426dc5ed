import { randomUUID } from 'node:crypto'
import { type Db, write } from '../db/write.ts'
import { errorMessage } from './error-message.ts'
import { claimJob, releaseJob } from './job-lock.ts'
import { getValue, setValue, type ValueKey } from './key-value.ts'

/** In ms. The holder renews its claim this often; after `SILENCE` the job is free. */
const RENEWAL = 60_000
export const SILENCE = 5 * RENEWAL

export type Worker = {
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
