import { STOCK_LABELS, type StockLevel, stockLevel } from '#contract/products/stock.ts'
import { classNames } from '#web/ui/class-names.ts'

const COLORS: Record<StockLevel, string> = {
  in: 'text-in-stock',
  low: 'mt-0.5 self-start rounded-xl bg-yolk px-2 text-on-yolk',
  out: 'text-beet',
}

/** Low stock is on a yellow ground, because yellow letters couldn't be read on paper. */
export function StockIndicator({ stock }: { stock: number }) {
  const level = stockLevel(stock)
  return (
    <p
      data-stock={level}
      className={classNames(
        'flex flex-wrap items-center gap-x-1.5 text-[0.9375rem] leading-5 font-semibold',
        COLORS[level],
      )}
    >
      {level !== 'low' && <span aria-hidden="true" className="size-2.5 rounded-full bg-current" />}
      <span>{STOCK_LABELS[level]}</span>
      {level === 'low' && <span>· {stock} left</span>}
    </p>
  )
}
