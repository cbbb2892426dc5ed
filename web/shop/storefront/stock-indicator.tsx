import { STOCK_LABELS, type StockLevel, stockLevel } from '#contract/stock.ts'
import { classNames } from '#web/ui/class-names.ts'

const COLORS: Record<StockLevel, string> = {
  in: 'text-[#2e6b3c]',
  low: 'text-[#7a5000]',
  out: 'text-beet',
}

/** In stock, low with how many, or out: a dot in its color, and the word. */
export function StockIndicator({ stock }: { stock: number }) {
  const level = stockLevel(stock)
  return (
    <p
      data-stock={level}
      className={classNames(
        'flex items-center gap-1.5 text-[0.9375rem] font-semibold whitespace-nowrap',
        COLORS[level],
      )}
    >
      <span aria-hidden="true" className="size-2.5 rounded-full bg-current" />
      {STOCK_LABELS[level]}
      {level === 'low' && <span>· {stock} left</span>}
    </p>
  )
}
