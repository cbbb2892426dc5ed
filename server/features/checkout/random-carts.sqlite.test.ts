import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_CHARGE, toCents } from '#contract/money/money.ts'
import type { Basket } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { Refusal } from '#server/core/refusal.ts'
import { aKeyedBuyer, BY_DELIVERY, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { priceBasket } from './price-basket.ts'

/** Fixed, so a run can be repeated; fast-check prints it on failure. */
const SEED = 20_261_121

/** In cents: prices that floats add up wrong, the smallest, the largest, and a spread. */
const AWKWARD = [160, 560, 1, 10, 70, 110, 220, 285, 1005, 1999, 2000, 3333, 10_000_000]
const PRICES = [...AWKWARD, ...Array.from({ length: 40 }, (_, place) => 7 + place * 53)]

/** Carts of exactly $20.00 and of a cent less, as [price, quantity]. */
const AT_THE_EDGE = [
  [
    [160, 2],
    [560, 3],
  ],
  [[2000, 1]],
  [[1999, 1]],
  [[10, 200]],
  [[1, 2000]],
  [[1, 1999]],
]

type Line = { product: Product; quantity: number }
type Cart = { lines: Line[]; method: 'pickup' | 'shipping' }

async function aShelf() {
  const shop = await aShop()
  const shelf: Product[] = []
  for (const price of PRICES)
    shelf.push(await aProduct(shop.db, { name: `At ${price}`, price, stock: 100_000 }))
  return { shop, shelf }
}

function carts(shelf: Product[], mostUnits: number): fc.Arbitrary<Cart> {
  const quantity = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: mostUnits }))
  const line = fc.record({ product: fc.constantFrom(...shelf), quantity })
  const any = fc.array(line, { minLength: 1, maxLength: 8 })
  const edge = fc.constantFrom(...AT_THE_EDGE.map((amounts) => linesOf(shelf, amounts)))
  return fc.record({
    lines: fc.oneof({ weight: 9, arbitrary: any }, { weight: 1, arbitrary: edge }),
    method: fc.constantFrom('pickup' as const, 'shipping' as const),
  })
}

function linesOf(shelf: Product[], amounts: number[][]): Line[] {
  return amounts.flatMap(([price, quantity = 1]) =>
    shelf
      .filter((product) => toCents(product.price) === price)
      .map((product) => ({ product, quantity })),
  )
}

/** What a cart costs by section 9 of the specification alone, or the code it is refused with. */
function model({ lines, method }: Cart): bigint | string {
  const priceOf = (product: Product) => BigInt(product.price.toFixed(2).replace('.', ''))
  const subtotal = lines.reduce(
    (sum, { product, quantity }) => sum + priceOf(product) * BigInt(quantity),
    0n,
  )
  if (method === 'shipping' && subtotal < 2000n) return 'delivery-not-allowed'
  const total = method === 'shipping' ? subtotal + 500n : subtotal
  return total < 50n || total > BigInt(MAX_CHARGE) ? 'invalid' : total
}

function bodyOf({ lines, method }: Cart, claim: object = {}) {
  const way = method === 'shipping' ? BY_DELIVERY : { deliveryMethod: method }
  return orderBody(
    lines.map(({ product, quantity }) => [product, quantity]),
    { ...way, ...claim },
  )
}

function floatingTotal({ lines, method }: Cart): { total: number } {
  const subtotal = lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0)
  return { total: method === 'shipping' ? subtotal + 5 : subtotal }
}

test('random carts cost what a model of the rules says, to the cent', {
  timeout: 120_000,
}, async () => {
  const { shop, shelf } = await aShelf()
  let priced = 0
  const cost = async (cart: Cart): Promise<bigint | string> => {
    try {
      return BigInt(
        (await priceBasket(shop.db, bodyOf(cart, floatingTotal(cart)) as Basket)).totals.total,
      )
    } catch (error) {
      if (error instanceof Refusal) return error.code
      throw error
    }
  }
  const law = fc.asyncProperty(carts(shelf, 400), async (cart) => {
    const expected = model(cart)
    if (typeof expected === 'bigint') priced++
    expect(await cost(cart)).toBe(expected)
  })
  const numRuns = IS_LONG ? 10_000 : 2000
  await fc.assert(law, { seed: SEED, numRuns })
  expect(priced).toBeGreaterThan(numRuns / 2)
})

test('random carts are charged what the model says, through the calls of the shop', {
  timeout: 120_000,
}, async () => {
  const { shop, shelf } = await aShelf()
  const law = fc.asyncProperty(carts(shelf, 40), async (cart) => {
    const expected = model(cart)
    const basket = bodyOf(cart, floatingTotal(cart))
    const amount =
      typeof expected === 'bigint' ? Number(expected) : Math.round(floatingTotal(cart).total * 100)
    const buyer = aKeyedBuyer(shop)
    const intent = await buyer.createIntent(bodyOf(cart), { amount, basket })
    if (typeof expected === 'string') {
      expect(intent.json().code).toBe(expected)
      return
    }
    await buyer.confirm(intent)
    const placed = await buyer.placeOrder(basket)
    expect([placed.statusCode, placed.json().paymentStatus]).toEqual([201, 'completed'])
    const order = shop.db
      .selectFrom('orders')
      .innerJoin('payments', 'payments.order_id', 'orders.id')
    const hold = order.innerJoin('sandbox_intents', 'sandbox_intents.id', 'payments.intent_id')
    const row = await hold
      .select(['total_cents', 'captured_cents', 'sandbox_intents.amount_cents as held'])
      .where('orders.id', '=', placed.json().id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ total_cents: amount, captured_cents: amount, held: amount })
  })
  await fc.assert(law, { seed: SEED, numRuns: IS_LONG ? 120 : 40 })
})
