import type { DeskCalendar } from '#contract/calendar/calendar.ts'
import type { DecidedNoShow, MissedDay, NoShow, NoShowDecision } from '#contract/market/no-shows.ts'
import { cents, formatDollars, formatMoney, toCents } from '#contract/money/money.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import type { ToolOptions } from '../shared/toolbar.tsx'

export type TypedDecision = {
  decision: NoShowDecision | null
  keepUntil: string
  moveTo: string
  goods: 'sellable' | 'missing'
  message: string | null
  refusesPickupPay: boolean
}

export const NOTHING_CHOSEN: TypedDecision = {
  decision: null,
  keepUntil: '',
  moveTo: '',
  goods: 'missing',
  message: null,
  refusesPickupPay: false,
}

export const CHOICES: Record<NoShowDecision, Record<'label' | 'note' | 'save', string>> = {
  keep: { label: 'Keep it', note: 'Until a day that you choose.', save: 'Keep it' },
  next_day: {
    label: 'Next market',
    note: 'Moves it to another market day.',
    save: 'Move it',
  },
  give_away: {
    label: 'Give away',
    note: 'The goods are gone, and what was paid stays.',
    save: 'Give it away',
  },
  cancel: {
    label: 'Cancel and give the money back',
    note: 'The only choice that refunds.',
    save: 'Cancel the order',
  },
}

export function daysToMove(
  day: MissedDay,
  calendar: DeskCalendar | undefined,
  now: Date,
): ToolOptions {
  const places = new Map(calendar?.places.map((place) => [place.id, place]))
  const open = (calendar?.days ?? []).flatMap((one) => {
    const place = places.get(one.placeId)
    if (place?.kind !== 'pickup' || one.state === 'closed' || one.id === day.id) return []
    if (one.closesAt <= now.toISOString()) return []
    const label = `${formatDay(one.day)}, ${formatHours(one)} · ${place.name}`
    return [{ id: String(one.id), label, isSame: place.name === day.placeName }]
  })
  const sorted = open.toSorted((one, other) => Number(other.isSame) - Number(one.isSame))
  return sorted.map(({ id, label }) => [id, label])
}

type Suggesting = { typed: TypedDecision; day: MissedDay; order: NoShow; moveLabel: string }

export function suggestedMessage({ typed, day, order, moveLabel }: Suggesting): string {
  const missed = `We had your order ready on ${formatDay(day.day)}, but nobody picked it up.`
  const { decision, keepUntil } = typed
  if (decision === 'keep' && keepUntil)
    return `${missed} We’ll keep it for you until ${formatDay(keepUntil)}. Please tell us when you’ll come by.`
  if (decision === 'next_day' && moveLabel)
    return `${missed} We’ll bring it again on ${moveLabel.replace(' · ', ', ')}.`
  if (decision === 'give_away')
    return `${missed} Fresh food does not keep, so we gave it to people who can use it.`
  if (decision === 'cancel')
    return `${missed} We canceled it${paidCents(order) > 0 ? ', and you’ll get your money back' : ''}.`
  return ''
}

function paidCents({ left, paidByHand }: NoShow): number {
  return toCents(left) + toCents(paidByHand)
}

export type NamedDecision = TypedDecision & { moveLabel: string }

export function effectsOf(plan: DecidedNoShow, typed: NamedDecision, order: NoShow): string[] {
  return typed.decision === null ? [] : EFFECTS[typed.decision](order, plan, typed)
}

type Effects = (order: NoShow, plan: DecidedNoShow, typed: NamedDecision) => string[]

const EFFECTS: Record<NoShowDecision, Effects> = {
  keep: (order, _, { keepUntil }) => [
    `Order #${order.id} is kept until ${formatDay(keepUntil)}. After that day you are asked again.`,
  ],
  next_day: (order, plan, { moveLabel }) => [
    `Order #${order.id} is on the lists of ${moveLabel.replace(' · ', ', ')}.`,
    ...(order.isPacked
      ? ['Its box counts as packed there. To pack it afresh, undo that on the pack list.']
      : []),
    ...(plan.most === null
      ? []
      : [`That day is full. With this order it has ${plan.most} boxes, more than you set.`]),
    ...(plan.overLimits ?? []).map(
      ({ name, units, most }) =>
        `${name}: with this order that day has ${units}, more than the ${most} you set.`,
    ),
  ],
  give_away: (order) => [
    `Order #${order.id} is over. Its goods do not come back for sale.`,
    paidCents(order) > 0
      ? `The ${formatDollars(cents(paidCents(order)))} that was paid stays with you.`
      : 'Nothing was paid for it.',
  ],
  cancel: (order, plan, { goods }) => [
    ...cancelledMoney(plan, order),
    goods === 'sellable'
      ? 'Its goods are for sale again.'
      : 'Its goods are gone, and do not come back for sale.',
  ],
}

function cancelledMoney({ refunded }: DecidedNoShow, { paidByHand }: NoShow): string[] {
  if (refunded > 0) return [`${formatMoney(refunded)} goes back to the card.`]
  if (paidByHand === 0) return ['Nothing was paid for it, so no money goes back.']
  const paid = formatMoney(paidByHand)
  return [`${paid} was paid without a card. Please give it back by hand, and note it at the order.`]
}
