import { formatMonthDay, formatWeekday } from '#contract/date-format.ts'
import { AGREE_ON_DAY, DAY_IS_CLOSED } from '#contract/destination.ts'
import { formatDollars, toCents } from '#contract/money.ts'
import { ORDER_STATUS } from '#contract/order-status.ts'
import type { Receipt } from '#contract/receipts.ts'
import { formatStanding } from '#contract/standing.ts'
import { formatHours } from '#contract/wall-time.ts'
import type { Db } from '#server/db/tables.ts'
import { showReceipt } from '#server/features/orders/show-receipt.ts'

/** The state of the order whose receipt's secret was pasted; the secret is all that opens it. */
export async function answerOrder(db: Db, secrets: readonly string[], now: Date): Promise<string> {
  for (const secret of secrets.slice(0, 2)) {
    const receipt = await showReceipt(db, secret, now)
    if (receipt)
      return [describeState, describeGoods, describeWay, describeMoney]
        .map((answer) => answer(receipt))
        .filter(Boolean)
        .join(' ')
  }
  return (
    'I cannot find an order for that link. ' +
    'Please copy the whole link of your receipt and paste it again.'
  )
}

const STATES: Readonly<Record<Receipt['status'], string>> = {
  pending: 'is in and waiting to be packed',
  processing: 'is being packed',
  shipped: 'is on its way',
  delivered: 'has been handed over',
  cancelled: 'is cancelled',
}

function describeState({ id, status, total }: Receipt): string {
  return `Your order #${id} of ${formatDollars(toCents(total))} ${STATES[status]}.`
}

function describeGoods({ status, items }: Receipt): string {
  const less =
    status === 'cancelled' ? [] : items.filter(({ quantity, standing }) => standing < quantity)
  return less.map((item) => `${item.name}: ${formatStanding(item)}.`).join(' ')
}

function describeWay({ status, deliveryMethod, place, marketDay }: Receipt): string {
  if (ORDER_STATUS[status].isOver) return ''
  const when = marketDay
    ? `${formatWeekday(marketDay.day)} ${formatHours(marketDay)}, on ${formatMonthDay(marketDay.day)}`
    : ''
  if (deliveryMethod === 'shipping') {
    if (!when) return `We will deliver it to the address you gave. ${AGREE_ON_DAY}`
    return `We will deliver it to the address you gave: ${when}.`
  }
  const where = [place?.name, when, place?.address].filter(Boolean).join(', ')
  return `Pickup: ${where}.${marketDay?.isClosed ? ` ${DAY_IS_CLOSED}` : ''}`
}

function describeMoney({ refunded, testMode }: Receipt): string {
  const back = refunded > 0 ? `${formatDollars(toCents(refunded))} went back to your card.` : ''
  return [back, testMode ? 'It is a test order: no money moved.' : ''].filter(Boolean).join(' ')
}
