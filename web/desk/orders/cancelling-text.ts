import {
  type Cents,
  cents,
  formatDollars,
  formatMoney,
  sum,
  toCents,
} from '#contract/money/money.ts'
import { givenBackOf } from '#contract/money/refunds.ts'
import { isUnpaid } from '#contract/money/standing.ts'
import type { OrderBalance } from '#contract/orders/order-balance.ts'
import type { Goods } from '#contract/orders/order-changes.ts'
import type { Order } from '#contract/orders/orders.ts'

export function cancellationText(order: Order, where: Goods = 'sellable'): string {
  const back =
    where === 'missing' ? 'Its items do not go back in stock.' : 'Its items go back in stock.'
  const goods = order.hasLeft ? 'Items already sent out do not go back in stock.' : back
  if (order.testMode) return `${goods} It was a test order: no money moves.`
  if (order.balance) return `${goods} ${moneyOfCancelling(order.balance)}`
  return `${goods} ${isUnpaid(order) ? 'There is nothing left to refund.' : 'The card will be refunded.'}`
}

function moneyOfCancelling({ paid }: OrderBalance): string {
  if (paid === 0) return 'Nothing was paid, and nothing will be due.'
  return `Then give back ${formatMoney(paid)} and note it at the order.`
}

export function reopeningText(order: Order): string {
  const goods = order.hasLeft ? '' : ' Its items are taken from stock again.'
  if (order.balance) return `What was due on it will have to be paid again.${goods}`
  const given = formatDollars(givenBackOf(order))
  const money = givenBackOf(order) > 0 ? `Its payment (${given}) was refunded` : 'It was never paid'
  return `${money}: hand it out unpaid? Nobody is charged again.${goods}`
}

export function cancellationsText(orders: readonly Order[]): string {
  const goods = 'Their items go back in stock, except those already sent out.'
  const back = sum(...orders.filter(({ status }) => status !== 'cancelled').map(leftOf))
  return `${goods} ${moneyToCards(orders, back)}${moneyInHand(orders)}`
}

function moneyToCards(orders: readonly Order[], back: Cents): string {
  if (back > 0)
    return `What was paid and not yet refunded goes back to the cards: ${formatDollars(back)} in all.`
  if (orders.every(({ testMode }) => testMode)) return 'They are test orders: no money moves.'
  const ofTests = orders.some(({ testMode }) => testMode) ? '; test orders move no money' : ''
  return `Nothing goes back to a card${ofTests}.`
}

function moneyInHand(orders: readonly Order[]): string {
  const paid = sum(...orders.flatMap(({ balance }) => (balance ? [toCents(balance.paid)] : [])))
  return paid > 0 ? ` Without a card ${formatDollars(paid)} was paid, which you give back.` : ''
}

/** What a cancellation gives back to the card, in cents. */
function leftOf(order: Order): Cents {
  if (order.testMode || order.balance || isUnpaid(order)) return 0 as Cents
  return cents(toCents(order.total) - givenBackOf(order))
}
