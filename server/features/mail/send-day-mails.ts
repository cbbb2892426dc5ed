import type { Shop } from '#server/shop.ts'
import { composeMails } from './compose-mail.ts'
import { isStillFor, readDayFacts } from './mail-queries.ts'
import { heldBackFor, type Sending, sendDue } from './send-mails.ts'

const WHAT = 'send mails of market days'

export function sendDayMails(shop: Shop): Promise<void> {
  return sendDue(shop, DAY_MAILS)
}

export function sendDayMailsLater(shop: Shop): void {
  void shop.later(WHAT, () => sendDayMails(shop))
}

/**
 * Order and day mails share one limit per buyer, so entering a stranger's address in many orders
 * can't flood it with reminders either. The farmer's own list is never held back.
 */
const DAY_MAILS: Sending = {
  queue: 'days',
  what: WHAT,
  maxAtOnce: 100,
  maxRound: 20_000,
  heldBack: async (shop, mail) =>
    mail.kind === 'day_list' ? null : heldBackFor(shop, mail, ['orders', 'days']),
  compose: async (db, mail, farm) => {
    if (!mail.recipient) return null
    const facts = (await readDayFacts(db, [mail])).get(mail.id)
    if (facts && !isStillFor(facts)) return null
    const composed = (await composeMails(db, [mail], farm)).get(mail.id)
    return composed ? { to: mail.recipient, ...composed } : null
  },
}
