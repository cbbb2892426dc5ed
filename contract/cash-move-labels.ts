import type { CashBox } from './cash-box.ts'

export type CashMoveKind = CashBox['moves'][number]['kind']

export const CASH_MOVES = {
  start: {
    button: 'Change at the start',
    title: 'Change in the box at the start',
    hint: 'All of it, as it was before the first sale. This replaces the earlier figure.',
    note: 'Note',
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
} as const satisfies Record<CashMoveKind, object>
