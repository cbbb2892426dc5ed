import { formatMoney } from '#contract/money/money.ts'
import { formatBalance } from '#contract/orders/order-balance.ts'
import type { PaymentStatus } from '#contract/orders/orders.ts'
import type { Receipt } from '#contract/orders/receipts.ts'

export const PAYMENT_LABELS: Record<PaymentStatus, string> = {
  authorized: 'Payment held on your card',
  completed: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  canceling: 'Refund in progress',
  failed: 'Not charged',
  unpaid: 'Not paid',
}

export function paymentLabel({ balance, paymentStatus }: Receipt): string {
  return balance ? formatBalance(balance, 'buyer') : PAYMENT_LABELS[paymentStatus]
}

export function formatStatus({ status, deliveryMethod, isHandedOver }: Receipt): string {
  const isPickup = deliveryMethod === 'pickup'
  const text = {
    pending: 'We’ve got your order.',
    processing: 'We’re packing your order.',
    shipped: isPickup
      ? 'Your order is packed and on its way to the pickup location.'
      : 'Your order is on its way to you.',
    delivered: isPickup
      ? 'You’ve picked up your order. Enjoy!'
      : 'Your order was delivered. Enjoy!',
    cancelled: 'This order was canceled.',
  }
  return text[isHandedOver && status !== 'cancelled' ? 'delivered' : status]
}

export function formatMoneyBack({ paymentStatus, refunded, balance }: Receipt): string {
  if (balance)
    return balance.paid > 0 ? `We owe you ${formatMoney(balance.paid)}.` : 'Nothing is due.'
  const back = `${formatMoney(refunded)} is going back to your card. Your bank may need a few days to show it.`
  const text: Record<PaymentStatus, string> = {
    authorized: 'The hold on your card is being released.',
    completed: 'Your refund hasn’t gone through yet. Please call us so we can fix it.',
    partially_refunded: back,
    refunded: back,
    canceling: 'Your payment is being refunded.',
    failed: 'Your card wasn’t charged.',
    unpaid: 'You weren’t charged.',
  }
  return text[paymentStatus]
}

export function mailLabel({ state }: NonNullable<Receipt['confirmation']>): [string, string] {
  if (state === 'sent') return ['Receipt sent to', '']
  if (state === 'waiting') return ['Your email:', '']
  return ['Our email to', 'didn’t get through. Please keep the link to your receipt.']
}
