import { standingCentsOf, standingOf } from '#contract/standing.ts'
import { TENDER_KINDS, type TenderKind, tenderKindOf } from '#contract/tender-kinds.ts'
import type { FigureParts, SalesMoney } from '#server/db/tables/analytics.ts'
import type { CardMove, FigureOrder, FigureRows, FigureTender } from './figure-rows.ts'
import type { OrderLine } from './sum-sales.ts'

type Read = {
  orders: readonly FigureOrder[]
  lines: readonly OrderLine[]
  tenders: readonly FigureTender[]
  dayOf: (instant: string) => string
}

/**
 * What the orders of a block brought, on the day of their pickup, and their card money on the day it
 * moved. Of each order goods + delivery + refund + unpaid + kept is what was taken for it.
 */
export function sumFigures({ orders, lines, tenders, dayOf }: Read): FigureRows {
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  const tendersOf = Map.groupBy(tenders, ({ order_id }) => order_id)
  const sums = new Map<string, FigureRows['orders'][number]>()
  const goods = new Map<string, FigureRows['goods'][number]>()
  for (const order of orders) {
    const key = {
      day: order.day ?? order.pickup_date ?? dayOf(order.created_at),
      place_id: order.place_id ?? 0,
      money: order.money,
    }
    const own = order.status === 'cancelled' ? [] : (linesOf.get(order.id) ?? [])
    add(sums, { ...key, ...partsOf(order, own, tendersOf.get(order.id) ?? []) })
    for (const line of own) {
      const [units, cents] = [standingOf(line), standingCentsOf(line)]
      if (units > 0) add(goods, { ...key, product_id: line.product_id, units, cents })
    }
  }
  const cards = new Map<string, FigureRows['cards'][number]>()
  for (const order of orders) for (const move of movesOf(order, dayOf)) add(cards, move)
  return {
    orders: [...sums.values()],
    goods: [...goods.values()],
    cards: [...cards.values()],
  }
}

function partsOf(
  order: FigureOrder,
  lines: readonly OrderLine[],
  tenders: readonly FigureTender[],
): FigureParts {
  const isCounted = order.status !== 'cancelled'
  const delivery = isCounted ? order.delivery_cents : 0
  const ways = waysOf(order, tenders)
  const worth = lines.reduce((sum, line) => sum + standingCentsOf(line), delivery)
  const difference = TENDER_KINDS.reduce((sum, kind) => sum + ways[kind], 0) - worth
  const refund = -Math.min(Math.max(0, -difference), order.refunded)
  return {
    orders: isCounted ? 1 : 0,
    delivery_cents: delivery,
    refund_cents: refund,
    unpaid_cents: Math.min(0, difference) - refund,
    kept_cents: Math.max(0, difference),
    card_cents: ways.card,
    cash_cents: ways.cash,
    check_cents: ways.check,
    other_cents: ways.other,
  }
}

function waysOf(order: FigureOrder, tenders: readonly FigureTender[]): Record<TenderKind, number> {
  const ways = { card: order.captured - order.refunded, cash: 0, check: 0, other: 0 }
  for (const tender of tenders) ways[tenderKindOf(tender)] += tender.amount_cents
  return ways
}

function movesOf(order: FigureOrder, dayOf: Read['dayOf']): CardMove[] {
  const { money, captured, fee_cents, refunds } = order
  if (money === 'none') return []
  const move = (instant: string, cents: Partial<CardMove>): CardMove => {
    const none = { taken_cents: 0, given_cents: 0, fee_cents: 0, untold: 0 }
    return { day: dayOf(instant), money, ...none, ...cents }
  }
  const taken = move(order.captured_at ?? order.created_at, {
    taken_cents: captured,
    fee_cents: fee_cents ?? 0,
    untold: fee_cents === null ? 1 : 0,
  })
  const given = refunds.map((refund) => move(refund.at, { given_cents: refund.cents }))
  return captured > 0 ? [taken, ...given] : given
}

type Key = { day: string; money: SalesMoney; place_id?: number; product_id?: number }

function add<Row extends Key>(sums: Map<string, Row>, row: Row): void {
  const key = `${row.day} ${row.money} ${row.place_id} ${row.product_id}`
  const known = sums.get(key)
  sums.set(key, known ? addUp(known, row) : row)
}

const KEYS: ReadonlySet<string> = new Set(['day', 'money', 'place_id', 'product_id'])

function addUp<Row extends Key>(one: Row, other: Row): Row {
  const sums = Object.entries(other).filter(([name]) => !KEYS.has(name))
  const more = new Map<string, unknown>(Object.entries(one))
  for (const [name, value] of sums) more.set(name, Number(more.get(name)) + Number(value))
  return { ...one, ...Object.fromEntries(more) }
}
