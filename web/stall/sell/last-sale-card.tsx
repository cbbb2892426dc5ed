import { List, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { StallDay } from '#contract/market/stall.ts'
import { type Cents, formatDollars } from '#contract/money/money.ts'
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

/** The newest sale, where it was just tapped, until there is another. */
export function LastSale({ day, back, onUndone }: LastSaleProps) {
  const { outbox, sent } = useStall()
  const [isListed, setListed] = useState(false)
  const sales = ownSales([...sent, ...outbox], day)
  const [last] = sales
  if (!last) return null
  return (
    <section aria-label="The last sale" className="flex min-h-14 flex-wrap items-center gap-2">
      <p role="status" className="min-w-0 grow basis-40 leading-snug">
        {back !== null && back > 0 && (
          <span className="flex flex-wrap items-baseline gap-x-2 text-leaf-deep">
            Change due
            <strong className="font-serif text-2xl tabular-nums">{formatDollars(back)}</strong>
          </span>
        )}
        <strong className="block">{formatSale(last)}</strong>
        <span className="block text-[0.9375rem] wrap-anywhere text-bark-deep">
          {whereIsIt(outbox, last)}
        </span>
      </p>
      {sales.length > 1 && (
        <Button
          variant="plain"
          size="icon"
          aria-label={`All ${sales.length} sales of this phone`}
          onClick={() => setListed(true)}
        >
          <List aria-hidden="true" className="size-6" />
        </Button>
      )}
      <UndoSale key={last.command.id} sale={last} onUndone={onUndone} />
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

/** The second tap of a quick hand on Sold is not taken for an Undo; in ms. */
const QUICK = 600

function UndoSale({ sale: { command, undone }, onUndone }: UndoSaleProps) {
  const note = useNote()
  const shownAt = useRef(performance.now())
  if (undone) return null
  const undo = () => {
    // In the list no button was tapped where this one is.
    if (onUndone && performance.now() - shownAt.current < QUICK) return
    onUndone?.()
    void note({ kind: 'void-sale', target: command.id })
  }
  return (
    <Button variant="quiet" onClick={undo}>
      <Undo2 aria-hidden="true" className="size-5" /> Undo
      <span className="sr-only"> the sale of {totalOfSale(command)}</span>
    </Button>
  )
}
