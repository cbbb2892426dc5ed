import { STOCK_WORDS, type StockLevel, stockLevel } from '#contract/stock.ts'
import { classNames } from '#web/ui/class-names.ts'

const COLOURS: Record<StockLevel, string> = { in: 'text-[#2e6b3c]', low: 'text-[#8a5a00]', out: 'text-beet' }

/** In stock, low or out: a dot in its colour, and the word. */
export function StockIndicator({ stock }: { stock: number }) {
  const level = stockLevel(stock)
  return (
    <p
      data-stock={level}
      className={classNames('flex items-center gap-1.5 text-[0.9375rem] font-semibold', COLOURS[level])}
    >
      <span aria-hidden="true" className="size-2.5 rounded-full bg-current" />
      {STOCK_WORDS[level]}
    </p>
  )
}
