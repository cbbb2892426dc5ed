import type { PeriodFigures } from '#contract/figures.ts'
import { FigureCard } from './figure-card.tsx'
import { SumTable } from './sum-table.tsx'

type StockRow = PeriodFigures['stock'][number]

export function HarvestCard({ stock }: { stock: PeriodFigures['stock'] }) {
  return (
    <FigureCard title="From harvest to sale" isWide>
      <SumTable
        caption="What became of the goods"
        head={['Product', 'Harvested', 'Sold', 'Given away', 'Wasted', 'Missing', 'Sell-through']}
        rows={stock.map((row) => ({
          ...{ id: row.productId, name: row.name, share: (row.sellThrough ?? 0) / 100 },
          note: noteOf(row),
          cells: [
            ...[row.harvested, row.sold, row.gifts, row.wasted, row.missing],
            row.sellThrough === null ? '–' : `${row.sellThrough}%`,
          ],
        }))}
      />
      <p className="mt-3 text-[0.9375rem] text-bark-deep">
        Sell-through: of all that was sold, given away, wasted or missing, the part that was sold.
      </p>
    </FigureCard>
  )
}

function noteOf({ harvested, sold, gifts, wasted, missing }: StockRow): string {
  const parts: readonly (readonly [units: number, what: string])[] = [
    [harvested, 'harvested'],
    [sold, 'sold'],
    [gifts, 'given away'],
    [wasted, 'wasted'],
    [missing, 'missing'],
  ]
  const some = parts.filter(([units]) => units > 0)
  return some.map(([units, what]) => `${units} ${what}`).join(', ')
}
