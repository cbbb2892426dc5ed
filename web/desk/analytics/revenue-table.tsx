import type { Figures } from '#contract/analytics.ts'
import { formatShortDay } from '#contract/date-format.ts'
import { PriceInDollars } from '#web/ui/price.tsx'

export function RevenueTable({ weeks }: { weeks: Figures['weeks'] }) {
  return (
    <table className="w-full max-w-lg text-left tabular-nums">
      <thead>
        <tr className="border-b border-straw">
          <th scope="col" className="py-2 font-semibold">
            Week from
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            Orders
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            Revenue
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map(({ monday, orders, revenue }) => (
          <tr key={monday} className="border-b border-straw last:border-0">
            <th scope="row" className="py-1.5 font-normal">
              {formatShortDay(monday)}
            </th>
            <td className="py-1.5 text-right">{orders}</td>
            <td className="py-1.5 text-right">
              <PriceInDollars dollars={revenue} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
