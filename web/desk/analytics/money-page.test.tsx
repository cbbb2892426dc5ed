import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Takings } from '#contract/money/analytics.ts'
import type { PeriodFigures } from '#contract/money/figures.ts'
import { type Answers, expectToast, openDesk } from '#tests/a-desk.tsx'

const NO_MONEY = { taken: 0, givenBack: 0, total: 0, fees: 0, net: 0 }

const NOTHING: PeriodFigures = {
  ...{ from: '2026-11-01', to: '2026-11-30', today: '2026-11-20' },
  ...{ orders: 0, sales: 0, revenue: 0, products: [], others: [], categories: [], places: [] },
  ...{ days: [], stock: [] },
  money: { ...NO_MONEY, ways: [], untold: 0, weeks: [] },
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
  money: {
    ...{ taken: 215, givenBack: 11.5, total: 203.5, fees: 6.2, net: 197.3, untold: 2 },
    weeks: [
      { from: '2026-11-09', total: 76 },
      { from: '2026-11-16', total: 203.5 },
    ],
    ways: [
      {
        ...NO_MONEY,
        kind: 'card',
        name: 'Card',
        taken: 153,
        givenBack: 11.5,
        total: 141.5,
        fees: 6.2,
      },
      { ...NO_MONEY, kind: 'cash', name: 'Cash', taken: 40, total: 40 },
      { ...NO_MONEY, kind: 'other', name: 'SNAP/EBT', taken: 22, total: 22 },
    ],
  },
}

const WEEK = 'GET /api/analytics/period?period=this-week'

const TAKINGS: Takings = { card: 3412.5, orders: 310, sales: 45.5, together: 3768 }

const open = (answers: Answers, hash = 'money') =>
  openDesk({ 'GET /api/analytics/takings': { body: TAKINGS }, ...answers }, hash)
const rowsOf = (caption: string) =>
  within(screen.getByRole('table', { name: caption }))
    .getAllByRole('row')
    .map((row) => row.textContent)

describe('Money', () => {
  test('has one total, each way to pay by its own name, and how it comes from the stat card', async () => {
    open({ [WEEK]: { body: FULL } })
    const total = within(await screen.findByRole('region', { name: 'Total' }))
    expect(total.getByText('$203.50')).toBeTruthy()
    expect(total.getByText('$127.50 more than last week')).toBeTruthy()
    const ways = within(screen.getByRole('list', { name: 'By way to pay' }))
    expect(ways.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'Card$141.50Card fees $6.20',
      'Cash$40.00',
      'SNAP/EBT$22.00',
    ])
    expect(screen.getByText('$11.50 was refunded and is already taken off.')).toBeTruthy()
    expect((await screen.findByText(/^Since you started: /)).parentElement?.textContent).toBe(
      'Since you started: Total Revenue $3,412.50 by card + $310.00 for orders paid another way + $45.50 walk-in sales = $3,768.00',
    )
    const file = screen.getByRole('link', { name: 'Download file' })
    expect(file.getAttribute('href')).toBe(
      '/api/analytics/bookkeeping.csv?from=2026-11-01&to=2026-11-30',
    )
    expect(screen.getByText(/^\$215\.00 taken/).parentElement?.textContent).toBe(
      '$215.00 taken, $11.50 refunded, total $203.50',
    )
    expect(screen.getByText(/^By the day the money moved\./).textContent).toBe(
      'By the day the money moved. The card provider has not reported its fees for 2 payments yet. No sales tax is collected: the shop adds none to its prices.',
    )
  })

  test('says why a file for the books was refused', async () => {
    const message = 'These are test cards: no real money.'
    const body = { code: 'invalid', field: 'form', message }
    const file = 'GET /api/analytics/bookkeeping.csv?from=2026-11-01&to=2026-11-30&form=xero'
    const { user } = open({ [WEEK]: { body: FULL }, [file]: { status: 400, body } })
    await user.selectOptions(await screen.findByLabelText('For'), 'xero')
    await user.click(screen.getByRole('link', { name: 'Download file' }))
    await expectToast('Not downloaded', message)
  })

  test('shows what sold one tap below, with what is no product, and the sum', async () => {
    const { user } = open({ [WEEK]: { body: FULL } })
    await user.click(await screen.findByText('What sold, and what became of the harvest'))
    expect(rowsOf('Revenue by product')).toEqual([
      'ProductSoldCostMarginRevenue',
      'Eggs41––$205.00',
      'BagelsMargin $7.50, 75%2$2.50$7.50, 75%$10.00',
      'Refunds not tied to an item-$11.50',
      'Total$203.50',
    ])
    expect(rowsOf('What became of the goods')[1]).toBe(
      'Eggs60 harvested, 41 sold, 2 given away, 3 wasted, 4 gone604123482%',
    )
    await user.click(screen.getByText('Show as a table'))
    expect(rowsOf('Revenue per day')[1]).toBe('Monday, Nov 300$0.00')
  })

  test('is asked for the days that are chosen, which the address holds', async () => {
    const turned = 'GET /api/analytics/period?from=2026-11-01&to=2026-11-30'
    const { user, requests } = open({
      [WEEK]: { body: FULL },
      [turned]: { body: NOTHING },
      'GET /api/analytics/period?period=last-month': { body: NOTHING },
    })
    await screen.findByText('$127.50 more than last week')
    await user.click(screen.getByRole('link', { name: 'Last month' }))
    expect(window.location.hash).toBe('#money/last-month')
    expect(await screen.findByText('No money moved on these days.')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Choose dates' }))
    expect(window.location.hash).toBe('#money/2026-11-01/2026-11-30')
    await user.clear(screen.getByLabelText('Last day'))
    await user.type(screen.getByLabelText('Last day'), '2026-10-02')
    expect(screen.getByText('The last day must not be before the first one.')).toBeTruthy()
    expect(requests.filter(({ call }) => call.includes('2026-10-02'))).toEqual([])
  })

  test('says that it could not be added up, and is asked for again', async () => {
    const { user } = open({ [WEEK]: [{ status: 500, body: {} }, { body: FULL }] })
    const failed = within(await screen.findByRole('alert'))
    expect(failed.getByText('The money could not be added up.')).toBeTruthy()
    await user.click(failed.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('$127.50 more than last week')).toBeTruthy()
  })
})
