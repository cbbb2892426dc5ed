import fc from 'fast-check'
import { expect, test } from 'vitest'
import { productIdIn, productPath } from './product-path.ts'

test.each([
  ['Dill Pickles, quart', '/p/7-dill-pickles-quart'],
  ["Farmer's Cheese / half pound", '/p/7-farmers-cheese-half-pound'],
  ['Jalapeño & Crème fraîche', '/p/7-jalapeno-creme-fraiche'],
  ['İstanbul', '/p/7-istanbul'],
  ['農場の卵 🥚', '/p/7'],
  ['--- ../../admin?x#y%2f', '/p/7-admin-x-y-2f'],
])('%j has an address that can be read aloud', (name, path) => {
  expect(productPath({ id: 7, name })).toBe(path)
})

test('any name gives a path of plain letters that leads back to its product', () => {
  const names = fc.string({ unit: 'binary', maxLength: 120 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), names, (id, name) => {
      const path = productPath({ id, name })
      expect(path).toMatch(/^\/p\/[1-9]\d*(?:-[a-z0-9]+)*$/)
      expect(productIdIn(path.slice('/p/'.length))).toBe(id)
    }),
    { numRuns: 30 },
  )
})

test.each(['', '0', '07', '-7', '7x', '7.5', '7\n', '12345678901', 'gone', ' 7', '７'])(
  '%j speaks of no product',
  (segment) => {
    expect(productIdIn(segment)).toBeNull()
  },
)
