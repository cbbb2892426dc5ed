import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { StallDay } from '#contract/market/stall.ts'
import { changeStall } from '../hub.ts'
import { NOTHING_YET } from '../stall-state.ts'
import type { SentRow } from '../store/stored.ts'
import { UnsentView } from './unsent-view.tsx'

afterEach(() => changeStall(NOTHING_YET))

function aNote(id: string, step: number): SentRow {
  const sale = { lines: [], tenders: [], note: null, madeAt: '2026-11-21T17:00:00.000Z' }
  return {
    ...{ id, seq: step, step, at: 0, outcome: 'set-aside', message: `Decide about ${id}.` },
    command: { ...sale, kind: 'sell', id, seq: step, marketDayId: 1 },
  }
}

test('a note waits for the farmer until the shop, asked later, lists it no more', () => {
  const day = { toDecide: ['open'] } as unknown as StallDay
  const sent = [aNote('open', 1), aNote('decided', 2), aNote('newer', 4)]
  changeStall({ days: [{ id: 1, day, step: 3, loadedAt: 0 }], sent })
  render(<UnsentView />)
  expect(screen.getAllByText(/^Decide about/).map((line) => line.textContent)).toEqual([
    'Decide about open.',
    'Decide about newer.',
  ])
})
