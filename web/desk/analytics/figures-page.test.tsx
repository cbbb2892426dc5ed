import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { PeriodFigures } from '#contract/money/figures.ts'
import { type Answers, openDesk } from '#tests/a-desk.tsx'

const NO_MONEY = { taken: 0, givenBack: 0, fees: 0, net: 0 }

const NOTHING: PeriodFigures = {
  ...{ from: '2026-11-01', to: '2026-11-30', today: '2026-11-20' },
  ...{ orders: 0, sales: 0, revenue: 0, products: [], others: [], categories: [], places: [] },
  weekdays: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, orders: 0, revenue: 0 })),
  tenders: (['card', 'cash', 'check', 'other'] as const).map((kind) => ({ kind, revenue: 0 })),
  ...{ days: [], stock: [] },
  money: {
    ...NO_MONEY,
    ways: (['card', 'cash', 'check', 'other'] as const).map((kind) => ({ kind, ...NO_MONEY })),
    untold: 0,
  },
  ...{ testMode: false, hasSeason: false },
}

const EGGS = { productId: 1, name: 'Eggs', category: 'Farm Eggs', units: 41, revenue: 205 }

const FULL: PeriodFigures = {
  ...NOTHING,
  ...{ orders: 12, sales: 1, revenue: 203.5 },
  products: [
    { ...EGGS, cost: null, margin: null },
    { ...EGGS, productId: 2, name: 'Bagels', units: 2, revenue: 10, cost: 2.5, margin: 7.5 },
  ],
  others: [{ kind: 'refund', amount: -11.5 }],
  categories: [{ category: 'Farm Eggs', units: 43, revenue: 215 }],
  places: [{ name: 'Farmers market', orders: 12, sales: 1, revenue: 203.5 }],
  days: [{ day: '2026-11-07', orders: 12, sales: 1, revenue: 203.5 }],
  stock: [
    {
      ...{ productId: 1, name: 'Eggs', harvested: 60, sold: 41, gifts: 2, wasted: 3, missing: 4 },
      sellThrough: 82,
    },
  ],
  money: { ...NOTHING.money, taken: 215, givenBack: 11.5, fees: 6.2, net: 197.3, untold: 2 },
}

const MONTH = 'GET /api/analytics/period?period=this-month'
const weeks = {
  weeks: [
    { monday: '2026-11-09', orders: 1, revenue: 5 },
    { monday: '2026-11-16', orders: 12, revenue: 1234.5 },
  ],
  lowStock: [{ id: 3, name: 'Ruby Beets, bunch', stock: 0 }],
  testMode: true,
}
const WEEKS = { 'GET /api/analytics/figures': { body: weeks } }

const open = (answers: Answers, hash = 'figures') => openDesk({ ...WEEKS, ...answers }, hash)
const rowsOf = (caption: string) =>
  within(screen.getByRole('table', { name: caption }))
    .getAllByRole('row')
    .map((row) => row.textContent)

describe('the figures', () => {
  test('of a period stand in tables, with what is no product, and the sum', async () => {
    open({ [MONTH]: { body: FULL } })
    expect(await screen.findByText('12 orders · 1 walk-in sale')).toBeTruthy()
    expect(rowsOf('Revenue by product')).toEqual([
      'ProductSoldCostMarginRevenue',
      'Eggs41––$205.00',
      'BagelsMargin $7.50, 75%2$2.50$7.50, 75%$10.00',
      'Given back for no particular item-$11.50',
      'Together$203.50',
    ])
    expect(rowsOf('What became of the goods')[1]).toBe(
      'Eggs60 harvested, 41 sold, 2 given away, 3 wasted, 4 missing604123482%',
    )
    const card = screen.getByText(/^The card provider has not reported/)
    expect(card.textContent).toBe(
      'The card provider has not reported its fees for 2 payments yet. No sales tax is collected: the shop adds none to its prices.',
    )
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
      '/api/analytics/bookkeeping.csv?from=2026-11-01&to=2026-11-30',
    )
  })

  test('are asked for the days that are chosen, which the address holds', async () => {
    const turned = 'GET /api/analytics/period?from=2026-11-01&to=2026-11-30'
    const { user, requests: requested } = open({
      [MONTH]: { body: FULL },
      [turned]: { body: NOTHING },
      'GET /api/analytics/period?period=last-month': { body: NOTHING },
    })
    await screen.findByText('12 orders · 1 walk-in sale')
    await user.selectOptions(screen.getByLabelText('Show'), 'Last month')
    expect(window.location.hash).toBe('#figures/last-month')
    expect(await screen.findByText('Nothing was sold on these days.')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Show'), 'From … to …')
    expect(window.location.hash).toBe('#figures/2026-11-01/2026-11-30')
    await user.clear(screen.getByLabelText('Last day'))
    await user.type(screen.getByLabelText('Last day'), '2026-10-02')
    expect(screen.getByText('The last day must not be before the first one.')).toBeTruthy()
    expect(requested.filter(({ call }) => call.includes('2026-10-02'))).toEqual([])
  })

  test('say that they could not be loaded, and are asked for again', async () => {
    const { user } = open({ [MONTH]: [{ status: 500, body: {} }, { body: FULL }] })
    const [failed] = await screen.findAllByText('The figures could not be loaded.')
    expect(failed).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement)
    expect(await screen.findByText('12 orders · 1 walk-in sale')).toBeTruthy()
  })

  test('of card orders stand in a table as well, the newest week first', async () => {
    const { user } = open({ [MONTH]: { body: NOTHING } })
    await user.click(await screen.findByText('Show as a table'))
    expect(rowsOf('Revenue per week')).toEqual([
      'Week fromOrdersRevenue',
      'Nov 1612$1,234.50',
      'Nov 91$5.00',
    ])
    expect(screen.getByText('0 in stock')).toBeTruthy()
  })
})
