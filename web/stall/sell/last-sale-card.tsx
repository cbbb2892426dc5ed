import { Undo2 } from 'lucide-react'
import { type Cents, formatDollars } from '#contract/money.ts'
import type { StallDay } from '#contract/stall.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { note } from '../note.ts'
import { useStall } from '../use-stall.ts'
import { formatSale, formatWays, lastSaleOf, type StallSale } from './last-sale.ts'

type LastSaleProps = { day: StallDay; back: Cents | null; onUndone: () => void }

export function LastSale({ day, back, onUndone }: LastSaleProps) {
  const { outbox, sent } = useStall()
  const last = lastSaleOf([...sent, ...outbox], day.marketDay.id)
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
            {[formatWays(last), isWaiting(outbox, last) ? 'Saved on this phone' : 'The shop has it']
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        <Button
          variant="quiet"
          onClick={() => {
            onUndone()
            void note({ kind: 'void-sale', target: last.id }, { id: newUuid() })
          }}
        >
          <Undo2 aria-hidden="true" className="size-5" /> Undo
        </Button>
      </div>
    </section>
  )
}

function isWaiting(outbox: readonly { id: string }[], { id }: StallSale): boolean {
  return outbox.some((row) => row.id === id)
}
