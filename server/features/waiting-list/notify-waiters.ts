import { waitPath } from '#contract/mail/waiting-link.ts'
import { productPath } from '#contract/products/product-path.ts'
import { type Db, write } from '#server/db/write.ts'
import { listOutOfDays } from '#server/features/calendar/left-of-days.ts'
import { type Composed, type Farm, layOut } from '#server/features/mail/mail-layout.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { sender } from '#server/features/mail/send-mails.ts'
import type { Shop } from '#server/shop.ts'
import { findWait, isForSale, selectWaits } from './waiter-queries.ts'

/** The most mails per round; a round runs every minute. */
const MAX_AT_ONCE = 100

/**
 * Tells everyone waiting for what can be bought again, once, then deletes them. Checks actual
 * stock, so no way of restocking is missed; after a crash, the next round tells the rest.
 */
export async function notifyWaiters(shop: Shop): Promise<void> {
  if (!shop.mail) return
  await forgetNotified(shop)
  const waiters = await listToNotify(shop)
  if (waiters.length > 0)
    await write(shop.db, (tx) => queueMails(tx, waiters.map(mailTo), shop.now()))
  await sendWaitMails(shop)
  await forgetNotified(shop)
}

function mailTo({ id: waiter_id }: { id: number }) {
  return { kind: 'back_in_stock', waiter_id } as const
}

/** First come first: the product can be bought again, on some day too, and no mail was sent. */
async function listToNotify({ db, now }: Shop) {
  const outOfDays = await listOutOfDays(db, now())
  return selectWaits(db)
    .leftJoin('outbox', (mail) =>
      mail.onRef('outbox.waiter_id', '=', 'waiters.id').on('outbox.kind', '=', 'back_in_stock'),
    )
    .select('waiters.id')
    .where('state', '=', 'waiting')
    .where('stock', '>', 0)
    .where('archived_at', 'is', null)
    .where('outbox.id', 'is', null)
    .$if(outOfDays.length > 0, (rows) => rows.where('product_id', 'not in', outOfDays))
    .orderBy('waiters.id')
    .limit(MAX_AT_ONCE)
    .execute()
}

function notices(db: Db) {
  return db.selectFrom('outbox').where('queue', '=', 'waiting').where('kind', '=', 'back_in_stock')
}

async function forgetNotified({ db }: Shop): Promise<void> {
  const over = notices(db).where((row) =>
    row.or([row('sent_at', 'is not', null), row('given_up_at', 'is not', null)]),
  )
  if (!(await over.select('id').limit(1).executeTakeFirst())) return
  await write(db, async (tx) => {
    const told = notices(tx)
      .select('waiter_id')
      .where((row) =>
        row.or([
          row('sent_at', 'is not', null),
          row.and([row('given_up_at', 'is not', null), row('last_error', 'is not', null)]),
        ]),
      )
    const waiters = tx.deleteFrom('waiters')
    await waiters.where('id', 'in', told.$castTo<{ waiter_id: number }>()).execute()
    const mails = tx.deleteFrom('outbox').where('queue', '=', 'waiting')
    const notified = mails.where('kind', '=', 'back_in_stock')
    await notified.where('given_up_at', 'is not', null).execute()
  })
}

export const sendWaitMails = sender({
  queue: 'waiting',
  what: 'send a mail of the waiting list',
  maxRound: 30_000,
  // No mail about a product that sold out meanwhile; its waiters keep waiting.
  compose: async (db, { kind, waiter_id, secret }, farm, at) => {
    const waiter = waiter_id === null ? null : await findWait(db, { id: waiter_id })
    if (!waiter || waiter.product.isGone) return null
    const { product, email, state } = waiter
    if (kind === 'back_in_stock')
      return state === 'waiting' && (await isForSale(db, product, at))
        ? { to: email, ...composeBack(product, farm) }
        : null
    if (state !== 'asked' || secret === null) return null
    return { to: email, ...composeConfirmation(product, farm.linkOrigin + waitPath(secret), farm) }
  },
})

type Product = { id: number; name: string }

/** Asks the address's owner to confirm; holds nothing that was typed. */
function composeConfirmation({ name }: Product, url: string, farm: Farm): Composed {
  const sentences = [
    `Someone asked us to tell this address when ${name} is back in stock. If it was you, please open this page and press the button.`,
    { text: 'Yes, tell me', url },
    'If it wasn’t you, ignore this email: we won’t write again, and we’ll delete the address. The link works for three days.',
  ]
  const subject = `Want to know when ${name} is back?`
  return layOut({ subject, title: 'One more step', sentences }, farm)
}

function composeBack(product: Product, farm: Farm): Composed {
  const { name } = product
  const sentences = [
    `You asked us to tell you when ${name} is back in stock. It’s back, while it lasts: we can’t hold any for you.`,
    { text: 'See it in the shop', url: farm.linkOrigin + productPath(product) },
    'This is the only email you get about it. We have taken your address off the list.',
  ]
  return layOut({ subject: `${name} is back`, title: `${name} is back`, sentences }, farm)
}
