import type { StallDay } from '#contract/stall.ts'
import { classNames } from '#web/ui/class-names.ts'
import {
  formatGoods,
  formatWays,
  type StallSale,
  timeOfSale,
  totalOfSale,
  UNDONE,
} from './own-sales.ts'
import { UndoSale } from './undo-sale.tsx'

type SaleListProps = { day: StallDay; sales: readonly StallSale[] }

/** Each sale keeps its place, so that a second tap of a quick hand is no other's Undo. */
export function SaleList({ day, sales }: SaleListProps) {
  return (
    <ul>
      {sales.map((sale) => (
        <SaleRow key={sale.command.id} day={day} sale={sale} />
      ))}
    </ul>
  )
}

function SaleRow({ day, sale }: { day: StallDay; sale: StallSale }) {
  const { command, undone } = sale
  const facts = [timeOfSale(command), formatWays(command) || 'Gift'].join(' · ')
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 border-b border-straw py-2 last:border-0">
      <span className="min-w-0 grow basis-40 leading-snug wrap-anywhere">
        <strong className="block font-semibold">{formatGoods(command, day)}</strong>
        <span className="block text-[0.9375rem] text-bark-deep">
          <span className={classNames('tabular-nums', undone && 'line-through')}>
            {totalOfSale(command)}
          </span>{' '}
          · {facts}
        </span>
      </span>
      {undone && (
        <strong role="status" className="shrink-0 text-beet">
          {UNDONE[undone]}
        </strong>
      )}
      <UndoSale sale={sale} />
    </li>
  )
}
