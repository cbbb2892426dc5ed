import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Truck } from '#contract/truck.ts'
import { BEETS, EGGS, openDesk, PICKLES } from '#tests/a-desk.tsx'

const MARKET = { id: 7, day: '2026-11-21', placeName: 'Farmers market' }

const RODE = {
  ...{ productId: BEETS.id, name: BEETS.name, unit: null, stock: 0, taken: 20, loaded: 20 },
  ...{ most: 20, sold: 1, back: 0, waste: 0, missing: 0, beyond: 0, isSettled: false },
}

const TRUCK: Truck = {
  ...{ marketDay: MARKET, isOver: false },
  products: [RODE, { ...RODE, productId: PICKLES.id, stock: 4, loaded: 3, sold: 0 }],
}

function openSell() {
  const ways = [{ name: 'Cash', isCash: true, givesChange: true }]
  const choices = { today: '2026-11-21', marketDays: [MARKET], truckDays: [], ways }
  return openDesk(
    {
      'GET /api/sales/choices': { body: choices },
      'GET /api/market-days/7/truck': { body: TRUCK },
      'GET /api/desk/products': { body: [EGGS, PICKLES, BEETS] },
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
