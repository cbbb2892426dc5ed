import { type SubmitEvent, useState } from 'react'
import { CASH_MOVES, type CashMoveKind } from '#contract/cash-move-labels.ts'
import type { StallDay } from '#contract/stall.ts'
import { Button } from '#web/ui/button.tsx'
import { CashFields } from '#web/ui/sale/cash-fields.tsx'
import { Sheet } from '../frame/sheet.tsx'
import { useStallDraft } from '../use-stall.ts'
import { cashFaults } from './cash-faults.ts'

type CashButtonsProps = { day: StallDay; isFarmer: boolean }

export function CashButtons({ day, isFarmer }: CashButtonsProps) {
  const [open, setOpen] = useState<CashMoveKind | null>(null)
  const kinds: CashMoveKind[] = isFarmer ? ['start', 'paid_out', 'put_in'] : ['paid_out', 'put_in']
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      {kinds.map((kind) => (
        <Button key={kind} variant="quiet" onClick={() => setOpen(kind)}>
          {CASH_MOVES[kind].button}
        </Button>
      ))}
      {open && <CashSheet day={day} kind={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

type CashSheetProps = { day: StallDay; kind: CashMoveKind; onClose: () => void }

function CashSheet({ day, kind, onClose }: CashSheetProps) {
  const { title } = CASH_MOVES[kind]
  const first = { amount: '', note: '' }
  const [typed, setTyped, send] = useStallDraft(`cash ${kind} ${day.marketDay.id}`, first)
  const [isTried, setTried] = useState(false)
  const faults = cashFaults(kind, typed)
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (faults.amount || faults.note) return
    const { amount } = typed
    const command =
      kind === 'start'
        ? { kind: 'cash-start' as const, amount, replaces: day.cash.starts.map(({ id }) => id) }
        : { kind: 'cash-move' as const, move: kind, amount, note: typed.note }
    if (await send(command)) onClose()
  }
  return (
    <Sheet title={title} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-4">
        <CashFields
          {...{ kind, typed }}
          hasNote={kind !== 'start'}
          errors={isTried ? faults : {}}
          onType={setTyped}
        />
        <Button type="submit" size="lg">
          Save
        </Button>
      </form>
    </Sheet>
  )
}
