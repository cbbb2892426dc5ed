import { randomUUID } from 'node:crypto'
import { claimJob, listClaims, releaseJob } from './db/claim-job.ts'
import type { Db } from './db/tables.ts'
import { write } from './db/write.ts'
import { startNightlyBackup } from './features/backups/nightly-backup.ts'
import { forgetQuestions } from './features/chat/forget-questions.ts'
import { sendReplies } from './features/chat/send-replies.ts'
import { expirePayment, releaseUnusedHold } from './features/checkout/expire-payment.ts'
import { followPayment } from './features/checkout/follow-payment.ts'
import { remakePayment } from './features/checkout/remake-payment.ts'
import { sendMails } from './features/mail/send-mails.ts'
import { forgetUnconfirmed } from './features/newsletter/forget-unconfirmed.ts'
import { sendConfirmations } from './features/newsletter/send-confirmations.ts'
import { sendLetters } from './features/newsletter/send-letters.ts'
import { compareIntents } from './features/payments/compare-intents.ts'
import { listExpired, listRefunding, listUnsettled, listUnusedHolds } from './features/payments/list-unsettled.ts'
import { touchPayment } from './features/payments/move-payment.ts'
import { setAsideUnknown } from './features/payments/set-aside-unknown.ts'
import { voidPayment } from './features/payments/void-payment.ts'
import { removeUnusedPictures } from './features/uploads/remove-unused-pictures.ts'
import type { Shop } from './shop.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A round begins no further row after this time, so that it ends before the next begins; in milliseconds. */
const LONGEST_ROUND = 50_000

type Job = {
  what: string
  find: (db: Db, now: Date) => Promise<string[]>
  settle: (shop: Shop, id: string) => Promise<void>
}

/** What is looked after every minute: payments that were left in the middle, each by its own rule. */
const PAYMENTS: Job[] = [
  { what: 'make a payment', find: (db, now) => listUnsettled(db, 'creating', now), settle: remakePayment },
  { what: 'end an open payment', find: listExpired, settle: expirePayment },
  { what: 'release an unused hold', find: listUnusedHolds, settle: releaseUnusedHold },
  { what: 'capture a payment', find: (db, now) => listUnsettled(db, 'capturing', now), settle: followPayment },
  { what: 'release a hold', find: (db, now) => listUnsettled(db, 'canceling', now), settle: voidPayment },
  { what: 'give money back', find: listRefunding, settle: followPayment },
]

type DailyJob = { what: string; work: (shop: Shop) => Promise<void> }

/** What is looked after once a day. */
const DAILY: DailyJob[] = [
  { what: 'compare with the card provider', work: compareIntents },
  { what: 'remove unused pictures', work: removeUnusedPictures },
  { what: 'forget old questions', work: forgetQuestions },
  { what: 'forget unconfirmed addresses', work: forgetUnconfirmed },
]

type Round = { isStopping: () => boolean; holder: string }

/**
 * One round of everything that runs at the start and every minute, unless another process is at it. Each row stands on its
 * own: one that fails is logged, and comes again with the next round.
 */
export async function runJobs(
  shop: Shop,
  round: Round = { isStopping: () => false, holder: randomUUID() },
): Promise<void> {
  const claim = { name: 'minute', holder: round.holder }
  const begun = shop.now()
  const keepClaim = () => claimJob(shop.db, claim, shop.now(), new Date(shop.now().getTime() + MINUTE))
  if (!(await keepClaim())) return
  const mayGoOn = () => !round.isStopping() && shop.now().getTime() - begun.getTime() < LONGEST_ROUND
  for (const { what, find, settle } of PAYMENTS) {
    for (const id of await tried(shop, what, [], () => find(shop.db, shop.now()))) {
      if (!mayGoOn() || !(await keepClaim())) break
      await write(shop.db, (tx) => touchPayment(tx, id, shop.now()))
      await tried(shop, what, undefined, () => settleOrSetAside(shop, id, settle))
    }
  }
  const send = async (what: string, work: (shop: Shop) => Promise<void>) => {
    if (!round.isStopping()) await tried(shop, what, undefined, () => work(shop))
  }
  await send('send mails', sendMails)
  await send('send replies', sendReplies)
  if (mayGoOn()) await tried(shop, 'back up at night', undefined, () => startNightlyBackup(shop))
  for (const job of DAILY) if (mayGoOn()) await doDaily(shop, job, round.holder)
  await send('send confirmations', sendConfirmations)
  await send('send letters', sendLetters)
  // The minute is this round's, however soon it ended.
  await claimJob(shop.db, claim, shop.now(), new Date(begun.getTime() + MINUTE - 5000))
}

async function settleOrSetAside(shop: Shop, id: string, settle: Job['settle']): Promise<void> {
  try {
    await settle(shop, id)
  } catch (error) {
    if (!(await setAsideUnknown(shop, id))) throw error
  }
}

/** Once a day among all processes; one that failed is tried again with the next round. */
async function doDaily(shop: Shop, { what, work }: DailyJob, holder: string): Promise<void> {
  const claim = { name: what, holder: `${holder} ${shop.now().toISOString()}` }
  if (!(await claimJob(shop.db, claim, shop.now(), new Date(shop.now().getTime() + DAY)))) return
  const failed = await tried(shop, what, true, async () => {
    await work(shop)
    return false
  })
  if (failed) await releaseJob(shop.db, claim)
}

async function tried<T>(shop: Shop, what: string, otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    shop.report(what, error)
    return otherwise
  }
}

/** When the minute's round and each daily job last began, as far as it was not broken off by a failure; to a few seconds. */
export async function lastRuns(db: Db): Promise<Map<string, Date>> {
  const periods = new Map([['minute', MINUTE], ...DAILY.map(({ what }): [string, number] => [what, DAY])])
  const claims = await listClaims(db)
  return new Map(
    claims.flatMap(({ name, until }): [string, Date][] => {
      const period = periods.get(name)
      return period === undefined ? [] : [[name, new Date(until.getTime() - period)]]
    }),
  )
}

export type Jobs = { stop(): void }

/** Runs a round now and every minute. A stop lets the running one end after the row it is at; `shop.later` knows it. */
export function startJobs(shop: Shop): Jobs {
  let [running, stopping] = [false, false]
  const holder = randomUUID()
  const run = async () => {
    if (running || stopping) return
    running = true
    await shop.later('do the minute’s work', () => runJobs(shop, { isStopping: () => stopping, holder }))
    running = false
  }
  void run()
  const timer = setInterval(run, MINUTE).unref()
  return {
    stop() {
      stopping = true
      clearInterval(timer)
    },
  }
}
