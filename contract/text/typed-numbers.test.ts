import { describe, expect, test } from 'vitest'
import type { Cents } from '../money/money.ts'
import { price, stock } from '../products/products.ts'
import { quantity } from '../products/quantity-shapes.ts'
import { ingredientDraft, recipeData } from '../recipes/recipes.ts'
import { dollars } from '../shapes.ts'
import { parseWeight, plainNumber, typedNumber } from './typed-numbers.ts'

describe('a number as people and spreadsheets write it', () => {
  test.each([
    ['$1,200.00', '1200.00'],
    ['1,200', '1200'],
    ['12,345,678.5', '12345678.5'],
    ['3,25', '3.25'],
    ['3,2', '3.2'],
    ['0,75', '0.75'],
    ['0,125', '0.125'],
    [',5', '.5'],
    ['$ 3,25', '3.25'],
    ['1.200,50', '1200.50'],
    ['4.50', '4.50'],
    ['$4.50', '4.50'],
    ['-$4.50', '-4.50'],
    ['\u22124.50', '-4.50'],
    ['10.0', '10.0'],
    [' ４.５０\u00A0', '4.50'],
    ['1/2', '0.5'],
    ['1 1/2', '1.5'],
    ['1-1/2', '1.5'],
    ['1½', '1.5'],
    ['1 ½', '1.5'],
    ['½', '0.5'],
    ['⅓', '0.333'],
    ['2⅔', '2.667'],
    ['1⁄2', '0.5'],
    ['3/2', '1.5'],
    ['1 / 4', '0.25'],
    ['-1/2', '-0.5'],
  ])('%s is %s', (typed, plain) => expect(plainNumber(typed)).toBe(plain))

  test.each([
    ...['', ' ', '.', ',', '-', '$', '1,20,000', '1200,000', '3,255.50,1', '1.2.3', '1,2,3'],
    ...['2-3', '1-2', '2 to 3', '1 2', '1/0', '1 3/2', '1/2/3', '1e3', '0x10', '12 lb', 'a', '½½'],
  ])('%j is refused', (typed) => {
    expect(plainNumber(typed)).toBeNull()
    expect(typedNumber(typed)).toBeNaN()
  })
})

test.each([
  ['1/2', 500],
  ['1 1/2', 1500],
  ['1½', 1500],
  ['1⁄2', 500],
  ['1,5', 1500],
  ['0,75', 750],
])('a quantity of %s is %d thousandths, and so is a weight', (typed, thousandths) => {
  expect(quantity.parse(typed)).toBe(thousandths)
  expect(parseWeight(typed)).toBe(thousandths)
})

test.each([
  ['4,50', 450],
  ['$4.50', 450],
  ['1,200', 120_000],
  ['1/2', 50],
])('a price of %s is %d cents', (typed, cents) => {
  expect(price.parse(typed)).toBe(cents)
  expect(dollars(0 as Cents, '').parse(typed)).toBe(cents)
})

test.each(['2-3', '1/3', '4.505', ''])('a price of %j is refused in words', (typed) => {
  expect(price.safeParse(typed).error?.issues[0]?.message).toBe(
    'Please enter an amount in dollars with at most two decimals.',
  )
})

test('a cost per unit is read as a price is', () => {
  const line = { name: 'Flour', quantity: '½', unit: 'cup', costPerUnit: '0,75' }
  expect(ingredientDraft.parse(line)).toMatchObject({ quantity: 500, costPerUnit: 0.75 })
})

test('a whole number may be a text, as a price may', () => {
  expect(stock.parse('7')).toBe(7)
  expect(stock.parse('1,200')).toBe(1200)
  expect(stock.safeParse('7.5').error?.issues[0]?.message).toBe('Stock must be a whole number.')
  expect(stock.safeParse('').error?.issues[0]?.message).toBe('Stock must be a whole number.')
  expect(stock.safeParse('-1').error?.issues[0]?.message).toBe('Stock cannot be below zero.')
  const recipe = { name: 'Bread', servings: '2', preparationTime: '90' }
  expect(recipeData.parse(recipe)).toMatchObject({ servings: 2, preparationTime: 90 })
})
