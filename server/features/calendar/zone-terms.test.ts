import { describe, expect, test } from 'vitest'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aFarmCalendar, MARKET } from '#tests/a-farm-calendar.ts'

/** The delivery zone every shop starts with. */
const EVERYWHERE = 3

type Farm = Awaited<ReturnType<typeof aFarmCalendar>>

/** Eggs are $5.00 a dozen; `fee` is what the client claims, in dollars. */
function delivered(farm: Farm, { dozens, zipCode = '57747', fee = 5 }: ZoneRequest) {
  const shippingAddress = { address: '1 Main St', city: 'Custer', state: 'SD', zipCode }
  const total = (farm.eggs.price * dozens * 100 + fee * 100) / 100
  const way = { deliveryMethod: 'shipping', pickupLocation: null, shippingAddress }
  return orderBody([[farm.eggs, dozens]], { ...way, total })
}
type ZoneRequest = { dozens: number; zipCode?: string; fee?: number }

const zone = (terms: object, zips: string[] = ['57730']) => ({
  ...{ kind: 'delivery', name: 'Custer', zips },
  ...terms,
})

describe('a zone’s own fee and minimum', () => {
  test('are $5 and $20 until the farmer says otherwise, also for a client of the specification, and may be nothing', async () => {
    const farm = await aFarmCalendar()
    const { places } = await farm.show()
    expect(places.at(-1)).toMatchObject({ kind: 'delivery', fee: 5, minimum: 20 })
    const requested = (await farm.inject({ url: '/api/market-days' })).json()
    expect(requested.places.map((place: { delivery?: object }) => place.delivery)).toEqual([
      ...[undefined, undefined, { fee: 5, minimum: 20 }],
    ])
    expect((await aBareBuyer(farm).buy(delivered(farm, { dozens: 4 }))).statusCode).toBe(201)
    const small = await aBareBuyer(farm).buy(delivered(farm, { dozens: 3 }))
    expect([small.statusCode, small.json().message]).toEqual([
      ...[409, 'Delivery is for orders of $20.00 or more. Please choose pickup.'],
    ])
    await farm.answer('PUT', `/api/places/${EVERYWHERE}`, { fee: 0, minimum: 0 })
    const free = await aKeyedBuyer(farm).buy(delivered(farm, { dozens: 1, fee: 0 }))
    expect([free.statusCode, free.json().message]).toEqual([201, undefined])
  })

  test('are asked of the ZIP codes it names alone, and another total is refused', async () => {
    const farm = await aFarmCalendar()
    await farm.answer('POST', '/api/places', zone({ fee: 7.5, minimum: '30' }))
    const refusal = async (request: ZoneRequest) => {
      const [keyed, bare] = [aKeyedBuyer(farm), aBareBuyer(farm)]
      const answers = [
        await keyed.buy(delivered(farm, request)),
        await bare.buy(delivered(farm, request)),
      ]
      return answers.map((answer) => [
        answer.statusCode,
        answer.json().error ?? answer.json().message,
      ])
    }
    const changed = [409, 'Prices have changed: the total is now $37.50.']
    expect(await refusal({ dozens: 6, zipCode: '57730' })).toEqual([changed, changed])
    const small = [409, 'Delivery is for orders of $30.00 or more. Please choose pickup.']
    expect(await refusal({ dozens: 5, zipCode: '57730', fee: 7.5 })).toEqual([small, small])
    const placed = await aKeyedBuyer(farm).buy(
      delivered(farm, { dozens: 6, zipCode: '57730', fee: 7.5 }),
    )
    expect(placed.statusCode).toBe(201)
    const { receiptUrl } = placed.json()
    const receipt = await farm.inject({ url: `/api/receipts/${receiptUrl.split('/').at(-1)}` })
    expect(receipt.json()).toMatchObject({ deliveryFee: 7.5, total: 37.5 })
    expect((await aKeyedBuyer(farm).buy(delivered(farm, { dozens: 4 }))).statusCode).toBe(201)
    expect(await checkBooks(farm.db)).toEqual([])
  })
})

describe('a fee that the farmer changes while somebody pays', () => {
  test('changes nothing for a payment that was begun, either way and whatever the minimum', async () => {
    const farm = await aFarmCalendar()
    for (const terms of [{ fee: 9 }, { fee: 0 }, { fee: 5, minimum: 100 }]) {
      const url = `/api/places/${EVERYWHERE}`
      await farm.answer('PUT', url, { fee: 5, minimum: 20 })
      const [buyer, body] = [aKeyedBuyer(farm), delivered(farm, { dozens: 4 })]
      await buyer.confirm(await buyer.createIntent(body))
      await farm.answer('PUT', url, terms)
      const placed = await buyer.placeOrder(body)
      expect([placed.statusCode, placed.json().message]).toEqual([201, undefined])
    }
    const { rows } = { rows: await farm.db.selectFrom('orders').select('total_cents').execute() }
    expect(rows.map(({ total_cents }) => total_cents)).toEqual([2500, 2500, 2500])
    expect(await checkBooks(farm.db)).toEqual([])
  })

  test('counts where no quote was made, and once the quote is over', async () => {
    const farm = await aFarmCalendar()
    const [bare, body] = [aBareBuyer(farm), delivered(farm, { dozens: 4 })]
    await bare.createIntent(body)
    const late = aKeyedBuyer(farm)
    await late.createIntent(body)
    await farm.answer('PUT', `/api/places/${EVERYWHERE}`, { fee: 9 })
    const changed = [409, 'Prices have changed: the total is now $29.00.']
    const answers = [await bare.placeOrder(body)]
    farm.clock.now = new Date(farm.clock.now.getTime() + 16 * 60_000)
    answers.push(await late.createIntent(body))
    expect(
      answers.map((answer) => [answer.statusCode, answer.json().error ?? answer.json().message]),
    ).toEqual([changed, changed])
  })
})

test('the desk refuses amounts that are none, too large or of a pickup place', async () => {
  const farm = await aFarmCalendar()
  const url = `/api/places/${EVERYWHERE}`
  const refused = async (change: object, at = url) =>
    (await farm.refusal('PUT', at, change)).slice(0, 3)
  for (const fee of [-1, 1000.01, 'a lot', 1.234, null])
    expect(await refused({ fee })).toEqual([400, 'invalid', 'fee'])
  expect(await refused({ minimum: -1 })).toEqual([400, 'invalid', 'minimum'])
  const market = `/api/places/${MARKET}`
  expect(await refused({ fee: 1 }, market)).toEqual([400, 'invalid', 'fee'])
  expect(await refused({ minimum: 1 }, market)).toEqual([400, 'invalid', 'minimum'])
})
