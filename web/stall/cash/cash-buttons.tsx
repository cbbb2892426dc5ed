import { type SubmitEvent, useState } from 'react'
import { parseDollars } from '#contract/money.ts'
import type { StallDay } from '#contract/stall.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Sheet } from '../frame/sheet.tsx'
import { useStallDraft } from '../use-stall.ts'

type Kind = 'start' | 'paid_out' | 'put_in'

const WORDS: Record<Kind, { button: string; title: string; hint: string; note: string | null }> = {
  start: {
    button: 'Change at the start',
    title: 'Change in the box at the start',
    hint: 'All of it, as it was before the first sale. This mends what stood here.',
    note: null,
  },
  paid_out: {
    button: 'Paid out',
    title: 'Paid out of the box',
    hint: 'Such as ice, or the market’s fee.',
    note: 'What it was paid for',
  },
  put_in: {
    button: 'Put in',
    title: 'Put into the box',
    hint: 'Such as more change.',
    note: 'Where it came from',
  },
}

type CashButtonsProps = { day: StallDay; isFarmer: boolean }

export function CashButtons({ day, isFarmer }: CashButtonsProps) {
  const [open, setOpen] = useState<Kind | null>(null)
  const kinds: Kind[] = isFarmer ? ['start', 'paid_out', 'put_in'] : ['paid_out', 'put_in']
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      {kinds.map((kind) => (
        <Button key={kind} variant="quiet" onClick={() => setOpen(kind)}>
          {WORDS[kind].button}
        </Button>
      ))}
      {open && <CashSheet day={day} kind={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

type CashSheetProps = { day: StallDay; kind: Kind; onClose: () => void }

function CashSheet({ day, kind, onClose }: CashSheetProps) {
  const { title, hint, note } = WORDS[kind]
  const first = { amount: '', note: '' }
  const [typed, setTyped, send] = useStallDraft(`cash ${kind} ${day.marketDay.id}`, first)
  const [isTried, setTried] = useState(false)
  const faults = faultsIn(kind, typed)
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (faults.amount || faults.note) return
    const { amount } = typed
    const command =
      kind === 'start'
        ? { kind: 'cash-start' as const, amount, replaces: startsIn(day) }
        : { kind: 'cash-move' as const, move: kind, amount, note: typed.note }
    if (await send(command)) onClose()
  }
  return (
    <Sheet title={title} onClose={onClose}>
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

/** Each change at the start that the phone knows of: two phones may have said one. */
function startsIn({ cash }: StallDay): string[] {
  return cash.starts.flatMap(({ id }) => id ?? [])
}

type Typed = { amount: string; note: string }

function faultsIn(kind: Kind, { amount, note }: Typed) {
  const cents = parseDollars(amount)
  const isLess = cents !== null && cents < (kind === 'start' ? 0 : 1)
  return {
    amount: amountFault(cents, isLess),
    note:
      kind === 'paid_out' && note.trim() === '' ? 'Please say what it was paid for.' : undefined,
  }
}

function amountFault(cents: number | null, isLess: boolean): string | undefined {
  if (cents === null) return 'An amount, such as 20.00.'
  if (isLess) return 'Please enter at least $0.01.'
  return cents > MAX ? 'At most $100,000, please.' : undefined
}

const MAX = 10_000_000
