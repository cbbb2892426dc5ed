import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Cents,
  formatDollars,
  nearestCents,
  parseDollars,
  toCents,
  toDollars,
} from './money/money.ts'
import {
  addItem,
  cartTotals,
  EMPTY_CART,
  itemCount,
  removeItem,
  settleMethod,
  updateQuantity,
} from './orders/cart.ts'
import { isInCategory, PRODUCT_CATEGORIES, STOREFRONT_CATEGORIES } from './products/categories.ts'
import type { Product } from './products/products.ts'
import { stockLevel } from './products/stock.ts'
import { placeInSentence, SEEDED_PLACES, seededWindow } from './settings/seeded-facts.ts'

function aProduct(id: number, price: number, stock = 10): Product {
  return { id, name: 'Eggs', description: '', category: 'Farm Eggs', price, stock, imageUrl: null }
}

describe('money', () => {
  test('every amount of cents comes back from its dollars, as number and as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (amount) => {
        expect(toCents(toDollars(amount as Cents))).toBe(amount)
        expect(toCents(formatDollars(amount as Cents).replace(/[$,]/g, ''))).toBe(amount)
      }),
    )
  })

  test.each([
    [4.5, 450],
    ['4.50', 450],
    [1.1, 110],
    [' 3 ', 300],
    ['0.07', 7],
    [19.99, 1999],
    ['.5', 50],
    ['.50', 50],
    ['5.', 500],
    [' .05 ', 5],
    ['5.0000', 500],
  ])('%s dollars are %i cents', (dollars, cents) => {
    expect(parseDollars(dollars)).toBe(cents)
  })

  test.each([
    1.005,
    '1.005',
    'NaN',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1e3',
    1e21,
    '0x10',
    '',
    '.',
    '-',
    '-.',
    '.005',
    '5.5.',
    '. 5',
    '1,000',
  ])('%s is no amount', (dollars) => {
    expect(parseDollars(dollars)).toBeNull()
  })

  test('a claim added up in floating point is read to the nearest cent', () => {
    expect(nearestCents(1.1 * 3)).toBe(330)
  })

  test('is written with two decimals and thousands apart', () => {
    expect(
      ['0', '5', '100', '123456789'].map((text) => formatDollars(Number(text) as Cents)),
    ).toEqual(['$0.00', '$0.05', '$1.00', '$1,234,567.89'])
  })
})

describe('the cart', () => {
  test('a cart worth exactly $20.00 may be delivered, however its prices add up', () => {
    const cart = {
      ...EMPTY_CART,
      items: [
        { product: aProduct(1, 1.6), quantity: 2 },
        { product: aProduct(2, 5.6), quantity: 3 },
      ],
    }
    expect(cartTotals({ ...cart, deliveryMethod: 'delivery' })).toEqual({
      subtotal: 2000,
      deliveryFee: 500,
      total: 2500,
      canDeliver: true,
    })
  })

  test('adding the same product grows its line, up to the stock', () => {
    const once = addItem(EMPTY_CART, aProduct(1, 5, 2))
    const twice = addItem(once, aProduct(1, 5, 2))
    expect(addItem(twice, aProduct(1, 5, 2)).items).toEqual([
      { product: aProduct(1, 5, 2), quantity: 2 },
    ])
    expect(itemCount(addItem(twice, aProduct(2, 1)))).toBe(3)
  })

  test('zero or less removes a line', () => {
    const cart = addItem(EMPTY_CART, aProduct(1, 5))
    expect(updateQuantity(cart, 1, 0).items).toEqual([])
    expect(updateQuantity(cart, 1, -3).items).toEqual([])
    expect(removeItem(cart, 1).items).toEqual([])
  })

  test('delivery falls back to pickup below twenty dollars', () => {
    const cart = { ...addItem(EMPTY_CART, aProduct(1, 19.99)), deliveryMethod: 'delivery' as const }
    expect([settleMethod(cart).deliveryMethod, cartTotals(cart).deliveryFee]).toEqual(['pickup', 0])
  })
})

test('each filter word finds its category, upper and lower case alike', () => {
  const found = STOREFRONT_CATEGORIES.map(
    (word) => PRODUCT_CATEGORIES.filter((category) => isInCategory({ category }, word)).length,
  )
  expect(found).toEqual([7, 1, 1, 1, 1, 1])
})

test('stock is low from five down and out at zero', () => {
  expect([6, 5, 1, 0].map(stockLevel)).toEqual(['in', 'low', 'low', 'out'])
})

test('the pickup windows of the specification are said as it says them', () => {
  expect(SEEDED_PLACES.map((place) => [placeInSentence(place.name), seededWindow(place)])).toEqual([
    ['the farmers market', 'Saturday 9am to noon'],
    ['the farm store', 'Saturday 2pm to 5pm'],
  ])
})
