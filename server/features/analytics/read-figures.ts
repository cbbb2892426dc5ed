import type { Figures } from '#contract/analytics.ts'
import { cents, toDollars } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'
import { readLowStock, readNames } from './figure-queries.ts'
import type { KeptSums } from './keep-sums.ts'
import type { Sales, SalesWanted } from './sum-sales.ts'
import { lastMondays } from './weeks.ts'

const WEEKS = 26
const BEST_SELLER_WEEKS = 13

const MOST_BEST_SELLERS = 10

type Asked = { now: Date; livemode: boolean }

export async function readFigures(
  db: Db,
  kept: KeptSums<SalesWanted, Sales>,
  { now, livemode }: Asked,
): Promise<Figures> {
  const mondays = lastMondays(now, WEEKS)
  const sales = await kept.of({ mondays, bestSince: mondays.at(-BEST_SELLER_WEEKS) ?? '', livemode })
  return {
    weeks: mondays.map((monday) => weekOf(monday, sales)),
    bestSellers: await named(db, bestOf(sales)),
    lowStock: await readLowStock(db),
    testMode: !livemode,
  }
}

function weekOf(monday: string, sales: readonly Sales[]): Figures['weeks'][number] {
  const parts = sales.flatMap(({ weeks }) => weeks.get(monday) ?? [])
  return {
    monday,
    orders: parts.reduce((sum, { orders }) => sum + orders, 0),
    revenue: toDollars(cents(parts.reduce((sum, part) => sum + part.cents, 0))),
  }
}

type Sold = Sales['products'][number]

function bestOf(sales: readonly Sales[]): Sold[] {
  const byProduct = new Map<number, Sold>()
  for (const { productId, quantity, cents } of sales.flatMap(({ products }) => products)) {
    const sold = byProduct.get(productId)
    if (!sold) byProduct.set(productId, { productId, quantity, cents })
    else {
      sold.quantity += quantity
      sold.cents += cents
    }
  }
  const standing = [...byProduct.values()].filter(({ quantity }) => quantity > 0)
  standing.sort((one, other) => other.quantity - one.quantity || one.productId - other.productId)
  return standing.slice(0, MOST_BEST_SELLERS)
}

async function named(db: Db, sold: readonly Sold[]): Promise<Figures['bestSellers']> {
  const names = await readNames(
    db,
    sold.map(({ productId }) => productId),
  )
  return sold.map(({ productId, quantity, cents: taken }) => {
    return { productId, name: names.get(productId) ?? '', quantity, revenue: toDollars(cents(taken)) }
  })
}
