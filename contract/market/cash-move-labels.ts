import type { CashBox } from './cash-box.ts'

export type CashMoveKind = CashBox['moves'][number]['kind']

type Labels = { name: string; hint?: string; note?: string; noteHint?: string }

export const CASH_MOVES: Readonly<Record<CashMoveKind, Labels>> = {
  start: {
    name: 'Starting cash',
    hint: 'All of it, as it was before the first sale. This replaces the earlier figure.',
  },
  paid_out: {
    name: 'Paid out',
    note: 'What it was paid for',
    noteHint: 'Such as ice, or the market’s fee.',
  },
  put_in: {
    name: 'Added cash',
    note: 'Where it came from',
    noteHint: 'Such as change from the bank.',
  },
}
