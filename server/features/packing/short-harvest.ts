import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import { cents } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import {
  type ShortDraft,
  type ShortTotals,
  type ShortPlan as ShownPlan,
  shortTotals,
} from '#contract/packing/packing.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, type Emit, snapshot, write } from '#server/db/write.ts'
import { applyPlan } from '#server/features/orders/change-order.ts'
import { endOrder, giveAllBack } from '#server/features/orders/change-order-status.ts'
import { inOrder } from '#server/features/orders/move-order.ts'
import { type LockedOrder, lockOrderAndPayment } from '#server/features/orders/order-queries.ts'
import { adjustStock } from '#server/features/stock/move-stock.ts'
import { lockProducts } from '#server/features/stock/stock-queries.ts'
import type { Shop } from '#server/shop.ts'
import { type ListRequest, readScope } from './list-scope.ts'
import {
  type PlannedOrder,
  planShort,
  readShortFacts,
  type ShortFacts,
  type ShortPlan,
  type ShortProduct,
} from './plan-short.ts'

/** @throws Refusal as `shareHarvest` does */
export function previewShort(shop: Shop, request: ListRequest, draft: ShortDraft) {
  return snapshot(shop.db, async (db) => {
    const its = await readPlan(db, request, draft)
    return { done: null, plan: showShort(its, draft, shop) }
  })
}

async function readPlan(db: Db, request: ListRequest, draft: ShortDraft) {
  const facts = await readShortFacts(db, await readScope(db, request), draft.productId)
  return { facts, plan: planShort(draft, facts) }
}

/**
 * Shares out a short harvest in one transaction: fewer units, substitutes, refunds, emails, emptied
 * orders, and what stays for sale. Refused if the plan differs from the preview. Repeating the ID
 * has no effect.
 * @throws Refusal 'plan-changed', 'not-now', 'not-found', 'invalid', 'sold-out'
 */
export async function shareHarvest(shop: Shop, request: ListRequest, draft: ShortDraft) {
  const { answer, paymentIds } = await write(shop.db, (tx, emit) =>
    shareInside(tx, emit, { shop, request, draft, at: shop.now() }),
  )
  if (paymentIds.length > 0) void shop.later('give money back', () => giveAllBack(shop, paymentIds))
  shop.sendMails()
  return answer
}

type ShareRequest = { shop: Shop; request: ListRequest; draft: ShortDraft; at: Date }

async function shareInside(tx: Db, emit: Emit, { shop, request, draft, at }: ShareRequest) {
  const seen = await readPlanAgain(tx, request, draft)
  const ids = seen.facts.orders.map(({ id }) => id)
  const locked = await lockOrders(tx, ids, at)
  // Every order locks stock first, so no new order for these products can arrive from here on.
  const { substitute } = seen.plan
  await lockProducts(tx, [draft, ...(substitute ? [{ productId: substitute.id }] : [])])
  const known = await findDone(tx, draft)
  // Sees everything ordered, canceled or moved before the locks were taken.
  const { facts, plan } = await readPlanAgain(tx, request, draft)
  const shown = showShort({ facts, plan }, draft, shop)
  if (known) return { answer: { done: known, plan: shown }, paymentIds: [] }
  if (plan.hash !== draft.confirm) throw planChanged()
  checkPayments(locked, plan)
  await applyShort(tx, emit, { draft, plan, locked, notifies: shop.mail !== null, at })
  const done = shown.totals
  const product = shown.productName
  const after = { operation: draft.id, day: request.day, product, have: draft.have, ...done }
  const change = { action: 'shared', subject: subjectOf(draft), before: null, after } as const
  await recordChange(tx, change, at)
  const paymentIds = [...locked.values()].flatMap(({ payment }) => payment?.id ?? [])
  return { answer: { done, plan: shown }, paymentIds: done.refunded > 0 ? paymentIds : [] }
}

/**
 * The preview found the input valid, so refusing a `gets` field now means the plan changed.
 * @throws Refusal as `shareHarvest` does
 */
async function readPlanAgain(tx: Db, request: ListRequest, draft: ShortDraft) {
  try {
    return await readPlan(tx, request, draft)
  } catch (error) {
    throw error instanceof Refusal && error.field?.startsWith('gets') ? planChanged() : error
  }
}

function planChanged(): Refusal {
  return new Refusal(
    'plan-changed',
    'Orders or stock changed meanwhile. Please look at it again: what you entered is still here.',
  )
}

/** @throws Refusal 'not-now' */
function checkPayments(locked: ReadonlyMap<number, LockedOrder>, { orders }: ShortPlan): void {
  const touched = orders.filter(({ outcome }) => outcome === 'fewer' || outcome === 'ended')
  const waiting = touched.find(({ order }) => {
    const state = locked.get(order.id)?.payment?.state
    return state === 'capturing' || state === 'canceling'
  })
  if (!waiting) return
  const message = `The payment for order #${waiting.order.id} is still processing. Try again in a minute.`
  throw new Refusal('not-now', message, { retryAfter: 60 })
}

function subjectOf({ productId }: ShortDraft): `short:${number}` {
  return `short:${productId}`
}

const recorded = z.extend(shortTotals, { operation: z.string() })

async function findDone(tx: Db, draft: ShortDraft): Promise<ShortTotals | null> {
  const entries = await tx
    .selectFrom('audit')
    .select('after')
    .where('subject', '=', subjectOf(draft))
    .execute()
  const done = entries
    .flatMap(({ after }) => z.safeParse(recorded, after).data ?? [])
    .find(({ operation }) => operation === draft.id)
  if (!done) return null
  const { operation: _, ...totals } = done
  return totals
}

const MAX_OFFERS = 60

type PlannedShort = { facts: ShortFacts; plan: ShortPlan }

function showShort({ facts, plan }: PlannedShort, draft: ShortDraft, shop: Shop): ShownPlan {
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
      toGiveBack: dollarsOf(planned.toGiveBack),
      lessDue: dollarsOf(planned.lessDue),
      isTold: isNotified(planned, shop),
    })),
    substitute: plan.substitute && showOffer(plan.substitute),
    offers: plan.offers.slice(0, MAX_OFFERS).map(showOffer),
    offered: plan.offered,
    totals: totalsOf(plan, draft, shop),
    confirm: plan.hash,
  }
}

function isNotified({ order, outcome }: PlannedOrder, { mail }: Shop): boolean {
  const isChanged = outcome === 'fewer' || outcome === 'ended'
  return isChanged && mail !== null && order.customer_email !== ''
}

function totalsOf(plan: ShortPlan, { takesOff }: ShortDraft, shop: Shop): ShortTotals {
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

async function lockOrders(
  tx: Db,
  ids: readonly number[],
  at: Date,
): Promise<Map<number, LockedOrder>> {
  const locked = new Map<number, LockedOrder>()
  for (const id of inOrder(ids)) locked.set(id, await lockOrderAndPayment(tx, id, at))
  return locked
}

type Short = {
  draft: ShortDraft
  plan: ShortPlan
  locked: ReadonlyMap<number, LockedOrder>
  notifies: boolean
  at: Date
}

async function applyShort(tx: Db, emit: Emit, short: Short): Promise<void> {
  const { draft, plan, locked, at } = short
  for (const planned of plan.orders) {
    const its = locked.get(planned.order.id)
    if (planned.change && its) await giveFewer(tx, emit, { ...short, its, planned })
  }
  await storeCalls(tx, short)
  if (draft.takesOff && plan.offered > 0) {
    await adjustStock(tx, draft.productId, 0 - plan.offered, at, 'missing')
    emit({ kind: 'stock', productIds: [draft.productId] })
  }
  await endEmptied(tx, emit, short)
}

type OneOrder = Short & { its: LockedOrder; planned: PlannedOrder }

async function giveFewer(tx: Db, emit: Emit, one: OneOrder): Promise<void> {
  const { draft, its, planned, notifies, at } = one
  if (!planned.change) return
  const lines = planned.change.lines.map(({ productId, units, cents: amount, goods }) =>
    goods === null
      ? { productId, units, price: cents(amount / units) }
      : { productId, units, goods },
  )
  await applyPlan(tx, emit, {
    ...its,
    plan: { ...planned.change, refunded: cents(planned.refunded), delivery: 0, to: null },
    draft: {
      id: idOfPart(draft.id, its.order.id),
      lines,
      reason: draft.reason,
      notifiesBuyer: notifies,
    },
    by: 'short',
    at,
  })
}

async function endEmptied(tx: Db, emit: Emit, { draft, plan, locked, at }: Short): Promise<void> {
  const ended = plan.orders
    .filter(({ outcome }) => outcome === 'ended')
    .flatMap(({ order }) => locked.get(order.id) ?? [])
    .sort((one, other) => (one.order.market_day_id ?? 0) - (other.order.market_day_id ?? 0))
  const why = draft.reason ? { reason: draft.reason } : {}
  for (const its of ended)
    await endOrder(tx, emit, { ...its, goods: draft.goods, by: 'desk', at, ...why })
}

async function storeCalls(tx: Db, { draft, plan, at }: Short): Promise<void> {
  const ids = plan.orders.map(({ order }) => order.id)
  await tx
    .deleteFrom('short_calls')
    .where('product_id', '=', draft.productId)
    .where('order_id', 'in', ids)
    .execute()
  const waiting = plan.orders.filter(({ outcome }) => outcome === 'waits')
  const calls = waiting.map(({ order, gets }) => ({
    order_id: order.id,
    product_id: draft.productId,
    gets,
    at: at.toISOString(),
  }))
  if (calls.length > 0) await tx.insertInto('short_calls').values(calls).execute()
}

/** A UUIDv8 for one order's part of the change, always the same for the same operation. */
function idOfPart(operation: string, orderId: number): string {
  const hex = createHash('sha256').update(`${operation} ${orderId}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5')
}
