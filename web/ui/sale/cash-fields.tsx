import type { ReactNode } from 'react'
import { CASH_MOVES, type CashMoveKind } from '#contract/cash-move-labels.ts'
import { TextField } from '../field.tsx'

type Typed = { amount: string; note: string }

type CashFieldsProps = {
  kind: CashMoveKind
  hasNote?: boolean
  typed: Typed
  errors: Partial<Record<string, string | undefined>>
  onType: (typed: Typed) => void
}

export function CashFields({ kind, hasNote = true, typed, errors, onType }: CashFieldsProps) {
  const { hint, note, noteHint } = CASH_MOVES[kind]
  return (
    <>
      <TextField
        label="Amount in $"
        required
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        hint={hint}
        value={typed.amount}
        error={errors.amount}
        onChange={({ target }) => onType({ ...typed, amount: target.value })}
      />
      {hasNote && (
        <TextField
          label={note}
          required={kind === 'paid_out'}
          name="note"
          maxLength={200}
          hint={noteHint}
          value={typed.note}
          error={errors.note}
          onChange={({ target }) => onType({ ...typed, note: target.value })}
        />
      )}
    </>
  )
}

type CountedFieldProps = {
  value: string
  error: string | undefined
  difference: ReactNode
  onType: (counted: string) => void
}

export function CountedField({ value, error, difference, onType }: CountedFieldProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label="Counted, in $"
        required
        name="counted"
        inputMode="decimal"
        autoComplete="off"
        className="min-w-0 grow basis-32 text-lg"
        value={value}
        error={error}
        onChange={({ target }) => onType(target.value)}
      />
      {difference && (
        <p
          role="status"
          className="flex min-h-12 grow basis-32 items-center rounded-xl bg-yolk-pale px-3 font-semibold text-yolk-deep"
        >
          {difference}
        </p>
      )}
    </div>
  )
}
