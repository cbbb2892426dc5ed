import { ORDER_STATUS, ORDER_STATUSES } from '#contract/orders/order-status.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatDay } from '#contract/time/date-format.ts'
import {
  dollarsIn,
  listIn,
  numberIn,
  numberOf,
  rowsIn,
  type Sentence,
  type Sentences,
  type State,
  textIn,
} from '../shared/recorded-state.ts'

const ofOrder =
  (what: Sentence): Sentence =>
  (entry, dates) =>
    `Order ${numberOf(entry)}${what(entry, dates)}`

export const ORDER_SENTENCES = {
  'order written-down': ofOrder(({ after }) => {
    const way = textIn(after, 'paidBy')
    return ` written down: ${dollarsIn(after, 'total')}, ${way === '' ? 'not paid yet' : `paid by ${way}`}`
  }),
  'order changed': ofOrder(() => ' changed'),
  'order undone': ofOrder(
    ({ before, after }) => ` set back from ${statusIn(before)} to ${statusIn(after)}`,
  ),
  'order cancelled': ofOrder(() => ' canceled by its buyer'),
  'order contact-changed': ofOrder(
    ({ after }) => `: customer’s ${formatList(listIn(after, 'fields'))} corrected`,
  ),
  'order goods-changed': ofOrder(
    ({ after }) => ` changed${after?.by === 'buyer' ? ' by its buyer' : ''}${changesIn(after)}`,
  ),
  'order refunded': ofOrder(
    ({ after }) => `: ${dollarsIn(after, 'amount')} refunded${becauseOf(after)}`,
  ),
  'order kept': ofOrder(
    ({ after }) => ` not picked up, kept until ${formatDay(textIn(after, 'until'))}`,
  ),
  'order given away': ofOrder(() => ' not picked up, given away'),
  'order settled': ofOrder(({ after }) =>
    after?.isSettled === false ? ' is open again' : ' settled by phone',
  ),
  'order invited': ofOrder(() => ': a link to add to it was emailed'),
  'order called': ofOrder(({ after }) =>
    after?.isCalled === false ? ': the call is still to make' : ': the customer was called',
  ),
  'order disputed': ofOrder(() => ': the customer disputed the charge'),
  'order dispute ended': ofOrder(({ after }) =>
    textIn(after, 'outcome') === 'lost'
      ? ': the dispute was lost, and the bank took the money back'
      : ': the dispute was won',
  ),
  'order erased': ofOrder(() => ': customer erased'),
  'orders exported': () => 'Orders downloaded as CSV',
  'refund retried': () => 'A refund that had failed was sent again',
  'refund shrunk': ({ before, after }) => {
    const refund = `A refund of ${dollarsIn(before, 'amount')}`
    return after === null
      ? `${refund} was dropped: nothing was left to give back`
      : `${refund} became ${dollarsIn(after, 'amount')}: no more was left to give back`
  },
  'missed deleted': () => 'An order that could not be kept was ticked off',
} as const satisfies Sentences

function statusIn(state: State): string {
  const known = ORDER_STATUSES.find((status) => status === state?.status)
  return known ? ORDER_STATUS[known].label.toLowerCase() : 'another status'
}

function becauseOf(after: State): string {
  const reason = textIn(after, 'reason')
  return reason === '' ? '' : ` (“${reason}”)`
}

/** `: 1 × Eggs taken out and 1 × Beets added; $2.50 goes back` */
function changesIn(after: State): string {
  const goods = rowsIn(after, 'lines').map((line) => {
    const units = numberIn(line, 'units')
    return `${Math.abs(units)} × ${textIn(line, 'name')} ${units < 0 ? 'taken out' : 'added'}`
  })
  const day = textIn(after, 'day')
  const moved = day === '' ? [] : [`moved to ${textIn(after, 'place')} on ${formatDay(day)}`]
  const back = numberIn(after, 'refunded') > 0 ? [`${dollarsIn(after, 'refunded')} goes back`] : []
  const parts = [...(goods.length > 0 ? [formatList(goods)] : []), ...moved, ...back]
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`
}
