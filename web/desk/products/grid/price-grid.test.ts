import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents } from '#contract/money/money.ts'
import type { Product } from '#contract/products/products.ts'
import { ROUNDINGS, raisedPrice } from '#contract/products/raise-price.ts'
import { planFill } from './fill-panel.tsx'
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
const PRODUCTS = [EGGS, KALE]

describe('what was typed', () => {
  test('is no change once it is as in the shop again', () => {
    const typed = withTyped({}, EGGS, 'price', '5.5')
    expect(typed).toEqual({ '7.price': '5.5' })
    expect(withTyped(typed, EGGS, 'price', '5.00')).toEqual({})
  })

  test('is sent with what the grid had loaded, and only where it differs', () => {
    const typed = { '7.price': '$5', '7.stock': '12', '9.price': ' 4,00 ' }
    expect(readTyped(PRODUCTS, typed)).toEqual({
      changes: [
        { id: 7, stock: 12, base: { stock: 10 } },
        { id: 9, price: 4, base: { price: 3.25 } },
      ],
    })
  })

  test.each([
    ['7.price', '1200,000', 'Please enter an amount in dollars with at most two decimals.'],
    ['7.price', '2-3', 'Please enter an amount in dollars with at most two decimals.'],
    ['7.unit', 'a unit that is much too long', 'Use 24 characters or fewer.'],
    ['7.category', 'Fish', 'Please choose a category.'],
    ['9.lowLimit', 'x', 'The limit must be a whole number from 0 to 100,000.'],
    ['9.hidden', 'maybe', 'Please write yes or no.'],
    ['7.price', '', 'Please enter an amount in dollars with at most two decimals.'],
    ['7.price', '1.005', 'Please enter an amount in dollars with at most two decimals.'],
    ['7.price', '0', 'The price must be at least $0.01.'],
    ['9.stock', '1.5', 'Stock must be a whole number.'],
    ['9.stock', '-1', 'Stock cannot be below zero.'],
    ['9.stock', '', 'Stock must be a whole number.'],
    ['9.stock', '100001', 'At most 100,000 in stock, please.'],
  ])('in %s as %j is wrong in words at its cell, and nothing is sent', (cell, text, sentence) => {
    expect(readTyped(PRODUCTS, { '7.stock': '3', [cell]: text })).toEqual({
      errors: { [cell]: sentence },
    })
  })

  test('of unit, category, limit and hidden is sent as the shop keeps it; empty is none', () => {
    const dozen = { ...EGGS, unit: 'dozen', lowLimit: 4 }
    const typed = {
      ...{ '7.unit': '', '7.lowLimit': '', '7.hidden': 'yes', '7.category': 'vegetables' },
      ...{ '9.unit': ' bunch ', '9.lowLimit': '3' },
    }
    expect(readTyped([dozen, KALE], typed)).toEqual({
      changes: [
        {
          ...{ id: 7, category: 'Vegetables', unit: null, lowLimit: null, hidden: true },
          base: { category: 'Farm Eggs', unit: 'dozen', lowLimit: 4, hidden: false },
        },
        { id: 9, unit: 'bunch', lowLimit: 3, base: { unit: null, lowLimit: null } },
      ],
    })
  })

  test('as the price of weighed goods is their price by weight', () => {
    const ham = { ...KALE, price: 24, weighUnit: 'lb', weighPrice: 6, weighTo: 4 } as const
    expect(readTyped([ham], { '9.price': '6.50' })).toEqual({
      changes: [{ id: 9, weighPrice: 6.5, base: { weighPrice: 6 } }],
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
    expect(withPasted({}, PRODUCTS, { row: 0, column: 'price' }, block)).toEqual({
      '7.price': '6',
      '7.stock': '11',
      '9.price': '7.50',
      '9.stock': '4',
    })
  })

  test('from the second column and row fills only what is there', () => {
    expect(
      withPasted({}, PRODUCTS, { row: 1, column: 'stock' }, '5\t6\n7', ['price', 'stock']),
    ).toEqual({
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
    expect(withFresh(PRODUCTS, fresh, errors)).toEqual([{ ...EGGS, stock: 4 }, KALE])
  })
})

describe('a column that is filled', () => {
  const percent = { column: 'price', way: 'percent', step: 5 } as const

  test('raises what stands in the cells to the rounding that was said', () => {
    const typed = { '9.price': '10', '9.stock': '7' }
    expect(planFill(typed, PRODUCTS, { ...percent, text: '+10' })).toMatchObject({
      typed: { '7.price': '5.50', '9.price': '11.00', '9.stock': '7' },
    })
    expect(planFill({}, PRODUCTS, { ...percent, text: '-3 %' })).toMatchObject({
      typed: { '7.price': '4.85', '9.price': '3.15' },
    })
  })

  test('leaves a price alone that cannot be read, and is no change where it comes back', () => {
    const typed = { '7.price': 'x', '9.price': '2.95' }
    const plan = planFill(typed, PRODUCTS, { ...percent, text: '10' })
    expect(plan).toMatchObject({ typed: { '7.price': 'x' } })
    expect(plan).toMatchObject({ filled: [{ before: '2.95', after: '3.25' }] })
    expect(plan).not.toHaveProperty(['typed', '9.price'])
  })

  test.each([
    [{ ...percent, text: 'ten' }, /percentage/],
    [{ ...percent, text: '-100' }, /percentage/],
    [{ column: 'stock', way: 'value', text: '1.5', step: 1 }, /whole number/],
  ] as const)('by %j is refused in words', (fill, sentence) => {
    expect(planFill({}, PRODUCTS, fill)).toEqual({ error: expect.stringMatching(sentence) })
  })

  test('is within half a step of the exact price, a multiple of the step, and never free', () => {
    const some = fc.record({
      price: fc.integer({ min: 1, max: 10_000_000 }),
      hundredths: fc.integer({ min: -9900, max: 100_000 }),
      step: fc.constantFrom(...ROUNDINGS),
    })
    fc.assert(
      fc.property(some, ({ price, hundredths, step }) => {
        const raised = raisedPrice(cents(price), hundredths, step)
        const exact = (BigInt(price) * BigInt(10_000 + hundredths)) / 10_000n
        expect(raised % step).toBe(0)
        expect(raised).toBeGreaterThanOrEqual(step)
        if (raised > step)
          expect(Math.abs(raised - Number(exact))).toBeLessThanOrEqual(step / 2 + 1)
      }),
    )
  })
})
