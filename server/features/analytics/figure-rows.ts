import type { Selectable } from 'kysely'
import type { Cents } from '#contract/money.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type {
  FigureCardsTable,
  FigureGoodsTable,
  FigureOrdersTable,
  SalesMoney,
} from '#server/db/tables/analytics.ts'
import type { TendersTable } from '#server/db/tables/tenders.ts'
import type { Db } from '#server/db/tables.ts'
import { feeOf, ROWS_AT_ONCE } from './sales-queries.ts'
import { BLOCK_SIZE } from './sum-sales.ts'

type RowWithoutBlock<Table> = Omit<Selectable<Table>, 'block'>
export type CardMove = RowWithoutBlock<FigureCardsTable>

export type FigureRows = {
  orders: RowWithoutBlock<FigureOrdersTable>[]
  goods: RowWithoutBlock<FigureGoodsTable>[]
  cards: CardMove[]
}

/** `captured` and `refunded` in cents; `day` and `place_id` of its market day. */
export type FigureOrder = {
  id: number
  created_at: string
  status: OrderStatus
  delivery_cents: Cents
  day: string | null
  pickup_date: string | null
  place_id: number | null
  money: SalesMoney
  captured: number
  captured_at: string | null
  fee_cents: number | null
  refunded: number
  refunds: { at: string; cents: number }[]
}

export type FigureTender = Pick<
  Selectable<TendersTable>,
  'order_id' | 'name' | 'is_cash' | 'amount_cents'
>

export async function readFigureOrders(db: Db, block: number): Promise<FigureOrder[]> {
  const refunds = Map.groupBy(await readRefunds(db, block), ({ order_id }) => order_id)
  const rows = await db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .leftJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .leftJoin('places', 'places.key', 'orders.pickup_location')
    .select(['orders.id', 'orders.created_at', 'orders.status', 'orders.pickup_date'])
    .select((row) => feeOf(row).as('delivery_cents'))
    .select(['market_days.day', 'market_days.place_id', 'places.id as other_place'])
    .select(['payments.livemode', 'captured_cents', 'captured_at', 'payments.fee_cents'])
    .where('orders.id', '>=', block * BLOCK_SIZE)
    .where('orders.id', '<', (block + 1) * BLOCK_SIZE)
    .execute()
  return rows.map(({ livemode, captured_cents, other_place, ...row }) => {
    const own = refunds.get(row.id) ?? []
    return {
      ...row,
      place_id: row.place_id ?? other_place,
      money: livemode === null ? 'none' : livemode ? 'live' : 'test',
      captured: captured_cents ?? 0,
      refunded: own.reduce((sum, { cents }) => sum + cents, 0),
      refunds: own,
    }
  })
}

function readRefunds(db: Db, block: number) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['payments.order_id', 'refunds.created_at as at', 'refunds.amount_cents as cents'])
    .where('refunds.state', '!=', 'failed')
    .where('payments.order_id', '>=', block * BLOCK_SIZE)
    .where('payments.order_id', '<', (block + 1) * BLOCK_SIZE)
    .execute()
}

export function readFigureTenders(db: Db, block: number): Promise<FigureTender[]> {
  return db
    .selectFrom('tenders')
    .select(['order_id', 'name', 'is_cash', 'amount_cents'])
    .where('order_id', '>=', block * BLOCK_SIZE)
    .where('order_id', '<', (block + 1) * BLOCK_SIZE)
    .execute()
}

/** The list of what is to fill comes first: who fills the same block waits there for this one. */
const TABLES = ['figures_to_fill', 'figure_orders', 'figure_goods', 'figure_cards'] as const

export async function replaceFigures(tx: Db, block: number, rows: FigureRows): Promise<void> {
  for (const table of TABLES) await tx.deleteFrom(table).where('block', '=', block).execute()
  await insert(rows.orders, (some) => tx.insertInto('figure_orders').values(some).execute())
  await insert(rows.goods, (some) => tx.insertInto('figure_goods').values(some).execute())
  await insert(rows.cards, (some) => tx.insertInto('figure_cards').values(some).execute())

  async function insert<Row>(
    all: Row[],
    put: (some: (Row & { block: number })[]) => Promise<unknown>,
  ): Promise<void> {
    const given = all.map((row) => ({ ...row, block }))
    for (let first = 0; first < given.length; first += ROWS_AT_ONCE)
      await put(given.slice(first, first + ROWS_AT_ONCE))
  }
}

export async function readFigureRows(db: Db, block: number): Promise<FigureRows> {
  const without = <Row extends { block: number }>(all: Row[]) =>
    all.map(({ block: _, ...row }) => row)
  return {
    orders: without(
      await db.selectFrom('figure_orders').selectAll().where('block', '=', block).execute(),
    ),
    goods: without(
      await db.selectFrom('figure_goods').selectAll().where('block', '=', block).execute(),
    ),
    cards: without(
      await db.selectFrom('figure_cards').selectAll().where('block', '=', block).execute(),
    ),
  }
}

export async function listBlocksToFill(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('figures_to_fill')
    .select('block')
    .orderBy('block', 'desc')
    .execute()
  return rows.map(({ block }) => block)
}

/** False when another process filled it meanwhile. */
export async function takeBlockToFill(tx: Db, block: number): Promise<boolean> {
  const taken = await tx.deleteFrom('figures_to_fill').where('block', '=', block).executeTakeFirst()
  return taken.numDeletedRows > 0n
}
