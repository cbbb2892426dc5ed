import { dollarsOf } from '#contract/plain-dollars.ts'
import type { ShortDraft, ShortTotals, ShortPlan as ShownPlan } from '#contract/short-harvest.ts'
import type { Shop } from '#server/shop.ts'
import type { PlannedOrder, ShortPlan } from './plan-short.ts'
import type { ShortFacts, ShortProduct } from './short-facts.ts'

const MAX_OFFERS = 60

type PlannedShort = { facts: ShortFacts; plan: ShortPlan }

export function showShort({ facts, plan }: PlannedShort, draft: ShortDraft, shop: Shop): ShownPlan {
  return {
    productName: facts.product.name,
    need: plan.need,
    orders: plan.orders.map((planned) => ({
      id: planned.order.id,
      customerName: planned.order.customer_name,
      phone: planned.order.customer_phone,
      ifShort: planned.order.if_short,
      ordered: planned.order.line.quantity,
      gets: planned.gets,
      outcome: planned.outcome,
      substituteUnits: planned.substituteUnits,
      refunded: dollarsOf(planned.refunded),
      forgone: dollarsOf(planned.forgone),
      isTold: isNotified(planned, shop),
    })),
    substitute: plan.substitute && showOffer(plan.substitute),
    offers: plan.offers.slice(0, MAX_OFFERS).map(showOffer),
    offered: plan.offered,
    totals: totalsOf({ facts, plan }, draft, shop),
    confirm: plan.hash,
  }
}

function isNotified({ order, outcome }: PlannedOrder, { mail }: Shop): boolean {
  const isChanged = outcome === 'fewer' || outcome === 'ended'
  return isChanged && mail !== null && order.customer_email !== ''
}

export function totalsOf(
  { plan }: PlannedShort,
  { takesOff }: ShortDraft,
  shop: Shop,
): ShortTotals {
  const count = (isCounted: (planned: PlannedOrder) => boolean) =>
    plan.orders.filter(isCounted).length
  const sum = (figure: (planned: PlannedOrder) => number) =>
    plan.orders.reduce((total, planned) => total + figure(planned), 0)
  return {
    changed: count(({ outcome }) => outcome === 'fewer'),
    ended: count(({ outcome }) => outcome === 'ended'),
    refunded: dollarsOf(sum(({ refunded }) => refunded)),
    mails: count((planned) => isNotified(planned, shop)),
    substituted: sum(({ substituteUnits }) => substituteUnits),
    calls: count(({ outcome }) => outcome === 'waits'),
    takenOff: takesOff ? plan.offered : 0,
  }
}

function showOffer({ id, name, price_cents, stock }: ShortProduct) {
  return { productId: id, name, price: dollarsOf(price_cents), stock }
}
