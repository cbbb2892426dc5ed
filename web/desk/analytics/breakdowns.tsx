import { OTHER_ROWS, type PeriodFigures } from '#contract/money/figures.ts'
import { TENDER_KIND_LABELS } from '#contract/money/tender-kinds.ts'
import { formatWeekday } from '#contract/time/date-format.ts'
import { DAY } from '#contract/time/durations.ts'
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
          ...{ id: row.category, name: row.category, share: share(row) },
          cells: [row.units, price(row.revenue)],
        }))}
        more={otherRowsOf(found, 1)}
        sum={{ id: 'sum', name: 'Together', cells: ['', price(found.revenue)] }}
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
          ...{ id: row.name, name: row.name, share: share(row) },
          ...(row.sales > 0 && { note: `and ${row.sales} walk-in` }),
          cells: [row.orders, row.sales, price(row.revenue)],
        }))}
        sum={{
          ...{ id: 'sum', name: 'Together' },
          cells: [found.orders, found.sales, price(found.revenue)],
        }}
      />
    </FigureCard>
  )
}

export function ByTender({ found }: Part) {
  const share = sharesOf(found.tenders, ({ revenue }) => revenue)
  return (
    <FigureCard title="By way to pay">
      <SumTable
        caption="Revenue by way to pay"
        head={['Paid with', 'Revenue']}
        rows={found.tenders.map((row) => ({
          ...{ id: row.kind, name: TENDER_KIND_LABELS[row.kind], share: share(row) },
          cells: [price(row.revenue)],
        }))}
        sum={{ id: 'sum', name: 'Together', cells: [price(found.revenue)] }}
      />
    </FigureCard>
  )
}

/** A Monday: the weekdays are named by the days from it on. */
const MONDAY = Date.parse('2026-11-02')

function weekdayName(weekday: number): string {
  const day = new Date(MONDAY + (weekday - 1) * DAY)
  return formatWeekday(day.toISOString().slice(0, 10))
}

export function ByWeekday({ found }: Part) {
  const share = sharesOf(found.weekdays, ({ revenue }) => revenue)
  return (
    <FigureCard title="By weekday">
      <SumTable
        caption="Revenue by weekday"
        head={['Weekday', 'Orders', 'Revenue']}
        onPhone={[1]}
        rows={found.weekdays.map((row) => ({
          ...{ id: row.weekday, name: weekdayName(row.weekday), share: share(row) },
          cells: [row.orders, price(row.revenue)],
        }))}
        sum={{ id: 'sum', name: 'Together', cells: [found.orders, price(found.revenue)] }}
      />
    </FigureCard>
  )
}
