import { type ReactNode, useId, useState } from 'react'
import { OTHER_ROWS, type PeriodFigures } from '#contract/money/figures.ts'
import { formatMoney } from '#contract/money/money.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PriceInDollars } from '#web/ui/price.tsx'
import { Card } from '../shared/card.tsx'

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

function rowOf(row: PeriodFigures['products'][number], share: number): SumRow {
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

type SumRow = {
  id: string | number
  name: ReactNode
  /** Shown under the name when the screen has no room for the middle columns. */
  note?: ReactNode
  cells: ReactNode[]
  /** The bar's length, 0 to 1. */
  share?: number
}

type SumTableProps = {
  caption: string
  /** The first column is the name. Phones show the name, the last column and those in `onPhone`. */
  head: readonly string[]
  onPhone?: readonly number[]
  rows: readonly SumRow[]
  more?: readonly SumRow[]
  sum?: SumRow
  most?: number
}

const MAX_ROWS = 15
const FIRST_ROWS = 10

export function SumTable({
  caption,
  head,
  onPhone = [],
  rows,
  more = [],
  sum,
  most = MAX_ROWS,
}: SumTableProps) {
  const [hasAll, setHasAll] = useState(false)
  const isCut = !hasAll && rows.length > most
  const look = (column: number) =>
    classNames(
      'py-2 pl-3 text-right align-top whitespace-nowrap',
      column < head.length - 1 && !onPhone.includes(column) && 'max-sm:hidden',
    )
  const row = (one: SumRow, className: string) => (
    <tr key={one.id} className={className}>
      <Name {...one} />
      {one.cells.map((cell, index) => (
        <td key={head[index + 1]} className={look(index + 1)}>
          {cell}
        </td>
      ))}
    </tr>
  )
  const line = 'border-b border-straw last:border-0'
  return (
    <>
      <div className="overflow-x-auto">
        <table className="w-full text-left tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b border-straw text-[0.9375rem] text-bark-deep">
              {head.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={
                    index === 0 ? 'py-2 font-semibold' : classNames(look(index), 'font-semibold')
                  }
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isCut ? rows.slice(0, FIRST_ROWS) : rows).map((one) => row(one, line))}
            {more.map((one) => row(one, classNames(line, 'text-bark-deep')))}
          </tbody>
          {sum && <tfoot>{row(sum, 'border-t-2 border-bark font-semibold')}</tfoot>}
        </table>
      </div>
      {isCut && (
        <Button variant="quiet" className="mt-3" onClick={() => setHasAll(true)}>
          Show all {rows.length.toLocaleString('en-US')}
        </Button>
      )}
    </>
  )
}

function Name({ name, note, share }: SumRow) {
  return (
    <th scope="row" className="w-full py-2 align-top font-semibold wrap-anywhere">
      {name}
      {note && (
        <span className="block text-[0.9375rem] font-normal text-bark-deep sm:hidden">{note}</span>
      )}
      {share !== undefined && <Bar share={share} />}
    </th>
  )
}

/** `share` is its length, 0 to 1. */
export function Bar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" className="mt-1 block h-2 w-full" preserveAspectRatio="none">
      <rect width="100%" height="8" rx="4" className="fill-sprout" />
      <rect width={`${Math.max(0, share) * 100}%`} height="8" rx="4" className="fill-leaf" />
    </svg>
  )
}

function sharesOf<Row>(rows: readonly Row[], amountOf: (row: Row) => number): (row: Row) => number {
  const most = Math.max(0, ...rows.map(amountOf))
  return (row) => (most > 0 ? Math.max(0, amountOf(row)) / most : 0)
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
