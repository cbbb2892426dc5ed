import { watchClock } from './core/clock-fault.ts'
import { removeOldCopies } from './db/copy-before-migrating.ts'
import type { Db } from './db/write.ts'
import { lookForRelease } from './features/admin/look-for-release.ts'
import { copyOffSite, startNightlyBackup } from './features/backups/make-backup.ts'
import { startNightlyCheck } from './features/books/begin-check.ts'
import { fillDays } from './features/calendar/fill-days.ts'
import { forgetQuestions, sendReplies } from './features/chat/questions.ts'
import { watchCardKey } from './features/checkout/create-intent.ts'
import { fetchFees } from './features/checkout/fetch-fees.ts'
import { forgetCheckouts } from './features/checkout/forget-checkouts.ts'
import { voidPayment } from './features/checkout/holds.ts'
import {
  compareIntents,
  findExpired,
  findUnusedHolds,
  reconcileMissedEvents,
  reconcilePayment,
  remakePayment,
} from './features/checkout/reconcile.ts'
import { sendLinks } from './features/checkout/send-links.ts'
import {
  listAbandoned,
  listRefunding,
  listReleasing,
  listUnsettled,
  type Task,
} from './features/checkout/unsettled-queries.ts'
import { watchWebhook } from './features/checkout/webhooks.ts'
import { forgetEvents } from './features/hooks/events.ts'
import { sendHooks } from './features/hooks/send-hooks.ts'
import { forgetOldNews, notifyFarmer } from './features/mail/notify-farmer.ts'
import { sendMails } from './features/mail/send-mails.ts'
import { sendConfirmations } from './features/newsletter/send-confirmations.ts'
import { beginPlanned, sendLetters } from './features/newsletter/send-letters.ts'
import { forgetUnconfirmed } from './features/newsletter/subscription.ts'
import { eraseOldPersons } from './features/orders/erase-person.ts'
import { notifyOfDays } from './features/orders/queue-day-mails.ts'
import { settleHandedOut } from './features/orders/settle-weights.ts'
import { notifyLowStock } from './features/products/notify-low-stock.ts'
import { removeUnusedPictures } from './features/uploads/pictures.ts'
import { forgetWaiters } from './features/waiting-list/join-list.ts'
import { notifyWaiters } from './features/waiting-list/notify-waiters.ts'
import type { Shop } from './shop.ts'

const SECOND = 1000

export type PaymentJob = {
  what: string
  /** In ms per round; a job may also use what others leave. */
  budget: number
  atOnce: number
  find: (shop: Shop) => Promise<Task[]>
}

export type OtherJob = {
  what: string
  work: (shop: Shop) => Promise<void>
  isDaily?: true
  /** Run by every process: the one whose turn it is may be on a release that doesn't know it. */
  isForAll?: true
}

const capturing = tasks((db, now) => listUnsettled(db, 'capturing', now), reconcilePayment)
const refunding = tasks(listRefunding, reconcilePayment)
const releasing = tasks(listReleasing, voidPayment)
const creating = tasks((db, now) => listUnsettled(db, 'creating', now), remakePayment)
const abandoned = tasks(listAbandoned, voidPayment)

function tasks(list: (db: Db, now: Date) => Promise<string[]>, settle: Task['settle']) {
  return async ({ db, now }: Shop): Promise<Task[]> =>
    (await list(db, now())).map((id) => ({ id, settle }))
}

/** Every minute, most important first, and last what strangers can produce without limit. */
export const JOBS: (PaymentJob | OtherJob)[] = [
  { what: 'look at the clock', work: watchClock, isForAll: true },
  // Each machine has its own folder.
  { what: 'copy a backup off the machine', work: copyOffSite, isForAll: true },
  { what: 'use the card key', work: askForCardKey },
  { what: 'capture a payment', budget: 20 * SECOND, atOnce: 1, find: capturing },
  { what: 'send back what was overpaid by weight', work: (shop) => settleHandedOut(shop) },
  { what: 'give money back', budget: 10 * SECOND, atOnce: 1, find: refunding },
  { what: 'release a hold', budget: 5 * SECOND, atOnce: 1, find: releasing },
  { what: 'send mails', work: sendMails },
  { what: 'send webhooks', work: sendHooks },
  { what: 'send links to orders', work: sendLinks },
  { what: 'send replies', work: sendReplies },
  { what: 'send mails of market days', work: notifyOfDays },
  { what: 'look for low stock', work: notifyLowStock },
  { what: 'tell the farmer', work: notifyFarmer },
  { what: 'back up at night', work: startNightlyBackup },
  { what: 'ask for card fees', work: fetchFees },
  { what: 'check the books at night', work: startNightlyCheck },
  { what: 'make a payment', budget: 3 * SECOND, atOnce: 1, find: creating },
  { what: 'make market days', work: fillDays, isDaily: true },
  { what: 'look for a newer release', work: lookForRelease, isDaily: true },
  { what: 'compare with the card provider', work: compareIntents, isDaily: true },
  {
    what: 'look for what the card provider did not tell',
    work: reconcileMissedEvents,
    isDaily: true,
  },
  { what: 'look at the webhook', work: watchWebhook, isDaily: true },
  { what: 'remove unused pictures', work: removeUnusedPictures, isDaily: true },
  { what: 'remove copies from before updates', work: removeOldCopies, isDaily: true },
  { what: 'forget old questions', work: forgetQuestions, isDaily: true },
  { what: 'forget abandoned checkouts', work: forgetCheckouts, isDaily: true },
  { what: 'erase customers of old orders', work: eraseOldPersons, isDaily: true },
  { what: 'forget unconfirmed addresses', work: forgetUnconfirmed, isDaily: true },
  { what: 'forget old news', work: forgetOldNews, isDaily: true },
  { what: 'forget old events', work: forgetEvents, isDaily: true },
  { what: 'forget who waited too long', work: forgetWaiters, isDaily: true },
  { what: 'tell who waits for products', work: notifyWaiters },
  { what: 'send confirmations', work: sendConfirmations },
  { what: 'begin planned letters', work: beginPlanned },
  { what: 'send letters', work: sendLetters },
  { what: 'release an unused hold', budget: 4 * SECOND, atOnce: 10, find: findUnusedHolds },
  { what: 'end an open payment', budget: 4 * SECOND, atOnce: 10, find: findExpired },
  { what: 'release what nobody came for', budget: 4 * SECOND, atOnce: 10, find: abandoned },
]

/** A silent provider mustn't hold up the round. */
async function askForCardKey(shop: Shop): Promise<void> {
  void shop.later('use the card key', () => watchCardKey(shop))
}
