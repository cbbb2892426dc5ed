import fc from 'fast-check'
import { orderMarkOf } from '#server/features/order-balance/order-balance.ts'
import { aPhone, type Phone } from './a-stall.ts'
import { type Deed, deed, type Market, orderNumber, seen } from './market-deed.ts'

const phones = new WeakMap<Market, Promise<Phone>>()

function phoneOf(market: Market): Promise<Phone> {
  const made = phones.get(market) ?? signPhoneIn(market)
  phones.set(market, made)
  return made
}

async function signPhoneIn({ shop }: Market): Promise<Phone> {
  const days = shop.db.selectFrom('market_days').select('id').where('place_id', '=', 1)
  const { id: dayId } = await days.orderBy('day').executeTakeFirstOrThrow()
  return aPhone(shop, { dayId })
}

async function sendTwice(phone: Phone, commands: readonly object[]): Promise<void> {
  await Promise.all([phone.post(commands), phone.post(commands)])
}

const UNDONE = ['not', 'after', 'before'] as const

/** An undo may be heard before the command it names. */
function inOrder(undone: (typeof UNDONE)[number], command: object, undo: object): object[][] {
  if (undone === 'not') return [[command]]
  return undone === 'after' ? [[command], [undo]] : [[undo], [command]]
}

const selling = fc
  .record({
    place: fc.nat(1),
    units: fc.integer({ min: 1, max: 4 }),
    isGift: fc.boolean(),
    undone: fc.constantFrom(...UNDONE),
  })
  .map(({ place, units, isGift, undone }) =>
    deed(`a phone sells ${units} of ${place}, undone: ${undone}`, async (market) => {
      const phone = await phoneOf(market)
      const { id: productId } = await seen(market, place)
      const amount = units * 1.5
      const lines = [
        { productId, units, amount: isGift ? 0 : amount },
        { name: 'Bag of seconds', units: 1, amount: isGift ? 0 : 2 },
      ]
      const paid = [
        { way: 'Cash', isCash: true, amount },
        { way: 'Check', isCash: false, amount: 2 },
      ]
      const sale = phone.make('sell', { lines, tenders: isGift ? [] : paid, note: null })
      const undo = phone.make('void-sale', { target: sale.id })
      for (const sent of inOrder(undone, sale, undo)) await sendTwice(phone, sent)
    }),
  )

const trucking = fc
  .record({
    place: fc.nat(1),
    units: fc.integer({ min: 1, max: 6 }),
    kind: fc.constantFrom('load', 'unload', 'came-home'),
  })
  .map(({ place, units, kind }) =>
    deed(`a phone says ${kind} ${units} of ${place}`, async (market) => {
      const phone = await phoneOf(market)
      const { id: productId } = await seen(market, place)
      const sent =
        kind === 'came-home'
          ? phone.make(kind, { goods: [{ productId, back: units, waste: 1 }], replaces: [] })
          : phone.make(kind, { goods: [{ productId, units }] })
      await sendTwice(phone, [sent])
    }),
  )

async function boxOf({ shop: { db } }: Market, id: number) {
  const order = db.selectFrom('orders').select('receipt_secret').where('id', '=', id)
  const secret = (await order.executeTakeFirst())?.receipt_secret
  const lines = db
    .selectFrom('order_items')
    .select(['product_id as productId', 'quantity as units'])
  const items = await lines.where('order_id', '=', id).where('quantity', '>', 0).execute()
  return { order: { id, mark: orderMarkOf(secret ?? 'nobody’s') }, items }
}

const giving = fc
  .record({ id: orderNumber, undone: fc.constantFrom(...UNDONE) })
  .map(({ id, undone }) =>
    deed(`a phone hands order ${id} over, undone: ${undone}`, async (market) => {
      const phone = await phoneOf(market)
      const { order, items } = await boxOf(market, id)
      const give = phone.make('give', { order, items })
      const back = phone.make('take-back', { order, gives: [give.id] })
      for (const sent of inOrder(undone, give, back)) await sendTwice(phone, sent)
    }),
  )

const paying = fc
  .record({
    id: orderNumber,
    dollars: fc.integer({ min: 1, max: 9 }),
    undone: fc.constantFrom(...UNDONE),
  })
  .map(({ id, dollars, undone }) =>
    deed(`a phone takes $${dollars} for order ${id}, undone: ${undone}`, async (market) => {
      const phone = await phoneOf(market)
      const { order } = await boxOf(market, id)
      const tenders = [{ way: 'Cash', isCash: true, amount: dollars }]
      const pay = phone.make('pay', { order, tenders })
      const undo = phone.make('void-pay', { target: pay.id })
      for (const sent of inOrder(undone, pay, undo)) await sendTwice(phone, sent)
    }),
  )

export const byPhone: fc.Arbitrary<Deed> = fc.oneof(selling, trucking, giving, paying)
