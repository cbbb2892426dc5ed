import { type Cents, formatDollars } from '#contract/money.ts'
import { Button } from '#web/ui/button.tsx'

type FootProps = {
  total: Cents
  text: string
  fault: string | null
  onLook: () => void
  onSell: () => void
}

export function SellFoot({ total, text, fault, onLook, onSell }: FootProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-3 grid gap-1 border-t border-straw bg-paper px-3 py-3">
      {fault && (
        <p role="status" className="text-center font-semibold text-yolk-deep">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="lg"
          className="grow rounded-2xl px-3 text-lg"
          aria-label={`See the sale, ${formatDollars(total)} to pay`}
          onClick={onLook}
        >
          <span className="font-serif tabular-nums">{formatDollars(total)}</span>
        </Button>
        <Button
          size="lg"
          disabled={fault !== null}
          className="min-w-0! grow-3 rounded-2xl px-3 text-lg wrap-anywhere"
          onClick={onSell}
        >
          {text}
        </Button>
      </div>
    </div>
  )
}
