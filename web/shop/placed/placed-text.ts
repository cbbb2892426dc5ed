import { formatDollars, toCents } from '#contract/money/money.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import { farmInstant } from '#contract/time/date-format.ts'
import type { PlacedOrder } from '#web/shop/cart/placed-store.ts'
import {
  formatMoneyBack,
  formatStatus,
  PAYMENT_LABELS,
  paymentLabel,
} from '#web/shop/receipt/receipt-labels.ts'

/** How long the home page shows a delivery whose day is agreed on by phone, in ms. */
const WITHOUT_DAY = 7 * 24 * 60 * 60_000

/** Whether an order is no news any more: its day is over, or so much time is where it has none. */
export function isOver(
  { at }: PlacedOrder,
  { marketDay }: Receipt,
  { now, timeZone }: { now: Date; timeZone: string },
): boolean {
  if (!marketDay) return now.getTime() - at > WITHOUT_DAY
  const end = farmInstant(`${marketDay.day}T23:59`, timeZone)
  return end !== null && now.toISOString() > end
}

export function placedTitle({ id, status, deliveryMethod }: Receipt): string {
  if (status === 'cancelled') return `Order #${id} was cancelled`
  if (status !== 'delivered') return `Order #${id} is placed`
  return deliveryMethod === 'pickup' ? `Order #${id} is picked up` : `Order #${id} is delivered`
}

/** An order's status line: that it was called off, or how far it is. */
export function placedNews(receipt: Receipt): string {
  if (receipt.status !== 'cancelled') return formatStatus(receipt)
  return receipt.testMode ? 'It was a test order: no money was taken.' : formatMoneyBack(receipt)
}

/** `Paid $21.50 by card. Nothing more to pay.` */
export function paidSentence(receipt: Receipt): string {
  const { testMode, paymentStatus, total, refunded, balance } = receipt
  if (balance) return `${paymentLabel(receipt)}.`
  if (testMode) return 'Test order – no money was taken.'
  const sum = formatDollars(toCents(total))
  if (paymentStatus === 'completed') return `Paid ${sum} by card. Nothing more to pay.`
  const back = refunded > 0 ? `: ${formatDollars(toCents(refunded))} of ${sum}` : ''
  return `${PAYMENT_LABELS[paymentStatus]}${back}.`
}

export function isComing({ status }: Receipt): boolean {
  return !ORDER_STATUS[status].isOver
}
