import { Minus, Plus } from 'lucide-react'
import { amountOf, type DraftLine, nameOfLine, withUnits } from '#contract/market/sale-draft.ts'
import { type Cents, formatDollars } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'

type SaleLinesProps = {
  lines: readonly DraftLine[]
  total: Cents
  onLines: (lines: readonly DraftLine[]) => void
}

export function SaleLines({ lines, total, onLines }: SaleLinesProps) {
  const change = (changed: DraftLine) =>
    onLines(lines.map((line) => (line.key === changed.key ? changed : line)))
  return (
    <section
      aria-label="This sale"
      className="rounded-2xl border border-straw bg-card px-3 py-2 sm:px-4 sm:py-3"
    >
      {lines.length === 0 ? (
        <p className="py-3 text-bark-deep">Tap what is sold.</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <LineRow
              key={line.key}
              line={line}
              onUnits={(units) => onLines(withUnits(lines, line.key, units))}
              onAmount={(amount) => change({ ...line, amount })}
            />
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-bark pt-2 font-serif font-semibold">
        <span className="text-xl">To pay</span>
        <span className="text-3xl tabular-nums">{formatDollars(total)}</span>
      </p>
    </section>
  )
}

type LineRowProps = {
  line: DraftLine
  onUnits: (units: number) => void
  onAmount: (amount: string) => void
}

function LineRow({ line, onUnits, onAmount }: LineRowProps) {
  const { units, amount, weighed } = line
  const name = nameOfLine(line)
  const known = amountOf(line)
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-straw py-2 last:border-0">
      <span className="min-w-0 grow basis-24 leading-tight wrap-anywhere">
        <strong className="tabular-nums">{units} ×</strong> {name}
      </span>
      <span className="flex flex-wrap items-center gap-1">
        <Button
          variant="quiet"
          size="icon"
          aria-label={units > 1 ? `One ${name} less` : `Take ${name} off`}
          onClick={() => onUnits(units - 1)}
        >
          <Minus aria-hidden="true" className="size-5" />
        </Button>
        {weighed === undefined && (
          <Button
            variant="quiet"
            size="icon"
            aria-label={`One ${name} more`}
            onClick={() => onUnits(units + 1)}
          >
            <Plus aria-hidden="true" className="size-5" />
          </Button>
        )}
        <span className="flex w-26 items-center gap-1 pl-1">
          <span aria-hidden="true">$</span>
          <input
            aria-label={`Amount for ${name}, in dollars`}
            inputMode="decimal"
            aria-invalid={known === null || undefined}
            value={amount ?? plainDollars(known ?? (0 as Cents))}
            onChange={({ target }) => onAmount(target.value)}
            onFocus={({ target }) => target.select()}
            className={classNames('h-11 text-right tabular-nums', inputLook)}
          />
        </span>
      </span>
    </li>
  )
}
