import { waitPath } from '#contract/waiting-link.ts'
import { write } from '#server/db/write.ts'
import { listOutOfDays } from '#server/features/calendar/left-of-days.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { type Sending, sendDue } from '#server/features/mail/send-due.ts'
import type { Shop } from '#server/shop.ts'
import { composeBack, composeConfirmation } from './compose-wait-mails.ts'
import {
  findWaiter,
  forgetNotified,
  isForSale,
  listToNotify,
  wasNotified,
} from './waiter-queries.ts'

/** The most mails per round; a round runs every minute. */
const MAX_AT_ONCE = 100

/**
 * Tells everyone who waits for what can be bought again, once, and forgets them. Asks for what is
 * there, so that no way into stock can be left out, and no process or crash in between matters:
 * whoever was not told yet is told by the next round.
 */
export async function notifyWaiters(shop: Shop): Promise<void> {
  if (!shop.mail) return
  await forgetAllNotified(shop)
  const waiters = await listToNotify(shop.db, MAX_AT_ONCE, await listOutOfDays(shop.db, shop.now()))
  if (waiters.length > 0)
    await write(shop.db, (tx) => queueMails(tx, waiters.map(mailTo), shop.now()))
  await sendWaitMails(shop)
  await forgetAllNotified(shop)
}

function mailTo(waiter_id: number) {
  return { queue: 'waiting', kind: 'back_in_stock', waiter_id } as const
}

async function forgetAllNotified({ db }: Shop): Promise<void> {
  if (await wasNotified(db)) await write(db, forgetNotified)
}

export function sendWaitMails(shop: Shop): Promise<void> {
  return sendDue(shop, waitMails(shop.now))
}

const waitMails = (now: () => Date): Sending => ({
  queue: 'waiting',
  what: 'send a mail of the waiting list',
  maxAtOnce: MAX_AT_ONCE,
  maxRound: 30_000,
  // No mail about what sold out meanwhile: its waiters wait on.
  compose: async (db, { kind, waiter_id, secret }, farm) => {
    const waiter = waiter_id === null ? null : await findWaiter(db, waiter_id)
    if (!waiter || waiter.product.isGone) return null
    const { product, email, state } = waiter
    if (kind === 'back_in_stock')
      return state === 'waiting' && (await isForSale(db, product, now()))
        ? { to: email, ...composeBack(product, farm) }
        : null
    if (state !== 'asked' || secret === null) return null
    return { to: email, ...composeConfirmation(product, farm.linkOrigin + waitPath(secret), farm) }
  },
})
