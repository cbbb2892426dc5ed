import { forget, recall, replaceMemory } from '#server/db/shop-memory.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'

const DAY = 24 * 60 * 60_000

/** So many wrong signatures, with no right one between them, are no accident. */
const MIN_UNSIGNED = 3

/** Cards that were paid so long ago, and nothing told of since, in milliseconds. */
const SILENCE = 3 * DAY

/** That an event was heard is written down once in this time, in milliseconds. */
const HEARD = 60 * 60_000

/** How many calls with a wrong signature this process heard since the last right one. */
const unsignedIn = new WeakMap<Db, number>()

/** An event with a good signature: the webhook works. */
export async function noteHeard(shop: Shop): Promise<void> {
  unsignedIn.delete(shop.db)
  const now = shop.now()
  const isAlarmed = (await recall(shop.db, 'webhook_unsigned')) !== null
  const heard = (await recall(shop.db, 'webhook_heard')) ?? ''
  if (!isAlarmed && heard > new Date(now.getTime() - HEARD).toISOString()) return
  await write(shop.db, async (tx) => {
    await replaceMemory(tx, 'webhook_heard', now.toISOString())
    await forget(tx, 'webhook_unsigned')
  })
}

/** An event with a wrong signature: several are an alarm, as with the secret of another endpoint. Strangers may send such calls too. */
export async function noteUnsigned(shop: Shop): Promise<void> {
  const times = (unsignedIn.get(shop.db) ?? 0) + 1
  unsignedIn.set(shop.db, times)
  if (times !== MIN_UNSIGNED) return
  const words = 'Calls to the webhook are not signed by Stripe. Is STRIPE_WEBHOOK_SECRET the one of this endpoint?'
  shop.report('hear Stripe', new Error(words))
  await write(shop.db, (tx) => replaceMemory(tx, 'webhook_unsigned', words))
}

/** Looks at the account's webhook, and whether it tells anything, when a shop with live keys starts and once a day. */
export async function watchWebhook(shop: Shop): Promise<void> {
  if (!shop.stripe?.livemode) return
  const { fault } = await shop.stripe.lookAtWebhook()
  const silence = await silenceOf(shop.db, shop.now())
  const words = fault ? `Stripe's webhook: ${fault}.` : silence
  if (words) shop.report('look at the webhook', new Error(words))
  await write(shop.db, async (tx) => {
    if (words) await replaceMemory(tx, 'webhook_alert', words)
    else await forget(tx, 'webhook_alert')
  })
}

/** Cards were paid days ago, and no event came since. */
async function silenceOf(db: Db, now: Date): Promise<string | null> {
  const before = new Date(now.getTime() - SILENCE).toISOString()
  const heard = (await recall(db, 'webhook_heard')) ?? ''
  if (heard > before) return null
  const paid = db
    .selectFrom('payments')
    .select('created_at')
    .where('livemode', '=', true)
    .where('state', '=', 'captured')
  const untold = await paid.where('created_at', '>', heard).where('created_at', '<', before).limit(1).executeTakeFirst()
  if (!untold) return null
  const since = heard ? `since ${heard.slice(0, 10)}` : 'so far'
  return `Stripe has told nothing ${since}, although cards were paid. Is its webhook set up?`
}
