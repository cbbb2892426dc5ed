import { type ReactNode, useId } from 'react'
import { OTHER_ROWS, type PeriodFigures } from '#contract/money/figures.ts'
import { formatMoney } from '#contract/money/money.ts'
import { classNames } from '#web/ui/class-names.ts'
import { PriceInDollars } from '#web/ui/price.tsx'
import { Card } from '../shared/card.tsx'
import { type SumRow, SumTable } from '../shared/sum-table.tsx'

type Part = { found: PeriodFigures }

const price = (dollars: number) => <PriceInDollars dollars={dollars} />

function otherRowsOf({ others }: PeriodFigures, empty: number): SumRow[] {
  return others.map(({ kind, amount }) => ({
    id: kind,
    name: OTHER_ROWS[kind],
    cells: [...Array.from({ length: empty }, () => ''), price(amount)],
  }))
}

export function ByCategory({ found }: Part) {
  const share = sharesOf(found.categories)
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
        sum={['', price(found.revenue)]}
      />
    </FigureCard>
  )
}

export function ByPlace({ found }: Part) {
  const share = sharesOf(found.places)
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
        sum={[found.orders, found.sales, price(found.revenue)]}
      />
    </FigureCard>
  )
}

const NONE = '–'

export function ProductsCard({ found }: Part) {
  const { products, revenue } = found
  const share = sharesOf(products)
  const hasCosts = products.some(({ cost }) => cost !== null)
  return (
    <FigureCard title="By product" isWide>
      <SumTable
        caption="Revenue by product"
        head={['Product', 'Sold', 'Cost', 'Margin', 'Revenue']}
        onPhone={[1]}
        rows={products.map((row) => rowOf(row, share(row)))}
        more={otherRowsOf(found, 3)}
        sum={['', '', '', price(revenue)]}
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

function rowOf(row: PeriodFigures['products'][number], share: number): SumRow {
  const { productId, name, units, revenue, cost, margin } = row
  const left = margin === null ? null : marginText(margin, revenue)
  return {
    id: productId,
    name,
    share,
    ...(left && { note: `Margin ${left}` }),
    cells: [units, cost === null ? NONE : price(cost), left ?? NONE, price(revenue)],
  }
}

/** `$9.00, 75%` */
function marginText(margin: number, revenue: number): string {
  const percent = revenue > 0 ? `, ${Math.round((100 * margin) / revenue)}%` : ''
  return formatMoney(margin) + percent
}

function sharesOf(rows: readonly { revenue: number }[]) {
  const most = Math.max(0, ...rows.map(({ revenue }) => revenue))
  return ({ revenue }: { revenue: number }) => (most > 0 ? revenue / most : 0)
}

type FigureCardProps = { title: string; isWide?: boolean; children: ReactNode }

export function FigureCard({ title, isWide = false, children }: FigureCardProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className={classNames('min-w-0', isWide && 'lg:col-span-2')}>
      <h3 id={id} className="mb-2 text-xl">
        {title}
      </h3>
      {children}
    </Card>
  )
}
