import type { CashMoveKind } from '#contract/market/cash-move-labels.ts'
import type { Cents } from '#contract/money/money.ts'
import { refusedAmount } from '#contract/shapes.ts'
import { typedDollars } from '#contract/text/typed-numbers.ts'

type TypedCash = { amount: string; note: string }

export function cashFaults(kind: CashMoveKind, { amount, note }: TypedCash) {
  return {
    amount: amountFault(kind, typedDollars(amount)),
    note:
      kind === 'paid_out' && note.trim() === '' ? 'Please say what it was paid for.' : undefined,
  }
}

function amountFault(kind: CashMoveKind, amount: Cents | null): string | undefined {
  if (amount === null) return 'An amount, such as 20.00.'
  const refused =
    kind === 'start'
      ? refusedAmount(amount, 0 as Cents, 'Please enter an amount of 0 or more.')
      : refusedAmount(amount, 1 as Cents, 'Please enter at least $0.01.')
  return refused ?? undefined
}
