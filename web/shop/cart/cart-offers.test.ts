import { expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import type { Product } from '#contract/products/products.ts'
import { offersFor } from './cart-offers.tsx'

function sold(id: number, price: number, category: string, stock = 5): Product {
  return { id, name: `P${id}`, price, stock, category, description: '', imageUrl: null }
}

const EGGS = sold(1, 5.5, 'Farm Eggs')
const SHOP = [
  ...[EGGS, sold(2, 7, 'Farm Eggs'), sold(3, 4.25, 'Vegetables'), sold(4, 3.75, 'Vegetables')],
  ...[sold(5, 4, 'Bakery', 0), sold(6, 12, 'Bakery'), sold(7, 4.5, 'Microgreens')],
]
const idsFor = (missing: Cents | null, items = [{ product: EGGS, quantity: 1 }]) =>
  offersFor(items, SHOP, missing).map(({ id }) => id)

test('what costs about what a delivery lacks, if it can be had and is not in the cart yet', () => {
  expect(idsFor(400 as Cents)).toEqual([3, 4, 7])
  expect(idsFor(600 as Cents)).toEqual([2, 7, 3])
})

test('otherwise one of each category that the cart has nothing of', () => {
  expect(idsFor(null)).toEqual([3, 6, 7])
})
