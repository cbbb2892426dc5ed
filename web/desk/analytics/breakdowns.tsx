import { OTHER_ROWS, type PeriodFigures } from '#contract/money/figures.ts'
import { PriceInDollars } from '#web/ui/price.tsx'
import { FigureCard } from './figure-card.tsx'
import { type SumRow, SumTable, sharesOf } from './sum-table.tsx'

type Part = { found: PeriodFigures }

const price = (dollars: number) => <PriceInDollars dollars={dollars} />

export function otherRowsOf({ others }: PeriodFigures, empty: number): SumRow[] {
  return others.map(({ kind, amount }) => ({
    id: kind,
    name: OTHER_ROWS[kind],
    cells: [...Array.from({ length: empty }, () => ''), price(amount)],
  }))
}

export function ByCategory({ found }: Part) {
  const share = sharesOf(found.categories, ({ revenue }) => revenue)
  return (
    <FigureCard title="By category">
      <SumTable
        caption="Revenue by category"
        head={['Category', 'Sold', 'Revenue']}
        onPhone={[1]}
        rows={found.categories.map((row) => ({
          id: row.category,
          name: row.category,
          share: share(row),
          cells: [row.units, price(row.revenue)],
        }))}
        more={otherRowsOf(found, 1)}
        sum={{ id: 'sum', name: 'Total', cells: ['', price(found.revenue)] }}
      />
    </FigureCard>
  )
}

export function ByPlace({ found }: Part) {
  const share = sharesOf(found.places, ({ revenue }) => revenue)
  return (
    <FigureCard title="By place">
      <SumTable
        caption="Revenue by place"
        head={['Place', 'Orders', 'Walk-in', 'Revenue']}
        onPhone={[1]}
        rows={found.places.map((row) => ({
          id: row.name,
          name: row.name,
          share: share(row),
          ...(row.sales > 0 && { note: `and ${row.sales} walk-in` }),
          cells: [row.orders, row.sales, price(row.revenue)],
        }))}
        sum={{
          id: 'sum',
          name: 'Total',
          cells: [found.orders, found.sales, price(found.revenue)],
        }}
      />
    </FigureCard>
  )
}
