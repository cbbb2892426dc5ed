import { randomUUID } from 'node:crypto'
import { DAY, MINUTE } from '#contract/time/durations.ts'
import { claimJob, releaseJob } from './core/job-lock.ts'
import { type Db, write } from './db/write.ts'
import { touchPayment } from './features/checkout/payment-record.ts'
import { quarantinePayment } from './features/checkout/reconcile.ts'
import type { Task } from './features/checkout/unsettled-queries.ts'
import { watchWebhook } from './features/checkout/webhooks.ts'
import { JOBS, type OtherJob, type PaymentJob } from './job-list.ts'
import type { Shop } from './shop.ts'

/** A round begins no further payment after this many ms, so that it ends before the next. */
const MAX_ROUND = 50_000

const BUDGETS = JOBS.reduce((sum, job) => sum + ('budget' in job ? job.budget : 0), 0)

type JobRound = { isStopping: () => boolean; holder: string }

/**
 * One round of everything that runs at startup and every minute; if another process is on it, only
 * what every process does. Rows are independent: a failed one is logged and comes again next round.
 */
export async function runJobs(
  shop: Shop,
  round: JobRound = { isStopping: () => false, holder: randomUUID() },
): Promise<void> {
  const claim = { name: 'minute', holder: round.holder }
  const begun = shop.now()
  const renewClaim = () =>
    claimJob(shop.db, claim, shop.now(), new Date(shop.now().getTime() + MINUTE))
  for (const job of JOBS) if ('isForAll' in job) await doOther(shop, job)
  if (!(await renewClaim())) return
  let shared = MAX_ROUND - BUDGETS
  for (const job of JOBS) {
    if (round.isStopping()) break
    if ('isForAll' in job) continue
    if ('work' in job) await (job.isDaily ? doDaily(shop, job, round.holder) : doOther(shop, job))
    else {
      const began = shop.now().getTime()
      const mayGoOn = async () =>
        !round.isStopping() &&
        shop.now().getTime() - began < job.budget + shared &&
        (await renewClaim())
      await lookAfter(shop, job, mayGoOn)
      // What the job took of the shared time is gone; what it left of its own goes to the rest.
      shared = Math.max(0, shared + job.budget - (shop.now().getTime() - began))
    }
  }
  // The minute belongs to this round, however soon it ended.
  await claimJob(shop.db, claim, shop.now(), new Date(begun.getTime() + MINUTE - 5000))
}

async function lookAfter(
  shop: Shop,
  job: PaymentJob,
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  const { what, atOnce } = job
  const all = await tried(shop, what, [], () => job.find(shop))
  for (let first = 0; first < all.length; first += atOnce) {
    if (!(await mayGoOn())) return
    const some = all.slice(first, first + atOnce)
    await write(shop.db, async (tx) => {
      for (const { id } of some) await touchPayment(tx, id, shop.now())
    })
    await Promise.all(
      some.map((task) => tried(shop, what, undefined, () => settleOrQuarantine(shop, task))),
    )
  }
}

async function doOther(shop: Shop, { what, work }: OtherJob): Promise<void> {
  await tried(shop, what, undefined, () => work(shop))
}

async function settleOrQuarantine(shop: Shop, { id, settle }: Task): Promise<void> {
  try {
    await settle(shop, id)
  } catch (error) {
    if (!(await quarantinePayment(shop, id))) throw error
  }
}

async function doDaily(shop: Shop, { what, work }: OtherJob, holder: string): Promise<void> {
  const claim = { name: what, holder: `${holder} ${shop.now().toISOString()}` }
  if (!(await claimJob(shop.db, claim, shop.now(), new Date(shop.now().getTime() + DAY)))) return
  const failed = await tried(shop, what, true, async () => {
    await work(shop)
    return false
  })
  if (failed) await releaseJob(shop.db, claim)
}

async function tried<T>(
  shop: Shop,
  what: string,
  otherwise: T,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    shop.report(what, error)
    return otherwise
  }
}

/** Of the minute's round and of each daily job, in Unix time. */
export async function lastRuns(db: Db): Promise<Map<string, number>> {
  const daily = JOBS.filter((job) => 'isDaily' in job)
  const periods = new Map([
    ['minute', MINUTE],
    ...daily.map(({ what }): [string, number] => [what, DAY]),
  ])
  const claims = await db.selectFrom('job_claims').select(['name', 'until']).execute()
  return new Map(
    claims.flatMap(({ name, until }): [string, number][] => {
      const period = periods.get(name)
      return period === undefined ? [] : [[name, (Date.parse(until) - period) / 1000]]
    }),
  )
}

/** A round now and every minute. Stopping lets the running one finish its row. */
export function startJobs(shop: Shop) {
  let [running, stopping] = [false, false]
  const holder = randomUUID()
  const run = async () => {
    if (running || stopping) return
    running = true
    await shop.later('do the minute’s work', () =>
      runJobs(shop, { isStopping: () => stopping, holder }),
    )
    running = false
  }
  void shop.later('look at the webhook', () => watchWebhook(shop))
  void run()
  const timer = setInterval(run, MINUTE).unref()
  return {
    stop() {
      stopping = true
      clearInterval(timer)
    },
  }
}
