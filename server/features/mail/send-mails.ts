import type { MailQueue } from '#server/db/tables/mail.ts'
import type { Db } from '#server/db/tables.ts'
import type { Shop } from '#server/shop.ts'
import { composeMails } from './compose-mail.ts'
import { listSentTo } from './mail-queries.ts'
import type { OutboxMail } from './outbox.ts'
import { type Sending, sendDue } from './send-due.ts'

const DAY = 24 * 60 * 60_000

/** One person gets at most so many mails in 24 hours: anyone may type anyone's address. */
const MAX_A_DAY = 10

export function sendMails(shop: Shop): Promise<void> {
  return sendDue(shop, CUSTOMER_MAILS)
}

const CUSTOMER_MAILS: Sending = {
  queue: 'orders',
  what: 'send a mail',
  maxAtOnce: 100,
  maxRound: 20_000,
  heldBack: (shop, mail) => heldBackFor(shop, mail, ['orders']),
  compose: async (db, mail, farm) => {
    if (!mail.recipient) return null
    const composed = (await composeMails(db, [mail], farm)).get(mail.id)
    if (!composed) throw new Error(`Email ${mail.id} has nothing to say.`)
    if (mail.kind === 'cancelled' && !(await isCancelled(db, mail))) return null
    return { to: mail.recipient, ...composed }
  },
}

/** Until when a mail has to wait, since its reader had the day's share of some queues. */
export async function heldBackFor(
  { db, now }: Shop,
  { recipient }: OutboxMail,
  queues: readonly MailQueue[],
): Promise<{ until: Date; why: string } | null> {
  const since = new Date(now().getTime() - DAY)
  const sentToday = await listSentTo(db, { recipient, queues }, since)
  const [oldest] = sentToday.slice(-MAX_A_DAY)
  if (!oldest || sentToday.length < MAX_A_DAY) return null
  return {
    until: new Date(Date.parse(oldest) + DAY + 1),
    why: 'On hold: too many emails to one address today.',
  }
}

/** No cancellation mail for an order reopened in the meantime. */
async function isCancelled(db: Db, { order_id }: OutboxMail): Promise<boolean> {
  const order = db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', order_id ?? 0)
  return (await order.executeTakeFirst())?.status === 'cancelled'
}
