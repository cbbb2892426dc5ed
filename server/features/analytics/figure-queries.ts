import { type SqlBool, sql } from 'kysely'
import type { FigureParts, SalesMoney } from '#server/db/tables/analytics.ts'
import type { Db } from '#server/db/tables.ts'
import type { CardMove } from './figure-rows.ts'
import type { Span } from './period-days.ts'

export type FigureScope = Span & { money: SalesMoney }

export type PartsRow = FigureParts & { day: string; place_id: number }
export type GoodsRow = { product_id: number; units: number; cents: number }

const PARTS = [
  ...(['orders', 'delivery_cents', 'refund_cents', 'unpaid_cents', 'kept_cents'] as const),
  ...(['card_cents', 'cash_cents', 'check_cents', 'other_cents'] as const),
] as const satisfies (keyof FigureParts)[]

/** Stored sums of blocks that count; what is stale or not filled yet is no part of them. */
const IS_FRESH = sql<SqlBool>`block not in (
  select block from stale_sales union select block from figures_to_fill)`

export function readStoredParts(db: Db, { from, to, money }: FigureScope): Promise<PartsRow[]> {
  return db
    .selectFrom('figure_orders')
    .select(['day', 'place_id'])
    .select((row) => PARTS.map((part) => row.fn.sum<number>(part).as(part)))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('money', 'in', [money, 'none'])
    .where(IS_FRESH)
    .groupBy(['day', 'place_id'])
    .execute()
}

export function readStoredGoods(db: Db, { from, to, money }: FigureScope): Promise<GoodsRow[]> {
  return db
    .selectFrom('figure_goods')
    .select('product_id')
    .select((row) => row.fn.sum<number>('units').as('units'))
    .select((row) => row.fn.sum<number>('cents').as('cents'))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('money', 'in', [money, 'none'])
    .where(IS_FRESH)
    .groupBy('product_id')
    .execute()
}

export function readStoredCards(db: Db, { from, to, money }: FigureScope): Promise<CardMove[]> {
  return db
    .selectFrom('figure_cards')
    .select(['day', 'money'])
    .select((row) => [
      row.fn.sum<number>('taken_cents').as('taken_cents'),
      row.fn.sum<number>('given_cents').as('given_cents'),
      row.fn.sum<number>('fee_cents').as('fee_cents'),
      row.fn.sum<number>('untold').as('untold'),
    ])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('money', '=', money)
    .where(IS_FRESH)
    .groupBy(['day', 'money'])
    .execute()
}

/** What the farmer wrote down about the stock, and did not undo, by product and reason. */
export function readJournalSums(db: Db, { start, end }: { start: string; end: string }) {
  return db
    .selectFrom('stock_movements as movement')
    .select(['product_id', 'reason'])
    .select((row) => row.fn.sum<number>('delta').as('units'))
    .where(sql<SqlBool>`movement.reason in ('harvest', 'waste', 'gift', 'missing', 'counted')`)
    .where('movement.at', '>=', start)
    .where('movement.at', '<', end)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stock_movements as undo')
            .select('undo.id')
            .whereRef('undo.undoes_id', '=', 'movement.id'),
        ),
      ),
    )
    .groupBy(['product_id', 'reason'])
    .execute()
}
