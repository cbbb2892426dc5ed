import type { CashBox } from '#contract/cash-box.ts'
import { formatSigned } from '#contract/cash-text.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

const LATE: Record<CashBox['late'][number]['kind'], string> = {
  ...{ sale: 'Sale', order: 'Paid at pickup', given_back: 'Given back', put_in: 'Put in' },
  ...{ start: 'Change at the start', paid_out: 'Paid out' },
}

/** What the first count has not seen; its own numbers stay as they were. */
export function Late({ late }: Pick<CashBox, 'late'>) {
  const { formatTime } = useFarmDates()
  if (late.length === 0) return null
  return (
    <section aria-labelledby="cash-late">
      <h3 id="cash-late" className="mb-2 text-xl">
        Came after the count
      </h3>
      <ul className="rounded-2xl border border-straw bg-card">
        {late.map(({ kind, amount, at, phone }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and stay in order
            key={index}
            className="flex items-baseline justify-between gap-x-4 border-b border-straw px-4 py-2 last:border-0"
          >
            <span className="min-w-0 wrap-anywhere">
              {kind === 'sale' && amount < 0 ? 'Sale undone' : LATE[kind]}
              {phone ? ` on ${phone}` : ''}{' '}
              <span className="text-[0.9375rem] text-bark-deep">{formatTime(at)}</span>
            </span>
            <span className="shrink-0 font-semibold whitespace-nowrap tabular-nums">
              {formatSigned(amount)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
