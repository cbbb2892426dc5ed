import { formatMoney } from '#contract/money/money.ts'
import type { Goods } from '#contract/orders/order-changes.ts'
import type { ShortDraft, ShortOrder, ShortPlan, ShortTotals } from '#contract/packing/packing.ts'
import { MAX_UNITS } from '#contract/products/unit-counts.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'

export type Short = { productId: number; name: string; have: number }

export type ShortForm = {
  rule: ShortDraft['rule']
  gets: Record<number, string>
  substituteId: number | 'none' | null
  refundInstead: number[]
  called: number[]
  goods: Goods
  takesOff: boolean | null
  reason: string
}

export const NOTHING_DECIDED: ShortForm = {
  rule: 'fair',
  gets: {},
  substituteId: null,
  refundInstead: [],
  called: [],
  goods: 'missing',
  takesOff: null,
  reason: 'The harvest was smaller than we hoped.',
}

export const RULES = [
  ['fair', 'Fair share'],
  ['first', 'Who ordered first'],
  ['own', 'I decide'],
] as const

export const WHERE = [
  ['missing', 'Gone'],
  ['sellable', 'Can still be sold'],
] as const

/** Missing goods are gone for everyone else too, unless the farmer says otherwise. */
export function takesOff({ takesOff, goods }: ShortForm): boolean {
  return takesOff ?? goods === 'missing'
}

export function unitsOf(typed: string): number | null {
  const units = typedNumber(typed)
  return Number.isInteger(units) && units >= 0 && units <= MAX_UNITS ? units : null
}

export function wrongUnits({ rule, gets }: ShortForm): string | null {
  const isWrong = rule === 'own' && Object.values(gets).some((typed) => unitsOf(typed) === null)
  return isWrong ? 'Please enter whole numbers.' : null
}

export function draftOf(form: ShortForm, short: Short, id: string): ShortDraft {
  const { rule, gets, substituteId, refundInstead, called, goods } = form
  const typed = Object.entries(gets).map(([orderId, text]) => ({
    orderId: Number(orderId),
    units: unitsOf(text) ?? 0,
  }))
  return {
    id,
    productId: short.productId,
    have: short.have,
    rule,
    goods,
    refundInstead,
    called,
    ...(rule === 'own' ? { gets: typed } : {}),
    ...(substituteId === null
      ? {}
      : { substituteId: substituteId === 'none' ? null : substituteId }),
    takesOff: takesOff(form),
    reason: '',
  }
}

export function decideOwn(form: ShortForm, { orders }: ShortPlan): ShortForm {
  if (form.rule === 'own') return form
  const gets = orders.map(({ id, gets: units }) => [id, String(units)])
  return { ...form, rule: 'own', gets: Object.fromEntries(gets) }
}

export function toggled(ids: readonly number[], id: number): number[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
}

export function isNobodyShort({ orders }: ShortPlan): boolean {
  return orders.every(({ outcome }) => outcome === 'all' || outcome === 'left')
}

/** `$3.50 back`, `gets all`: what becomes of an order. */
export function formatOutcome(order: ShortOrder): string {
  const { outcome, refunded, forgone, toGiveBack, lessDue } = order
  if (outcome === 'all') return 'gets all'
  if (outcome === 'left') return 'has it already'
  if (outcome === 'waits') return 'Wants a call first'
  const sums = [
    refunded > 0 && `${formatMoney(refunded)} back`,
    toGiveBack > 0 && `give back ${formatMoney(toGiveBack)}`,
    lessDue > 0 && `${formatMoney(lessDue)} less to pay`,
  ].filter((text) => text !== false)
  const back = sums.length > 0 ? sums.join(', ') : 'no money back'
  const not = forgone > 0 ? `, ${formatMoney(forgone)} cannot go back to the card` : ''
  return outcome === 'ended' ? `Nothing left: canceled, ${back}` : `${back}${not}`
}

const many = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** `2 emails · $4.00 back · 2 × Kale · 1 call` */
export function formatTotals(totals: ShortTotals, substitute: string | undefined): string {
  const { changed, mails, refunded, substituted, ended, takenOff, calls } = totals
  const parts = [
    changed > mails && `${many(changed, 'order')} changed`,
    mails > 0 && many(mails, 'email'),
    refunded > 0 && `${formatMoney(refunded)} back`,
    substituted > 0 && `${substituted} × ${substitute ?? 'something similar'}`,
    ended > 0 && `${many(ended, 'order')} canceled`,
    takenOff > 0 && `${takenOff} taken off the shop`,
    calls > 0 && many(calls, 'call'),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' · ') : 'Nothing changes'
}
