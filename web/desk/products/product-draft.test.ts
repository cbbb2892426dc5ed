import { expect, test } from 'vitest'
import { productDraft } from '#contract/products/products.ts'
import { readProduct, typedProduct, withTopPrice } from './product-draft.ts'

const BAGELS = typedProduct({ name: 'Bagels', category: 'Bakery', price: 5.5, stock: 1 })

test.each([
  ...Object.entries({ name: 'Buns', description: 'Soft.', category: 'Farm Eggs', price: 7 }),
  ...Object.entries({ stock: 7, unit: 'dozen', allergens: 'wheat', lowLimit: 7, hidden: true }),
  ...Object.entries({ weighUnit: 'lb', weighPrice: 2, weighTo: 3.5, imageUrl: '/uploads/a.webp' }),
  ...Object.entries({ seasonFrom: '05-20', seasonUntil: '06-30' }),
])('the %s of a product is sent as it was typed', (field, value) => {
  const weigh = { weighUnit: 'lb', weighPrice: '2.00', weighTo: '3.5', price: '7.00' }
  const season = { seasonFrom: 'May 20', seasonUntil: 'June 30' }
  const typed = { ...BAGELS, ...weigh, ...season, [field]: String(value) }
  expect(new Map(Object.entries(readProduct(typed))).get(field)).toBe(value)
  expect(field in productDraft.shape).toBe(true)
})

test('a product sold by weight costs the most that one may weigh, and by the piece it has no weight', () => {
  const ham = { ...BAGELS, weighUnit: 'lb', weighPrice: '6.00', weighTo: '4' }
  expect(readProduct(withTopPrice(ham))).toMatchObject({ price: 24, weighPrice: 6, weighTo: 4 })
  const piece = { ...withTopPrice(ham), weighUnit: '' }
  expect(readProduct(piece)).toMatchObject({ price: 24, weighPrice: null, weighTo: null })
})
