import { describe, expect, test } from 'vitest'
import { stateOfAddress } from '#contract/calendar/us-states.ts'
import { addSetting } from '#server/features/settings/change-setting.ts'
import { aBareBuyer, aKeyedBuyer, type Body, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { ask } from '#tests/a-visitor.ts'

const SAID = 'We deliver only in South Dakota. Please choose pickup, or call (605) 745-3210.'

async function aFarmAt(business_address: string) {
  const shop = await aShop()
  const said = { business_address, contact_phone: '(605) 745-3210' }
  for (const [key, value] of Object.entries(said))
    await addSetting(shop.db, { key: key as keyof typeof said, value }, shop.clock.now)
  const eggs = await aProduct(shop.db, { price: 2500 })
  const to = (zipCode: string, state = 'SD') => {
    const shippingAddress = { address: '1 Main St', city: 'Town', state, zipCode }
    const way = { deliveryMethod: 'shipping', pickupLocation: null, shippingAddress }
    return orderBody([[eggs, 1]], way)
  }
  return { shop, eggs, to }
}

const holdsOf = async ({ db, settled }: AShop) => {
  await settled()
  const holds = await db.selectFrom('sandbox_intents').select('status').orderBy('id').execute()
  return holds.map(({ status }) => status)
}

test.each([
  ['Hot Springs, SD', 'SD'],
  ['1420 Mill Rd, Hot Springs, SD 57747', 'SD'],
  ['Athens, Ohio 45701, USA', 'OH'],
  ['12 Elm St, Charleston, West Virginia', 'WV'],
  ['Rte 2, Barre VT 05641-1234', 'VT'],
  ['Ohio', 'OH'],
  ['Hot Springs', null],
  ['Old Mill', null],
  ['', null],
])('the state of “%s” is %s', (address, state) => {
  expect(stateOfAddress(address)).toBe(state)
})

describe('while no ZIP codes are named, delivery out of the farm’s own state', () => {
  test('is refused before anything is held', async () => {
    const { shop, to } = await aFarmAt('Hot Springs, SD')
    const refusal = expect.objectContaining({ message: SAID, code: 'delivery-not-here' })
    for (const [zip = '', state] of [
      ['10118', 'NY'],
      ['90210', 'SD'],
      ['60601', ''],
    ]) {
      const asked = await shop.inject({ url: `/api/delivery-zones/${zip}` })
      const quoted = await aKeyedBuyer(shop).createIntent(to(zip, state))
      for (const answer of [asked, quoted])
        expect([answer.statusCode, answer.json()], zip).toEqual([400, refusal])
    }
    expect(await holdsOf(shop)).toEqual([])
  })

  test('is refused a literal client by 400, and its hold is given back', async () => {
    const { shop, to } = await aFarmAt('Hot Springs, SD')
    const refused = await aBareBuyer(shop).buy(to('10118', 'NY'))
    expect([refused.statusCode, refused.json().message]).toEqual([400, SAID])
    expect(await holdsOf(shop)).toEqual(['canceled'])
    expect((await aBareBuyer(shop).buy(to('57747'))).statusCode).toBe(201)
  })

  test('is not refused where the farm’s address names no state', async () => {
    const { shop, to } = await aFarmAt('Hot Springs')
    expect((await aBareBuyer(shop).buy(to('99501', 'AK'))).statusCode).toBe(201)
  })

  test('is denied by the helper too', async () => {
    const { shop } = await aFarmAt('Hot Springs, SD')
    expect(await ask(shop, 'do you deliver to 10118?')).toMatch(
      /^No, we don’t deliver to 10118, only in the Hot Springs area\./,
    )
  })
})

describe('an order refused for its fields gives its hold back at once', () => {
  const without = (field: string) => (body: Body) => {
    const { [field]: _, ...orderData } = body.orderData as Record<string, unknown>
    return { ...body, orderData }
  }
  const onTheMoon = (body: Body) => {
    return { ...body, orderData: { ...body.orderData, pickupLocation: 'the_moon' } }
  }
  test.each([
    ['a place', without('pickupLocation')],
    ['a name', without('customerName')],
    ['a place that there is', onTheMoon],
  ])('without %s', async (_, spoil) => {
    const { shop, eggs } = await aFarmAt('')
    const buyer = aBareBuyer(shop)
    const body = orderBody([[eggs, 1]])
    await buyer.createIntent(body)
    expect((await buyer.placeOrder(spoil(body))).statusCode).toBe(400)
    expect(await holdsOf(shop)).toEqual(['canceled'])
    expect((await buyer.buy(body)).statusCode).toBe(201)
    expect((await holdsOf(shop)).sort()).toEqual(['canceled', 'succeeded'])
  })
})
