import { type Cents, cents } from '#contract/money/money.ts'
import { shareOf } from '#contract/money/standing.ts'
import { MAX_SHORT_ORDERS, type ShortDraft, type ShortOutcome } from '#contract/packing/packing.ts'
import { shareShort } from '#contract/packing/share-short.ts'
import { hashOfJson } from '#server/core/hash.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import {
  hasLeft,
  type StandingLine,
  standingLineOf,
} from '#server/features/checkout/order-record.ts'
import {
  backFor,
  capturedLeft,
  moneyOf,
  PAID,
  REFUNDED,
  STANDING_UNITS,
  WORTH,
} from '#server/features/order-balance/order-balance.ts'
import { type PlannedChange, planChange } from '#server/features/orders/plan-change.ts'
import type { ListScope } from './list-scope.ts'

export type PlannedOrder = {
  order: HoldingOrder
  gets: number
  outcome: ShortOutcome
  substituteUnits: number
  change: PlannedChange | null
  /** In cents; the last two only where no card paid. */
  refunded: number
  forgone: number
  toGiveBack: number
  lessDue: number
}

export type ShortPlan = {
  need: number
  orders: PlannedOrder[]
  substitute: ShortProduct | null
  offers: ShortProduct[]
  offered: number
  /** Proves that what gets done is what the farmer previewed. */
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

/** Orders handed out keep their goods; the others share the rest. @throws Refusal 'invalid' */
function shareOut(draft: ShortDraft, orders: readonly HoldingOrder[]): number[] {
  if (draft.rule === 'own') return typedShares(draft, orders)
  const gone = orders.filter(hasLeft).reduce((sum, { line }) => sum + line.quantity, 0)
  const waiting = orders.filter((order) => !hasLeft(order))
  const quantities = waiting.map(({ line }) => line.quantity)
  const shares = shareShort(draft.rule, quantities, Math.max(0, draft.have - gone))
  const byId = new Map(waiting.map(({ id }, index) => [id, shares[index] ?? 0]))
  return orders.map(({ id, line }) => byId.get(id) ?? line.quantity)
}

function typedShares({ gets = [], have }: ShortDraft, orders: readonly HoldingOrder[]): number[] {
  const shares = orders.map((order) => {
    const index = gets.findIndex(({ orderId }) => orderId === order.id)
    const typed = gets[index]
    if (!typed || hasLeft(order)) return order.line.quantity
    if (typed.units > order.line.quantity)
      throw invalidField(`gets.${index}.units`, `#${order.id} ordered only ${order.line.quantity}.`)
    return typed.units
  })
  const sum = shares.reduce((total, units) => total + units, 0)
  const gone = orders.filter(hasLeft).reduce((total, { line }) => total + line.quantity, 0)
  if (sum > Math.max(have, gone))
    throw invalidField('gets', `That is ${sum} in all, and there are only ${have}.`)
  return shares
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
  const noMoney = { refunded: 0, forgone: 0, toGiveBack: 0, lessDue: 0 }
  const untouched = { order, gets, change: null, substituteUnits: 0, ...noMoney }
  if (hasLeft(order)) return { ...untouched, outcome: 'left' }
  if (missing === 0) return { ...untouched, outcome: 'all' }
  if (order.if_short === 'call' && !draft.called?.includes(order.id))
    return { ...untouched, outcome: 'waits' }
  const standing = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const money = moneyOf(order)
  if (standing === missing && !instead) {
    const toGiveBack = Math.max(0, money?.paid ?? 0)
    return { ...untouched, outcome: 'ended', refunded: order.leftCents, toGiveBack }
  }
  const change = planFewer(draft, order, share)
  const planned = { ...untouched, outcome: 'fewer', change } as const
  const less = cents(0 - change.delta)
  const substituteUnits = instead?.units ?? 0
  if (money) {
    const toGiveBack = backFor({ owed: less, left: money.paid, worth: money.worth })
    return { ...planned, substituteUnits, toGiveBack, lessDue: less - toGiveBack }
  }
  const refunded = Math.min(less, order.leftCents)
  return { ...planned, substituteUnits, refunded, forgone: less - refunded }
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
    plan.orders.map(({ order, gets, outcome, substituteUnits, ...money }) => [
      order.id,
      order.line.quantity,
      order.state,
      order.if_short,
      gets,
      outcome,
      substituteUnits,
      money.refunded,
      money.forgone,
      money.toGiveBack,
      money.lessDue,
    ]),
  ]
  return hashOfJson(shown)
}

export type ShortFacts = Awaited<ReturnType<typeof readShortFacts>>
export type ShortProduct = ShortFacts['product']
type HoldingOrder = ShortFacts['orders'][number]

/** @throws Refusal 'not-found', 'invalid' */
export async function readShortFacts(db: Db, scope: ListScope, productId: number) {
  const product = await selectProducts(db).where('id', '=', productId).executeTakeFirst()
  if (!product) throw new Refusal('not-found', 'There is no such product.', { field: 'productId' })
  const rows = await selectOrders(db, scope, productId)
  if (rows.length > MAX_SHORT_ORDERS)
    throw invalidField(
      'productId',
      `More than ${MAX_SHORT_ORDERS} orders include ${product.name}. Please do one place at a time.`,
    )
  const lines = await listLines(
    db,
    rows.map(({ id }) => id),
  )
  const orders = rows.flatMap((row) => {
    const own = lines.get(row.id) ?? []
    const line = own.find((one) => one.productId === productId)
    // `leftCents`: not refunded yet.
    return line ? [{ ...row, lines: own, line, leftCents: capturedLeft(row) }] : []
  })
  const others = selectProducts(db).where('archived_at', 'is', null).where('stock', '>', 0)
  return { product, orders, others: await others.where('id', '!=', productId).execute() }
}

function selectProducts(db: Db) {
  return db.selectFrom('products').select(['id', 'name', 'category', 'price_cents', 'stock'])
}

function selectOrders(db: Db, { orders, lines }: ListScope, productId: number) {
  return db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'orders.status', 'orders.has_left', 'orders.collected_at'])
    .select(['orders.customer_name', 'orders.customer_phone', 'orders.customer_email'])
    .select(['orders.if_short', 'payments.state', 'payments.captured_cents'])
    .select([WORTH.as('worth'), PAID.as('paid'), REFUNDED.as('refunded')])
    .where('order_items.product_id', '=', productId)
    .where(STANDING_UNITS, '>', 0)
    .where(lines)
    .where(orders)
    .orderBy('orders.id')
    .limit(MAX_SHORT_ORDERS + 1)
    .execute()
}

async function listLines(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number, StandingLine[]>> {
  const rows = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where(STANDING_UNITS, '>', 0)
    .orderBy('product_id')
    .execute()
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map([...byOrder].map(([id, own]) => [id, own.map(standingLineOf)]))
}
