import { expect, test } from 'vitest'
import { productAddress, productIdIn } from './product-address.ts'

test.each([1, 7, 2_147_483_647])('the address of product %i leads back to it', (id) => {
  expect(productIdIn(new URL(productAddress(id), 'https://farm.example').hash)).toBe(id)
})

test.each([
  '',
  '#',
  '#home',
  '#products',
  '#contact',
  '#orders',
  '#product-',
  '#product-0',
  '#product-07',
  '#product-7x',
  '#product--7',
  '#product-7.5',
  '#product-12345678901',
  '#product-7\n',
  '#PRODUCT-7',
  'product-7',
])('%j speaks of no product', (hash) => {
  expect(productIdIn(hash)).toBeNull()
})
