import type { Cents } from '#contract/money/money.ts'
import { shareOf } from '#contract/money/standing.ts'
import { type SharingRule, shareShort } from '#contract/packing/share-short.ts'
import type { ShortDraft, ShortOutcome } from '#contract/packing/short-harvest.ts'
import { hashOfJson } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { hasLeft } from '#server/features/checkout/order-record.ts'
import { type PlannedChange, planChange } from '#server/features/orders/plan-change.ts'
import type { HoldingOrder, ShortFacts, ShortProduct } from './short-facts.ts'

export type PlannedOrder = {
  order: HoldingOrder
  gets: number
  outcome: ShortOutcome
  substituteUnits: number
  change: PlannedChange | null
  /** In cents. */
  refunded: number
  forgone: number
}

export type ShortPlan = {
  need: number
  orders: PlannedOrder[]
  substitute: ShortProduct | null
  offers: ShortProduct[]
  offered: number
  /** Ensures that what the farmer previewed is what gets done. */
  hash: string
}

/** @throws Refusal 'invalid' for impossible numbers, 'product-gone' */
export function planShort(draft: ShortDraft, { product, orders, others }: ShortFacts): ShortPlan {
  const need = orders.reduce((sum, { line }) => sum + line.quantity, 0)
  const gets = shareOut(draft, orders)
  const offers = mostSimilarFirst(others, product)
  const substitute = chooseSubstitute(draft, offers, product)
  let stock = substitute?.stock ?? 0
  const planned = orders.map((order, index) => {
    const missing = order.line.quantity - (gets[index] ?? 0)
    const substitutes = order.if_short === 'substitute' && !draft.refundInstead?.includes(order.id)
    const units = substitutes ? Math.min(missing, stock) : 0
    stock -= units
    const instead = substitute && units > 0 ? { product: substitute, units } : null
    return planOrder(draft, order, { missing, instead })
  })
  const plan = { need, orders: planned, substitute, offers, offered: product.stock }
  return { ...plan, hash: hashOfPlan(draft, plan) }
}

/**
 * Orders already handed out keep their goods; the others share the rest.
 * @throws Refusal 'invalid'
 */
function shareOut(draft: ShortDraft, orders: readonly HoldingOrder[]): number[] {
  if (draft.rule === 'own') return typedShares(draft, orders)
  const gone = orders.filter(hasLeft).reduce((sum, { line }) => sum + line.quantity, 0)
  const waiting = orders.filter((order) => !hasLeft(order))
  const quantities = waiting.map(({ line }) => line.quantity)
  const rule: SharingRule = draft.rule
  const shares = shareShort(rule, quantities, Math.max(0, draft.have - gone))
  const byId = new Map(waiting.map(({ id }, index) => [id, shares[index] ?? 0]))
  return orders.map(({ id, line }) => byId.get(id) ?? line.quantity)
}

function typedShares({ gets = [], have }: ShortDraft, orders: readonly HoldingOrder[]): number[] {
  const shares = orders.map((order) => {
    const index = gets.findIndex(({ orderId }) => orderId === order.id)
    const typed = gets[index]
    if (!typed || hasLeft(order)) return order.line.quantity
    if (typed.units > order.line.quantity)
      throw wrong(`#${order.id} ordered only ${order.line.quantity}.`, `gets.${index}.units`)
    return typed.units
  })
  const sum = shares.reduce((total, units) => total + units, 0)
  const gone = orders.filter(hasLeft).reduce((total, { line }) => total + line.quantity, 0)
  if (sum > Math.max(have, gone))
    throw wrong(`That is ${sum} in all, and there are only ${have}.`, 'gets')
  return shares
}

function wrong(message: string, field: string): Refusal {
  return new Refusal('invalid', message, { field })
}

function mostSimilarFirst(others: readonly ShortProduct[], product: ShortProduct): ShortProduct[] {
  const isOther = (one: ShortProduct) => (one.category === product.category ? 0 : 1)
  const distance = (one: ShortProduct) => Math.abs(one.price_cents - product.price_cents)
  return [...others].sort(
    (one, other) =>
      isOther(one) - isOther(other) || distance(one) - distance(other) || one.id - other.id,
  )
}

function chooseSubstitute(
  { substituteId }: ShortDraft,
  offers: readonly ShortProduct[],
  { category }: ShortProduct,
): ShortProduct | null {
  if (substituteId === null) return null
  if (substituteId === undefined) return offers.find((one) => one.category === category) ?? null
  const chosen = offers.find(({ id }) => id === substituteId)
  if (chosen) return chosen
  throw new Refusal('sold-out', 'The product to send instead is sold out.', {
    field: 'substituteId',
  })
}

type Share = { missing: number; instead: { product: ShortProduct; units: number } | null }

function planOrder(draft: ShortDraft, order: HoldingOrder, share: Share): PlannedOrder {
  const { missing, instead } = share
  const gets = order.line.quantity - missing
  const untouched = { order, gets, change: null, substituteUnits: 0, refunded: 0, forgone: 0 }
  if (hasLeft(order)) return { ...untouched, outcome: 'left' }
  if (missing === 0) return { ...untouched, outcome: 'all' }
  if (order.if_short === 'call' && !draft.called?.includes(order.id))
    return { ...untouched, outcome: 'waits' }
  const standing = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (standing === missing && !instead)
    return { ...untouched, outcome: 'ended', refunded: order.leftCents }
  const change = planFewer(draft, order, share)
  const refunded = Math.min(0 - change.delta, order.leftCents)
  const forgone = 0 - change.delta - refunded
  const substituteUnits = instead?.units ?? 0
  return { order, gets, outcome: 'fewer', substituteUnits, change, refunded, forgone }
}

/** A substitute costs at most what was agreed for the missing goods. */
function planFewer(
  { productId, goods }: ShortDraft,
  { line, lines }: HoldingOrder,
  { missing, instead }: Share,
): PlannedChange {
  const went = { productId, units: -missing, goods }
  if (!instead) return planChange([went], { standing: lines, offers: [], delivery: 0 })
  const { product, units } = instead
  const agreed = Math.floor(shareOf(line, missing) / missing)
  const price = Math.min(agreed, product.price_cents) as Cents
  return planChange([went, { productId: product.id, units, price }], {
    standing: lines,
    offers: [product],
    delivery: 0,
  })
}

function hashOfPlan(draft: ShortDraft, plan: Omit<ShortPlan, 'hash'>): string {
  const { productId, have, goods, takesOff } = draft
  const shown = [
    productId,
    have,
    goods,
    plan.substitute?.id ?? null,
    takesOff ? plan.offered : null,
    plan.orders.map(({ order, gets, outcome, substituteUnits, refunded, forgone }) => [
      order.id,
      order.line.quantity,
      order.state,
      order.if_short,
      gets,
      outcome,
      substituteUnits,
      refunded,
      forgone,
    ]),
  ]
  return hashOfJson(shown)
}
