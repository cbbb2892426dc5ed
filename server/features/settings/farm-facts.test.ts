import { expect, test } from 'vitest'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { signedInDesk } from '#tests/at-desk.ts'

async function aFarm() {
  const shop = await aShop()
  const { ask } = await signedInDesk(shop)
  const add = (key: string, value: string) => ask('POST', '/api/settings', { key, value })
  return { shop, ask, add }
}

const NAME = 'Please enter the farm’s name, at most 60 characters.'
const STATE = 'Please enter a state in two capital letters, such as SD.'
const FORM = 'Please enter a color such as #2f5d3a, or nothing.'
const PALE = 'White text on this color is hard to read. Please choose a darker one.'

test('what does not fit is refused in a sentence', async () => {
  const { add } = await aFarm()
  for (const [key, value, message] of [
    ['farm_name', ' ', NAME],
    ['farm_name', 'x'.repeat(61), NAME],
    ['farm_name', 'Miller\nFarm', NAME],
    ['default_state', '', STATE],
    ['default_state', 'oh', STATE],
    ['default_state', 'Ohio', STATE],
    ['accent_color', 'green', FORM],
    ['accent_color', '#777', FORM],
    ['accent_color', '#777777', PALE],
    ['accent_color', '#ffffff', PALE],
  ] as const) {
    const answer = await add(key, value)
    const refusal = { code: 'invalid', message, field: 'value' }
    expect([key, value, answer.statusCode, answer.json()]).toEqual([key, value, 400, refusal])
  }
})

test('what fits is kept', async () => {
  const name = { farm_name: 'Miller & Sons', default_state: 'OH', accent_color: '' }
  // White on it has a contrast of 4.54; no lighter gray reaches 4.5.
  const color = { accent_color: '#767676', pickup_note: 'Park behind the barn.\nRing twice.' }
  for (const values of [name, color]) {
    const { add } = await aFarm()
    for (const [key, value] of Object.entries(values))
      expect((await add(key, value)).json()).toMatchObject({ key, value })
  }
})

test('an address that names no state has the farm’s own, SD before the farmer says another', async () => {
  const { shop, ask, add } = await aFarm()
  const eggs = await aProduct(shop.db, { price: 2500 })
  const buy = async (state?: string) => {
    const address = { address: '1 Main St', city: 'Athens', zipCode: '57747' }
    const shippingAddress = state === undefined ? address : { ...address, state }
    const more = { deliveryMethod: 'shipping', pickupLocation: '', shippingAddress }
    const { id } = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]], more))).json()
    return (await ask('GET', `/api/orders/${id}`)).json().shippingAddress.state
  }
  expect(await buy()).toBe('SD')
  await add('default_state', 'OH')
  expect([await buy(), await buy(''), await buy('pa')]).toEqual(['OH', 'OH', 'PA'])
})
