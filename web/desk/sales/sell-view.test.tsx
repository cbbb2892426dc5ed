import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Truck } from '#contract/truck.ts'
import { BEETS, bodies, EGGS, openDesk, PICKLES } from '#tests/a-desk.tsx'

const CHICKEN = {
  ...{ ...EGGS, id: 4, name: 'Whole Chicken', price: 32.5, stock: 2 },
  ...{ weighUnit: 'lb' as const, weighPrice: 6.5, weighTo: 5, weighed: 'by weight' },
}

const MARKET = { id: 7, day: '2026-11-21', placeName: 'Farmers market' }

const RODE = {
  ...{ productId: BEETS.id, name: BEETS.name, unit: null, stock: 0, taken: 20, loaded: 20 },
  ...{ most: 20, sold: 1, back: 0, waste: 0, missing: 0, beyond: 0, isSettled: false },
}

const TRUCK: Truck = {
  ...{ marketDay: MARKET, isOver: false },
  products: [RODE, { ...RODE, productId: PICKLES.id, stock: 4, loaded: 3, sold: 0 }],
}

const SOLD = {
  ...{ id: 'a', at: '2026-11-21T17:00:00.000Z', marketDayId: 7, placeName: 'Farmers market' },
  total: 23.08,
  ...{ lines: [], tenders: [], note: null, undoneAt: null },
}

function openSell() {
  const ways = [{ name: 'Cash', isCash: true, givesChange: true }]
  const choices = { today: '2026-11-21', marketDays: [MARKET], truckDays: [], ways }
  return openDesk(
    {
      'GET /api/sales/choices': { body: choices },
      'GET /api/market-days/7/truck': { body: TRUCK },
      'GET /api/desk/products': { body: [EGGS, PICKLES, BEETS, CHICKEN] },
      'POST /api/sales': { status: 201, body: SOLD },
    },
    'market/sell',
  )
}

test('a product of the day’s truck says how many ride along, and only of that day', async () => {
  const { user } = openSell()
  const tile = async (name: string) =>
    within(await screen.findByRole('button', { name: new RegExp(name) }))
  expect(await (await tile('Ruby Beets')).findByText('19 on the truck')).toBeTruthy()
  expect((await tile('Dill Pickles')).getByText('3 on the truck, 4 at the farm')).toBeTruthy()
  expect((await tile('Farm Fresh')).getByText('18 left')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Sold at'), '')
  expect((await tile('Ruby Beets')).getByText('none left')).toBeTruthy()
})

test('what is sold by weight is in the sale once it was weighed', async () => {
  const { user, requests } = openSell()
  const tile = await screen.findByRole('button', { name: /Whole Chicken/ })
  expect(tile.textContent).toContain('$6.50/lb')
  await user.click(tile)
  expect(screen.queryByText('To pay')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add it' }))
  await user.type(screen.getByLabelText('Weight in lb'), '3.55')
  await user.click(screen.getByRole('button', { name: 'Add for $23.08' }))
  expect(screen.getByText('Whole Chicken, 3.55 lb')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^One Whole Chicken.* more/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sold for $23.08' }))
  expect(bodies(requests, 'POST /api/sales')).toMatchObject([
    { lines: [{ productId: 4, units: 1, amount: 23.08 }], marketDayId: 7 },
  ])
})
