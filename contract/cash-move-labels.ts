import type { CashBox } from './cash-box.ts'

export type CashMoveKind = CashBox['moves'][number]['kind']

type Labels = { button: string; title: string; hint?: string; note: string; noteHint?: string }

export const CASH_MOVES: Readonly<Record<CashMoveKind, Labels>> = {
  start: {
    button: 'Change at the start',
    title: 'Change in the box at the start',
    hint: 'All of it, as it was before the first sale. This replaces the earlier figure.',
    note: 'Note',
  },
  paid_out: {
    button: 'Paid out',
    title: 'Paid out of the box',
    note: 'What it was paid for',
    noteHint: 'Such as ice, or the market’s fee.',
  },
  put_in: {
    button: 'Put in',
    title: 'Put into the box',
    note: 'Where it came from',
    noteHint: 'Such as change from the bank.',
  },
}
