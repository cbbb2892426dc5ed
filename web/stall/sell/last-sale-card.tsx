import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type Cents, formatDollars } from '#contract/money.ts'
import type { StallDay } from '#contract/stall.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Sheet } from '../frame/sheet.tsx'
import type { OutboxRow } from '../store/stored.ts'
import { useNote, useStall } from '../use-stall.ts'
import {
  formatGoods,
  formatSale,
  formatWays,
  ownSales,
  type StallSale,
  timeOfSale,
  totalOfSale,
  UNDONE,
} from './own-sales.ts'

type LastSaleProps = { day: StallDay; back: Cents | null; onUndone: () => void }

/** The newest sale, until there is another: once it is undone a second tap at the same place undoes nothing. */
export function LastSale({ day, back, onUndone }: LastSaleProps) {
  const { outbox, sent } = useStall()
  const [isListed, setListed] = useState(false)
  const sales = ownSales([...sent, ...outbox], day)
  const [last] = sales
  if (!last) return <p className="text-bark-deep">Tap what is sold.</p>
  return (
    <section
      aria-label="The last sale"
      className="grid gap-2 rounded-2xl border border-straw bg-card p-4"
    >
      {back !== null && back > 0 && (
        <p
          role="status"
          className="flex flex-wrap items-baseline justify-between gap-x-4 text-leaf-deep"
        >
          Change due
          <strong className="font-serif text-3xl tabular-nums">{formatDollars(back)}</strong>
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p role="status" className="min-w-0 grow basis-40">
          <strong className="block">{formatSale(last)}</strong>
          <span className="block text-[0.9375rem] wrap-anywhere text-bark-deep">
            {whereIsIt(outbox, last)}
          </span>
        </p>
        <UndoSale key={last.command.id} sale={last} onUndone={onUndone} />
      </div>
      {sales.length > 1 && (
        <Button
          variant="plain"
          size="sm"
          className="-mb-2 -ml-4 justify-self-start underline"
          onClick={() => setListed(true)}
        >
          All {sales.length} sales of this phone
        </Button>
      )}
      {isListed && (
        <Sheet title="Sales of this phone" onClose={() => setListed(false)}>
          <SaleList day={day} sales={sales} />
        </Sheet>
      )}
    </section>
  )
}

function whereIsIt(outbox: readonly OutboxRow[], { command, undone }: StallSale): string {
  if (undone === 'elsewhere') return UNDONE.elsewhere
  const isWaiting = outbox.some(
    ({ id, command: one }) =>
      id === command.id || (one.kind === 'void-sale' && one.target === command.id),
  )
  const where = isWaiting ? 'Saved on this phone' : 'The shop has it'
  return [formatWays(command), where].filter(Boolean).join(' · ')
}

type SaleListProps = { day: StallDay; sales: readonly StallSale[] }

/** Each sale keeps its place, so that a second tap of a quick hand is no other's Undo. */
function SaleList({ day, sales }: SaleListProps) {
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

type UndoSaleProps = { sale: StallSale; onUndone?: () => void }

function UndoSale({ sale: { command, undone }, onUndone }: UndoSaleProps) {
  const note = useNote()
  if (undone) return null
  return (
    <Button
      variant="quiet"
      onClick={() => {
        onUndone?.()
        void note({ kind: 'void-sale', target: command.id })
      }}
    >
      <Undo2 aria-hidden="true" className="size-5" /> Undo
      <span className="sr-only"> the sale of {totalOfSale(command)}</span>
    </Button>
  )
}
