import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/products.ts'
import {
  type CellTexts,
  problemsAtCells,
  readTyped,
  withFresh,
  withPasted,
  withTyped,
} from './price-grid.ts'

const EGGS: Product = {
  id: 7,
  name: 'Eggs',
  description: '',
  category: 'Farm Eggs',
  price: 5,
  stock: 10,
  imageUrl: null,
}
const KALE: Product = { ...EGGS, id: 9, name: 'Kale', price: 3.25, stock: 0 }
const STALL = [EGGS, KALE]

describe('what was typed', () => {
  test('is no change once it is as in the shop again', () => {
    const typed = withTyped({}, EGGS, 'price', '5.5')
    expect(typed).toEqual({ '7.price': '5.5' })
    expect(withTyped(typed, EGGS, 'price', '5.00')).toEqual({})
  })

  test('is sent with what the grid had loaded, and only where it differs', () => {
    const typed = { '7.price': '$5', '7.stock': '12', '9.price': ' 4 ' }
    expect(readTyped(STALL, typed)).toEqual({
      changes: [
        { id: 7, stock: 12, base: { stock: 10 } },
        { id: 9, price: 4, base: { price: 3.25 } },
      ],
    })
  })

  test.each([
    [
      '7.price',
      '4,5',
      'This could be two prices. Please write it with a decimal point, such as 4.50.',
    ],
    ['7.price', '', 'Please enter an amount in dollars with at most two decimals.'],
    ['7.price', '1.005', 'Please enter an amount in dollars with at most two decimals.'],
    ['7.price', '0', 'The price must be at least $0.01.'],
    ['9.stock', '1.5', 'Stock must be a whole number.'],
    ['9.stock', '-1', 'Stock cannot be below zero.'],
    ['9.stock', '', 'Stock must be a whole number.'],
    ['9.stock', '100001', 'At most 100,000 in stock, please.'],
  ])('in %s as %j is wrong in words at its cell, and nothing is sent', (cell, text, sentence) => {
    expect(readTyped(STALL, { '7.stock': '3', [cell]: text })).toEqual({
      errors: { [cell]: sentence },
    })
  })

  test('of any price is read to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (cents) => {
        const text = (cents / 100).toFixed(2)
        const read = readTyped([EGGS], { '7.price': text })
        expect(read).toEqual({
          changes: cents === 500 ? [] : [{ id: 7, price: cents / 100, base: { price: 5 } }],
        })
      }),
    )
  })
})

describe('a block from a spreadsheet', () => {
  test('fills downwards and to the right, as far as there are cells', () => {
    const block = '6\t11\r\n7.50\t4\r\n8\t8\r\n'
    expect(withPasted({}, STALL, { row: 0, column: 'price' }, block)).toEqual({
      '7.price': '6',
      '7.stock': '11',
      '9.price': '7.50',
      '9.stock': '4',
    })
  })

  test('from the second column and row fills only what is there', () => {
    expect(withPasted({}, STALL, { row: 1, column: 'stock' }, '5\t6\n7')).toEqual({
      '9.stock': '5',
    })
  })
})

describe('what the shop refuses', () => {
  const sent = [
    { id: 9, price: 4, base: { price: 3.25 } },
    { id: 7, price: 5.5, stock: 0, base: { price: 5, stock: 10 } },
  ]

  test('stands at the cells it speaks of', () => {
    const problems = [
      { field: 'changes.1.stock', message: 'Some were sold.' },
      { field: 'changes.0.id', message: 'Gone.' },
      { field: 'nonsense', message: 'No.' },
    ]
    expect(problemsAtCells(problems, sent)).toEqual({
      '7.stock': 'Some were sold.',
      '9.price': 'Gone.',
    })
  })

  test('brings fresh figures for those rows alone', () => {
    const errors: CellTexts = { '7.stock': 'Some were sold.' }
    const fresh = [
      { ...EGGS, stock: 4 },
      { ...KALE, stock: 99 },
    ]
    expect(withFresh(STALL, fresh, errors)).toEqual([{ ...EGGS, stock: 4 }, KALE])
  })
})
