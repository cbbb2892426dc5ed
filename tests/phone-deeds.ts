import fc from 'fast-check'
import { aKeyedBuyer, orderBody } from './a-buyer.ts'
import { type Deed, deed, orderNumber, seen } from './market-deed.ts'

const WAYS = ['Cash', 'Venmo']

/** From two windows at once, paid or not. */
export const writingDown: fc.Arbitrary<Deed> = fc
  .record({
    place: fc.nat(1),
    quantity: fc.integer({ min: 1, max: 3 }),
    off: fc.integer({ min: 0, max: 120 }),
    paidBy: fc.constantFrom(null, ...WAYS),
  })
  .map(({ place, quantity, off, paidBy }) =>
    deed(`writes down ${quantity} of ${place}, ${paidBy ?? 'to pay later'}`, async (market) => {
      const product = await seen(market, place)
      const calendar = await market.desk('GET', '/api/calendar')
      if (calendar.statusCode !== 200) return
      const cents = Math.max(1, Math.round(product.price * 100) - off)
      const body = {
        ...{
          id: crypto.randomUUID(),
          customerName: 'Rosa',
          marketDayId: calendar.json().days[0].id,
        },
        items: [{ productId: product.id, quantity, price: cents / 100 }],
        ...{ total: (cents * quantity) / 100, paidBy, makesRoom: true },
      }
      const write = () => market.desk('POST', '/api/desk/orders', body)
      await Promise.all([write(), write()])
    }),
  )

/** For any order, the same from two phones at once. */
export const takingMoney: fc.Arbitrary<Deed> = fc
  .record({
    id: orderNumber,
    kind: fc.constantFrom('taken', 'taken', 'given-back'),
    way: fc.constantFrom(...WAYS),
    amount: fc.integer({ min: 1, max: 900 }),
  })
  .map(({ id, kind, way, amount }) =>
    deed(`${kind} ${amount} by ${way} for order ${id}`, async (market) => {
      const body = { id: crypto.randomUUID(), kind, way, amount: amount / 100 }
      const take = () => market.desk('POST', `/api/orders/${id}/tenders`, body)
      await Promise.all([take(), take()])
    }),
  )

/** In the shop, to be paid at pickup, from two windows at once; some change their mind and pay by card. */
export const orderingToPayLater: fc.Arbitrary<Deed> = fc
  .record({
    place: fc.nat(1),
    quantity: fc.integer({ min: 1, max: 3 }),
    alsoByCard: fc.boolean(),
  })
  .map(({ place, quantity, alsoByCard }) =>
    deed(
      `buys ${quantity} of ${place} at pickup${alsoByCard ? ', or by card' : ''}`,
      async (market) => {
        const product = await seen(market, place)
        const customerEmail = `${crypto.randomUUID()}@example.com`
        const cart = aKeyedBuyer(market.shop)
        const body = orderBody([[product, quantity]], { paymentMethod: 'at_pickup', customerEmail })
        const order = () => cart.placeOrder(body)
        const pay = () => cart.buy(orderBody([[product, quantity]], { customerEmail }))
        await Promise.all([order(), alsoByCard ? pay() : order()])
      },
    ),
  )
