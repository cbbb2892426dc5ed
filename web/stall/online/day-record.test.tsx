import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { CashBox } from '#contract/market/cash-box.ts'
import type { StallDay } from '#contract/market/stall.ts'
import type { TruckProduct } from '#contract/market/truck.ts'
import { type Answer, openDesk } from '#tests/a-desk.tsx'
import { changeStall } from '../hub.ts'
import { NOTHING_YET } from '../stall-state.ts'
import type { Command } from '../store/stored.ts'
import { DayRecord } from './day-record.tsx'

afterEach(() => act(() => changeStall(NOTHING_YET)))

const AT = '2026-11-21T19:00:00.000Z'

const EMPTY_BOX: CashBox = {
  ...{ start: 50, sales: 0, orders: 0, givenBack: 0, putIn: 0, paidOut: 0, expected: 50 },
  ...{ moves: [], counts: [], late: [], ways: [] },
}

const SQUASH: TruckProduct = {
  ...{ productId: 1, name: 'Squash', stock: 4, taken: 9, loaded: 9, sold: 7, back: 0, waste: 0 },
  ...{ missing: 2, beyond: 0, isSettled: false },
}

type Given = { boxes?: CashBox[]; products?: TruckProduct[]; home?: StallDay['home'] }

function openRecord({ boxes = [EMPTY_BOX], products = [], home = [] }: Given) {
  const cash: Answer[] = boxes.map((body) => ({ body }))
  const day = { marketDay: { id: 7 }, home } as unknown as StallDay
  return openDesk(
    {
      'GET /api/market-days/7/cash': cash,
      'GET /api/market-days/7/truck': { body: { products } },
    },
    '',
    <DayRecord day={day} />,
  )
}

function aCommand(kind: 'count-cash' | 'came-home'): Command {
  const common = { id: kind, seq: 1, madeAt: AT, marketDayId: 7 }
  return kind === 'count-cash'
    ? { ...common, kind, counted: 56.5, note: null }
    : { ...common, kind, goods: [], replaces: [] }
}

test('a count that the shop has taken is shown, and not asked for again', async () => {
  const first = { number: 1, expected: 50, counted: 50, note: null, at: AT }
  const late = { ...EMPTY_BOX, expected: 56.5, counts: [first] }
  const second = { ...first, number: 2, expected: 56.5, counted: 56.5 }
  openRecord({ boxes: [late, { ...late, counts: [first, second] }] })
  expect(await screen.findByText(/Please count again/)).toBeTruthy()
  const command = aCommand('count-cash')
  const sent = { outcome: 'applied', message: null, step: 1, at: 0 } as const
  act(() => changeStall({ sent: [{ id: command.id, seq: 1, command, ...sent }] }))
  expect(await screen.findByText('$56.50')).toBeTruthy()
  expect(screen.queryByText(/Please count again/)).toBeNull()
})

test('goods are unsold, and not missing, until somebody has said what goes back', async () => {
  const command = aCommand('came-home')
  openRecord({ products: [SQUASH, { ...SQUASH, productId: 2, name: 'Kale', missing: 1 }] })
  const link = await screen.findByRole('link', { name: '3 left: say what goes back' })
  expect(link.getAttribute('href')).toBe('#close/unsold')
  expect(screen.queryByText(/missing|comes off/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Fix stock' })).toBeNull()
  act(() => changeStall({ outbox: [{ id: command.id, seq: 1, command }] }))
  expect(screen.queryByText(/missing|left/)).toBeNull()
})

test('what is missing after the unsold goods were counted is asked about, and takes nothing off', async () => {
  openRecord({ products: [SQUASH], home: [{ id: 'report', goods: [] }] })
  expect(await screen.findByText('Squash: 2 missing.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Fix stock' })).toBeTruthy()
  expect(screen.queryByText(/comes off/)).toBeNull()
})

test('goods sold beyond the stock come off what is added next', async () => {
  openRecord({ products: [{ ...SQUASH, missing: 0, beyond: 2 }] })
  expect(await screen.findByText('Squash: sold 2 more than you had.')).toBeTruthy()
  expect(screen.getByText(/comes off whatever you add to stock next/)).toBeTruthy()
})
