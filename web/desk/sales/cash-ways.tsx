import type { CashBox } from '#contract/cash-box.ts'
import { formatMoney } from '#contract/cash-text.ts'
import { formatDollars, sum, toCents } from '#contract/money.ts'
import { classNames } from '#web/ui/class-names.ts'

export function Ways({ ways }: Pick<CashBox, 'ways'>) {
  if (ways.length === 0) return null
  const total = sum(...ways.map((way) => toCents(way.total)))
  return (
    <section aria-labelledby="cash-ways">
      <h3 id="cash-ways" className="mb-2 text-xl">
        All that was taken
      </h3>
      <div className="overflow-x-auto rounded-2xl border border-straw bg-card">
        <table className="w-full text-left tabular-nums">
          <thead>
            <tr className="border-b border-straw">
              {['Paid with', 'Sales', 'Orders', 'Together'].map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={classNames('px-2.5 py-2 font-semibold', index > 0 && 'text-right')}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ways.map(({ way, sales, orders, total: both }) => (
              <tr key={way} className="border-b border-straw">
                <th scope="row" className="px-2.5 py-2 font-normal wrap-anywhere">
                  {way}
                </th>
                {[sales, orders, both].map((amount, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their places
                  <td key={index} className="px-2.5 py-2 text-right">
                    {formatMoney(amount)}
                  </td>
                ))}
              </tr>
            ))}
            <tr className="font-semibold">
              <th scope="row" colSpan={3} className="px-2.5 py-2">
                Together
              </th>
              <td className="px-2.5 py-2 text-right">{formatDollars(total)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  )
}
