import type { DeskCalendar } from '#contract/calendar.ts'
import { formatDay } from '#contract/date-format.ts'
import { cents, formatDollars, toCents } from '#contract/money.ts'
import type { DecidedNoShow, MissedDay, NoShow, NoShowDecision } from '#contract/no-shows.ts'
import { formatHours } from '#contract/wall-time.ts'
import type { ToolOptions } from '../shared/toolbar.tsx'

export type TypedDecision = {
  decision: NoShowDecision | null
  keepUntil: string
  moveTo: string
  goods: 'sellable' | 'missing'
  message: string | null
}

export const NOTHING_CHOSEN: TypedDecision = {
  ...{ decision: null, keepUntil: '', moveTo: '', goods: 'missing', message: null },
}

export const CHOICES: readonly { decision: NoShowDecision; label: string; note: string }[] = [
  { decision: 'keep', label: 'Keep it', note: 'Until a day that you choose.' },
  {
    decision: 'next_day',
    label: 'Next market',
    note: 'It is an order of another market day then.',
  },
  {
    decision: 'give_away',
    label: 'Give away',
    note: 'The goods are gone, and what was paid stays.',
  },
  {
    decision: 'cancel',
    label: 'Cancel and give the money back',
    note: 'The only choice that refunds.',
  },
]

export function daysToMove(day: MissedDay, calendar: DeskCalendar | undefined): ToolOptions {
  const places = new Map(calendar?.places.map((place) => [place.id, place]))
  const open = (calendar?.days ?? []).flatMap((one) => {
    const place = places.get(one.placeId)
    if (place?.kind !== 'pickup' || one.state === 'closed' || one.id === day.id) return []
    const label = `${formatDay(one.day)}, ${formatHours(one)} · ${place.name}`
    return [{ id: String(one.id), label, isSame: place.name === day.placeName }]
  })
  const sorted = open.toSorted((one, other) => Number(other.isSame) - Number(one.isSame))
  return sorted.map(({ id, label }) => [id, label])
}

export function suggestedMessage(typed: TypedDecision, day: MissedDay, moveLabel: string): string {
  const missed = `We had your order ready on ${formatDay(day.day)}, but nobody picked it up.`
  const { decision, keepUntil } = typed
  if (decision === 'keep' && keepUntil)
    return `${missed} We keep it for you until ${formatDay(keepUntil)}. Please tell us when you come.`
  if (decision === 'next_day' && moveLabel)
    return `${missed} We bring it again on ${moveLabel.replace(' · ', ', ')}.`
  if (decision === 'give_away')
    return `${missed} Fresh food does not keep, so we gave it to people who can use it.`
  if (decision === 'cancel') return `${missed} We cancelled it, and you get your money back.`
  return ''
}

const SAVE: Record<NoShowDecision, string> = {
  keep: 'Keep it',
  next_day: 'Move it',
  give_away: 'Give it away',
  cancel: 'Cancel the order',
}

export function saveLabel({ decision }: TypedDecision): string {
  return decision === null ? 'Save' : SAVE[decision]
}

export function effectsOf(plan: DecidedNoShow, typed: TypedDecision, order: NoShow): string[] {
  const paid = toCents(order.left) + toCents(order.paidByHand)
  const effects: Record<NoShowDecision, string[]> = {
    keep: [
      `Order #${order.id} is kept until ${formatDay(typed.keepUntil || '2026-01-01')}. After that day you are asked again.`,
    ],
    next_day: [
      `Order #${order.id} is on that day’s lists.`,
      ...(plan.most === null
        ? []
        : [`That day is full. With this order it has ${plan.most} boxes, more than you set.`]),
      ...(plan.overLimits ?? []).map(
        ({ name, units, most }) =>
          `${name}: with this order that day has ${units}, more than the ${most} you set.`,
      ),
    ],
    give_away: [
      `Order #${order.id} is over. Its goods do not come back for sale.`,
      paid > 0
        ? `The ${formatDollars(cents(paid))} that was paid stays with you.`
        : 'Nothing was paid for it.',
    ],
    cancel: [
      ...cancelledMoney(plan, order),
      typed.goods === 'sellable'
        ? 'Its goods are for sale again.'
        : 'Its goods are missing, and do not come back for sale.',
    ],
  }
  return typed.decision === null ? [] : effects[typed.decision]
}

function cancelledMoney({ refunded }: DecidedNoShow, { paidByHand }: NoShow): string[] {
  if (refunded > 0) return [`${formatDollars(toCents(refunded))} goes back to the card.`]
  if (paidByHand === 0) return ['Nothing was paid for it, so no money goes back.']
  const paid = formatDollars(toCents(paidByHand))
  return [`${paid} was paid without a card. Please give it back by hand, and note it at the order.`]
}
