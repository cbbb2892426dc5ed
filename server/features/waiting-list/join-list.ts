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
import { findWait, isForSale, type Wait } from './waiter-queries.ts'

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
  const { many } = await shop.db
    .selectFrom('waiters')
    .select((row) => row.fn.countAll<number>().as('many'))
    .where('product_id', '=', productId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (many >= MAX_OF_PRODUCT) throw new Refusal('list-full', 'The waiting list for this is full.')
  await write(shop.db, (tx) => storeWaiter(tx, { productId, email }, shop.now()))
  shop.later('send a mail of the waiting list', () => sendWaitMails(shop))
}

async function storeWaiter(tx: Db, { productId, email }: JoinRequest, at: Date): Promise<void> {
  const mailbox = mailboxKey(email)
  await forgetOld(tx, at)
  const waits = tx.selectFrom('waiters').select('state').where('mailbox', '=', mailbox)
  const own = await waits.execute()
  const unanswered = own.filter(({ state }) => state === 'asked')
  if (own.length >= MAX_OF_MAILBOX || unanswered.length >= MAX_UNANSWERED) return
  const secret = newSecret()
  const waiter = { product_id: productId, mailbox, email, asked_at: at.toISOString() }
  // None when the mailbox already waits for the product.
  const added = await tx
    .insertInto('waiters')
    .values({ ...waiter, secret_hash: hashOf(secret), state: 'asked' })
    .onConflict((known) => known.columns(['product_id', 'mailbox']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await queueMails(tx, [{ kind: 'wait_asked', waiter_id: added.id, secret }], at)
}

const before = (at: Date, age: number) => new Date(at.getTime() - age).toISOString()

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
  return findWait(db, { secretHash: hashOf(secret), since: before(now, GOOD_FOR) })
}

export async function forgetWaiters({ db, now }: Shop): Promise<void> {
  await write(db, (tx) => forgetOld(tx, now()))
}

async function forgetOld(tx: Db, at: Date): Promise<void> {
  const gone = tx.selectFrom('products').select('id').where('deleted_at', 'is not', null)
  await tx
    .deleteFrom('waiters')
    .where((row) =>
      row.or([
        row.and([row('state', '=', 'asked'), row('asked_at', '<=', before(at, GOOD_FOR))]),
        row('asked_at', '<=', before(at, MAX_WAIT)),
        row('product_id', 'in', gone),
      ]),
    )
    .execute()
}
