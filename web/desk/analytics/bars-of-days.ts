import { formatDay, formatMonthDay, formatShortDay } from '#contract/date-format.ts'
import type { PeriodFigures } from '#contract/figures.ts'
import { toCents } from '#contract/money.ts'
import { dollarsOf } from '#contract/plain-dollars.ts'
import type { ChartBar } from './revenue-chart.tsx'

const DAY = 24 * 60 * 60_000

/** The most days with a bar each, and the most weeks. */
const MAX_DAYS = 45
const MAX_WEEKS = 60

type BarUnit = 'day' | 'week' | 'month'

export function barUnitOf({ from, to }: Pick<PeriodFigures, 'from' | 'to'>): BarUnit {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  if (days <= MAX_DAYS) return 'day'
  return days <= MAX_WEEKS * 7 ? 'week' : 'month'
}

/** The bars of a period, the oldest first, with those on which nothing was sold. */
export function barsOf(figures: Pick<PeriodFigures, 'from' | 'to' | 'days'>): ChartBar[] {
  const unit = barUnitOf(figures)
  const bars = new Map<string, ChartBar>()
  for (let at = Date.parse(figures.from); at <= Date.parse(figures.to); at += DAY) {
    const start = startOf(at, unit)
    if (!bars.has(start)) bars.set(start, { ...namesOf(start, unit), revenue: 0, orders: 0 })
  }
  for (const { day, revenue, orders, sales } of figures.days) {
    const bar = bars.get(startOf(Date.parse(day), unit))
    if (!bar) continue
    bar.revenue += toCents(revenue)
    bar.orders += orders + sales
  }
  return [...bars.values()].map((bar) => ({ ...bar, revenue: dollarsOf(bar.revenue) }))
}

function startOf(at: number, unit: BarUnit): string {
  const weekday = (new Date(at).getUTCDay() + 6) % 7
  const day = new Date(unit === 'week' ? at - weekday * DAY : at).toISOString().slice(0, 10)
  return unit === 'month' ? `${day.slice(0, 7)}-01` : day
}

function namesOf(start: string, unit: BarUnit): Pick<ChartBar, 'name' | 'label'> {
  if (unit === 'day') return { name: formatDay(start), label: formatShortDay(start) }
  if (unit === 'week')
    return { name: `Week from ${formatShortDay(start)}`, label: formatShortDay(start) }
  const month = `${formatMonthDay(start).split(' ')[0]} ${start.slice(0, 4)}`
  return { name: month, label: `${month.slice(0, 3)} ’${start.slice(2, 4)}` }
}
