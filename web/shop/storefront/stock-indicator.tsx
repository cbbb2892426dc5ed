import { STOCK_LABELS, type StockLevel, stockLevel } from '#contract/products/stock.ts'
import { classNames } from '#web/ui/class-names.ts'

const LOOKS: Record<StockLevel, string> = {
  in: 'text-in-stock',
  low: 'self-start rounded-xl bg-yolk px-2 font-semibold text-on-yolk',
  out: 'font-semibold text-beet',
}

/** Low stock is on a yellow ground, because yellow letters couldn't be read on paper. */
export function StockIndicator({ stock }: { stock: number }) {
  const level = stockLevel(stock)
  return (
    <p
      data-stock={level}
      className={classNames(
        'mt-1 flex flex-wrap items-center gap-x-1.5 text-[0.9375rem] leading-5',
        LOOKS[level],
      )}
    >
      {level !== 'low' && <span className="size-2 rounded-full bg-current" />}
      <span>{STOCK_LABELS[level]}</span>
      {level === 'low' && <span>· {stock} left</span>}
    </p>
  )
}
