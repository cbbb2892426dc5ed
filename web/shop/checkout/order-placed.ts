import type { PlacedOrder } from '#contract/orders.ts'
import { rememberOrder } from '#web/shop/cart/last-order-store.ts'
import { carryToast } from '#web/ui/toast-store.ts'

/** Leaves the checkout for the home page, which says that the order was placed; each page has its own policy, so by a full page load. */
export function goHomeWithOrder({ id, testMode, receiptUrl }: PlacedOrder): void {
  rememberOrder(receiptUrl)
  carryToast({
    title: 'Order Placed Successfully!',
    description: `Your order number is #${id}. A confirmation email follows.${testMode ? ' Test order – no money was taken.' : ''}`,
    link: { href: receiptUrl, label: 'See your receipt' },
  })
  window.location.assign('/')
}
