import type { DecidedNoShow, NoShowDraft } from '#contract/market/no-shows.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, snapshot, write } from '#server/db/write.ts'
import { hasRoom } from '#server/features/calendar/choose-day.ts'
import { findDay } from '#server/features/calendar/find-day.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { findPaymentOfOrder, type PaymentRow } from '#server/features/checkout/payment-record.ts'
import { refundableCents } from '#server/features/checkout/refund-record.ts'
import { sendDayMailsLater } from '#server/features/mail/send-day-mails.ts'
import { giveMoneyBack } from '#server/features/orders/change-order-status.ts'
import { overLimitsOf } from '#server/features/orders/over-limits.ts'
import { checkTarget } from '#server/features/orders/plan-closing.ts'
import {
  lockOrderAndPayment,
  noSuchOrder,
  requireRevision,
} from '#server/features/orders/require-order.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { applyNoShow } from './apply-no-show.ts'
import { checkIsMissed, checkKeepUntil, findDecision, type NoShowPlan } from './check-no-show.ts'
import { requireReports } from './unheard-phones.ts'

/** What a decision would do. @throws Refusal as `decideNoShow` does */
export function previewNoShow(shop: Shop, id: number, draft: NoShowDraft): Promise<DecidedNoShow> {
  return snapshot(shop.db, async (db) => {
    const row = db.selectFrom('orders').selectAll().where('id', '=', id)
    const order = (await row.executeTakeFirst()) ?? noSuchOrder(id)
    const plan = await planFor(db, {
      order,
      payment: await findPaymentOfOrder(db, id),
      draft,
      shop,
    })
    const overLimits = plan.to ? await overLimitsOf(db, plan.to.id, [id]) : []
    const shown = { ...show(plan, order), isDecided: false }
    return overLimits.length > 0 ? { ...shown, overLimits } : shown
  })
}

/**
 * Decides about one order that nobody came for, once. Money goes back only where it is cancelled.
 * @throws Refusal 'not-found', 'order-cancelled', 'change-impossible', 'changed-meanwhile', 'invalid', 'phones-unheard'
 */
export async function decideNoShow(
  shop: Shop,
  id: number,
  draft: NoShowDraft & { revision: number },
): Promise<DecidedNoShow> {
  const { answer, paymentId } = await write(shop.db, async (tx, emit) => {
    const { order, payment } = await lockOrderAndPayment(tx, id, shop.now())
    if (await findDecision(tx, order, draft))
      return { answer: again(order), paymentId: payment?.id }
    requireRevision(order, draft.revision)
    return decideInside(tx, emit, { order, payment, draft, shop })
  })
  if (draft.decision === 'cancel' && paymentId) await giveMoneyBack(shop, paymentId)
  shop.sendMails()
  sendDayMailsLater(shop)
  return answer
}

type Deciding = { order: OrderRow; payment: PaymentRow | null; draft: NoShowDraft; shop: Shop }

async function decideInside(tx: Db, emit: Emit, deciding: Deciding) {
  const { order, payment, draft, shop } = deciding
  const plan = await planFor(tx, deciding)
  const revision = await applyNoShow(tx, emit, { order, payment, draft, plan, at: shop.now() })
  return {
    answer: { ...show(plan, order), isDecided: true, revision },
    paymentId: payment?.id,
  }
}

async function planFor(db: Db, deciding: Deciding): Promise<NoShowPlan> {
  const { order, payment, draft, shop } = deciding
  const at = shop.now()
  const day = await checkIsMissed(db, order, at)
  await requireReports(db, day.id)
  if (draft.keepUntil) checkKeepUntil(draft.keepUntil, at, await readTimeZone(db))
  const to = draft.moveTo ? await findDay(db, draft.moveTo) : null
  if (draft.moveTo) checkTarget({ dayId: day.id, kind: 'pickup' }, to, at)
  const isCaptured = draft.decision === 'cancel' && payment?.state === 'captured'
  const refunded = isCaptured ? await refundableCents(db, payment) : 0
  const hasMail = shop.mail !== null
  const canNotify = hasMail && order.customer_email !== ''
  // A cancelled order has a mail of its own, with or without the farmer's words.
  const notifiesBuyer = canNotify && (draft.decision === 'cancel' || draft.message !== '')
  return { day, to, refunded, hasMail, notifiesBuyer }
}

function show({ to, refunded, notifiesBuyer }: NoShowPlan, { revision }: OrderRow) {
  const most = to && !hasRoom(to) ? to.taken + 1 : null
  return { revision, refunded: dollarsOf(refunded), most, notifiesBuyer }
}

function again({ revision }: OrderRow): DecidedNoShow {
  return { isDecided: true, revision, refunded: 0, most: null, notifiesBuyer: false }
}
