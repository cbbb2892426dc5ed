import type { Selectable } from 'kysely'
import type { Sale } from '#contract/market/sales.ts'
import { toDollars } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { farmDayOf, startOfFarmDay } from '#contract/time/farm-time.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'

export async function listSales(db: Db, { day, at }: { day: string | undefined; at: Date }) {
  const timeZone = await readTimeZone(db)
  const wanted = day ? Temporal.PlainDate.from(day) : farmDayOf(at.toISOString(), timeZone)
  const rows = await selectSales(db)
    .where('sales.at', '>=', startOfFarmDay(wanted.toString(), timeZone))
    .where('sales.at', '<', startOfFarmDay(wanted.add({ days: 1 }).toString(), timeZone))
    .orderBy('sales.at', 'desc')
    .orderBy('sales.id')
    .execute()
  const sum = rows.reduce((all, row) => all + (row.undone_at === null ? row.total_cents : 0), 0)
  return { day: wanted.toString(), sales: await showSales(db, rows), total: dollarsOf(sum) }
}

export async function findSale(db: Db, id: string): Promise<Sale | null> {
  const [sale] = await showSales(db, await selectSales(db).where('sales.id', '=', id).execute())
  return sale ?? null
}

function selectSales(db: Db) {
  return db
    .selectFrom('sales')
    .innerJoin('market_days', 'market_days.id', 'sales.market_day_id')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .selectAll('sales')
    .select('places.name as place_name')
}

type SaleRow = Selectable<Tables['sales']> & { place_name: string }

async function showSales(db: Db, rows: readonly SaleRow[]): Promise<Sale[]> {
  const ids = rows.map(({ id }) => id)
  const items = await db
    .selectFrom('sale_items')
    .select(['sale_id', 'product_id as productId', 'name', 'units', 'cents'])
    .where('sale_id', 'in', ids)
    .orderBy('number')
    .execute()
  const tenders = await db
    .selectFrom('tenders')
    .selectAll()
    .where('sale_id', 'in', ids)
    .where('amount_cents', '>', 0)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    placeName: row.place_name,
    total: toDollars(row.total_cents),
    lines: items
      .filter(({ sale_id }) => sale_id === row.id)
      .map((line) => ({ ...line, amount: toDollars(line.cents) })),
    tenders: tenders
      .filter(({ sale_id }) => sale_id === row.id)
      .map(({ name: way, amount_cents }) => ({ way, amount: dollarsOf(amount_cents) })),
    undoneAt: row.undone_at,
  }))
}
