import { mailboxKey } from '#contract/mail/mail-address.ts'
import { isLinkSecret } from '#contract/mail/newsletter-link.ts'
import type { LinkedWait } from '#contract/mail/waiting-list.ts'
import { DAY } from '#contract/time/durations.ts'
import { hashOf, newSecret } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { findForSale } from '#server/features/products/product-queries.ts'
import type { Shop } from '#server/shop.ts'
import { sendWaitMails } from './notify-waiters.ts'
import {
  countOfProduct,
  findWait,
  forgetOld,
  insertWaiter,
  isForSale,
  type Wait,
} from './waiter-queries.ts'

/** Lifetime of an unused link, in milliseconds; then its row is deleted. */
const GOOD_FOR = 3 * DAY

/** Requests older than this get no mail, in milliseconds. */
const MAX_WAIT = 180 * DAY

/** Most mails within `GOOD_FOR` to an address, which somebody else may have entered. */
const MAX_UNANSWERED = 3

const MAX_OF_MAILBOX = 20
const MAX_OF_PRODUCT = 500

type JoinRequest = { productId: number; email: string }

/**
 * Mails a link to whoever wants to know when a product is back; never tells whether the address was
 * known.
 * @throws Refusal 'mail-missing', 'product-gone', 'in-stock', 'list-full'
 */
export async function joinList(shop: Shop, { productId, email }: JoinRequest): Promise<void> {
  if (!shop.mail)
    throw new Refusal('mail-missing', 'We can’t send email right now. Please call us instead.')
  const [product] = await findForSale(shop.db, [productId], shop.now())
  if (!product) throw new Refusal('product-gone', 'This product is no longer for sale.')
  if (product.stock > 0)
    throw new Refusal('in-stock', `Good news: ${product.name} is back. You can order it now.`)
  if ((await countOfProduct(shop.db, productId)) >= MAX_OF_PRODUCT)
    throw new Refusal('list-full', 'The waiting list for this is full.')
  await write(shop.db, (tx) => storeWaiter(tx, { productId, email }, shop.now()))
  shop.later('send a mail of the waiting list', () => sendWaitMails(shop))
}

async function storeWaiter(tx: Db, { productId, email }: JoinRequest, at: Date): Promise<void> {
  const mailbox = mailboxKey(email)
  await forgetOld(tx, agesAt(at))
  const waits = tx.selectFrom('waiters').select('state').where('mailbox', '=', mailbox)
  const own = await waits.execute()
  const unanswered = own.filter(({ state }) => state === 'asked')
  if (own.length >= MAX_OF_MAILBOX || unanswered.length >= MAX_UNANSWERED) return
  const secret = newSecret()
  const waiter = { product_id: productId, mailbox, email, asked_at: at.toISOString() }
  const id = await insertWaiter(tx, { ...waiter, secret_hash: hashOf(secret) })
  if (id === null) return
  await queueMails(tx, [{ kind: 'wait_asked', waiter_id: id, secret }], at)
}

function agesAt(now: Date): { requested: Date; waiting: Date } {
  return {
    requested: new Date(now.getTime() - GOOD_FOR),
    waiting: new Date(now.getTime() - MAX_WAIT),
  }
}

/** An expired link or a second click changes nothing. */
export async function confirmWait(db: Db, secret: string, now: Date): Promise<void> {
  if ((await findLinked(db, secret, now))?.state !== 'asked') return
  await write(db, async (tx) => {
    const found = await findLinked(tx, secret, now)
    if (found?.state === 'asked')
      await tx.updateTable('waiters').set({ state: 'waiting' }).where('id', '=', found.id).execute()
  })
}

export async function leaveList(db: Db, secret: string, now: Date): Promise<void> {
  if (!(await findLinked(db, secret, now))) return
  await write(db, async (tx) => {
    const found = await findLinked(tx, secret, now)
    if (found) await tx.deleteFrom('waiters').where('id', '=', found.id).execute()
  })
}

/** Null for a bad link. Never shows the address: links get forwarded. */
export async function showWait(db: Db, secret: string, now: Date): Promise<LinkedWait> {
  const found = await findLinked(db, secret, now)
  if (!found || found.product.isGone) return null
  const { id, name } = found.product
  const isInStock = await isForSale(db, found.product, now)
  return { state: found.state, product: { id, name, isInStock } }
}

async function findLinked(db: Db, secret: string, now: Date): Promise<Wait | null> {
  if (!isLinkSecret(secret)) return null
  return findWait(db, { secretHash: hashOf(secret), since: agesAt(now).requested })
}

export async function forgetWaiters({ db, now }: Shop): Promise<void> {
  await write(db, (tx) => forgetOld(tx, agesAt(now())))
}
