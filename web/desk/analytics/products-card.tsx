import type { PeriodFigures } from '#contract/money/figures.ts'
import { formatMoney } from '#contract/money/money.ts'
import { PriceInDollars } from '#web/ui/price.tsx'
import { otherRowsOf } from './breakdowns.tsx'
import { FigureCard } from './figure-card.tsx'
import { type SumRow, SumTable, sharesOf } from './sum-table.tsx'

type Product = PeriodFigures['products'][number]

const NONE = '–'

export function ProductsCard({ found }: { found: PeriodFigures }) {
  const { products, revenue } = found
  const share = sharesOf(products, (row) => row.revenue)
  const hasCosts = products.some(({ cost }) => cost !== null)
  return (
    <FigureCard title="By product" isWide>
      <SumTable
        caption="Revenue by product"
        head={['Product', 'Sold', 'Cost', 'Margin', 'Revenue']}
        onPhone={[1]}
        rows={products.map((row) => rowOf(row, share(row)))}
        more={otherRowsOf(found, 3)}
        sum={{
          id: 'sum',
          name: 'Total',
          cells: ['', '', '', <PriceInDollars key="revenue" dollars={revenue} />],
        }}
      />
      <p className="mt-3 text-[0.9375rem] text-bark-deep">
        {hasCosts
          ? 'Costs are those of the product’s recipe at today’s prices.'
          : 'Link a recipe to a product to see here what it costs and what is left.'}{' '}
        Goods that went back are not counted.
      </p>
    </FigureCard>
  )
}

function rowOf(row: Product, share: number): SumRow {
  const { productId, name, units, revenue, cost, margin } = row
  const left = margin === null ? null : marginText(margin, revenue)
  return {
    id: productId,
    name,
    share,
    ...(left && { note: `Margin ${left}` }),
    cells: [
      units,
      cost === null ? NONE : <PriceInDollars key="cost" dollars={cost} />,
      left ?? NONE,
      <PriceInDollars key="revenue" dollars={revenue} />,
    ],
  }
}

/** `$9.00, 75%` */
function marginText(margin: number, revenue: number): string {
  const percent = revenue > 0 ? `, ${Math.round((100 * margin) / revenue)}%` : ''
  return formatMoney(margin) + percent
}
