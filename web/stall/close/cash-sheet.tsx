import { type SubmitEvent, useState } from 'react'
import { CASH_MOVES, type CashMoveKind } from '#contract/market/cash-move-labels.ts'
import type { StallDay } from '#contract/market/stall.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Sheet } from '../frame/sheet.tsx'
import { useStallDraft } from '../use-stall.ts'
import { cashFaults } from './cash-faults.ts'

type CashButtonsProps = { day: StallDay; isFarmer: boolean }

export function CashButtons({ day, isFarmer }: CashButtonsProps) {
  const [open, setOpen] = useState<CashMoveKind | null>(null)
  const kinds: CashMoveKind[] = isFarmer ? ['start', 'put_in', 'paid_out'] : ['put_in', 'paid_out']
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      {kinds.map((kind) => (
        <Button
          key={kind}
          variant="quiet"
          size="sm"
          className="px-3"
          aria-haspopup="dialog"
          onClick={() => setOpen(kind)}
        >
          {CASH_MOVES[kind].name}
        </Button>
      ))}
      {open && <CashSheet day={day} kind={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

type CashSheetProps = { day: StallDay; kind: CashMoveKind; onClose: () => void }

function CashSheet({ day, kind, onClose }: CashSheetProps) {
  const { name, hint, note, noteHint } = CASH_MOVES[kind]
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
    <Sheet title={name} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-4">
        <TextField
          label="Amount in $"
          required
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          hint={hint}
          value={typed.amount}
          error={isTried ? faults.amount : undefined}
          onChange={({ target }) => setTyped({ ...typed, amount: target.value })}
        />
        {note && (
          <TextField
            label={note}
            required={kind === 'paid_out'}
            name="note"
            maxLength={200}
            hint={noteHint}
            value={typed.note}
            error={isTried ? faults.note : undefined}
            onChange={({ target }) => setTyped({ ...typed, note: target.value })}
          />
        )}
        <Button type="submit" size="lg">
          Save
        </Button>
      </form>
    </Sheet>
  )
}
