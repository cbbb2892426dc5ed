import { HOUR } from '#contract/time/durations.ts'
import type { Shop } from '#server/shop.ts'
import { abandonPayment, voidPayment } from './holds.ts'
import { type Expired, listExpired, listUnusedHolds, type Task } from './list-unsettled.ts'
import { findPayment } from './payment-record.ts'
import { providerOf } from './provider-calls.ts'
import { reconcilePayment } from './reconcile.ts'

/** Up to this many are looked up one by one; beyond that, the provider's list is read. */
const FEW = 10

/** How far back the provider's list goes, in ms; older payments are looked up one by one. */
const LISTED = HOUR

const CLOCK_LAG_MS = 5 * 60_000

const HOLDS_NOTHING = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
])

export async function findExpired(shop: Shop): Promise<Task[]> {
  const expired = await listExpired(shop.db, shop.now())
  const idle = await listIdle(shop, expired)
  return expired.map(({ id, intent_id }) => ({
    id,
    settle: idle.has(intent_id) ? releaseOpen : expirePayment,
  }))
}

export async function findUnusedHolds(shop: Shop): Promise<Task[]> {
  const open = await listUnusedHolds(shop.db, shop.now())
  const idle = await listIdle(shop, open)
  return open.flatMap(({ id, intent_id }) =>
    idle.has(intent_id) ? [] : [{ id, settle: releaseUnusedHold }],
  )
}

async function listIdle(shop: Shop, payments: readonly Expired[]): Promise<Set<string | null>> {
  if (payments.length <= FEW) return new Set()
  const first = Math.min(...payments.map(({ created_at }) => Date.parse(created_at))) - CLOCK_LAG_MS
  const since = new Date(Math.max(first, shop.now().getTime() - LISTED))
  const listed = await shop.payments.listIntents(since).catch((error: unknown) => {
    shop.report('list open payments', error)
    return []
  })
  return new Set(listed.filter(({ status }) => HOLDS_NOTHING.has(status)).map(({ id }) => id))
}

async function expirePayment(shop: Shop, paymentId: string): Promise<void> {
  await reconcilePayment(shop, paymentId)
  await releaseOpen(shop, paymentId)
}

async function releaseUnusedHold(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (payment?.state !== 'open' || !payment.intent_id) return
  const intent = await providerOf(shop, payment).retrieve(payment.intent_id)
  if (intent.status === 'requires_capture') await releaseOpen(shop, paymentId)
}

async function releaseOpen(shop: Shop, id: string): Promise<void> {
  if (await abandonPayment(shop, id)) await voidPayment(shop, id)
}
