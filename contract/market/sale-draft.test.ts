import { describe, expect, test } from 'vitest'
import type { Cents } from '../money/money.ts'
import {
  amountOf,
  changeOf,
  type DraftLine,
  eligibleOf,
  faultOf,
  linesSent,
  NO_PAYMENT,
  nameOfLine,
  paidBySnap,
  restOf,
  tendersSent,
  totalOf,
  usualBills,
  withProduct,
  withUnits,
  withWeighed,
} from './sale-draft.ts'

const EGGS = { id: 1, name: 'Eggs', price: 5 }
const WAYS = [
  { name: 'Cash', isCash: true, givesChange: true },
  { name: 'Check', isCash: false, givesChange: false },
]
const money = (amount: number) => amount as Cents
const line = (more: Partial<DraftLine> = {}): DraftLine => ({
  ...{ key: 'a', productId: 1, name: 'Eggs', units: 3, price: money(500), amount: null, ...more },
})

describe('the lines of a sale', () => {
  test('count taps; a line of another price stays apart, and none is left at 0', () => {
    const two = withProduct(withProduct([], EGGS), EGGS)
    expect(two).toMatchObject([{ units: 2, price: 500 }])
    const cheap = two.map((one) => ({ ...one, amount: '3' }))
    expect(withProduct(cheap, EGGS).map(({ units }) => units)).toEqual([2, 1])
    expect(withUnits(two, two[0]?.key ?? '', 0)).toEqual([])
  })

  test('cost what was typed, and a gift nothing', () => {
    const lines = [line(), line({ amount: '12' }), line({ amount: '0', productId: null })]
    expect(lines.map(amountOf)).toEqual([1500, 1200, 0])
    expect(totalOf(lines)).toBe(2700)
    expect(amountOf(line({ amount: '-1' }))).toBeNull()
    expect(linesSent(lines)).toEqual([
      { productId: 1, units: 3, amount: 15 },
      { productId: 1, units: 3, amount: 12 },
      { name: 'Eggs', units: 3, amount: 0 },
    ])
  })

  test('of what is sold by weight each have a weight of their own, and their price with it', () => {
    const weigh = { unit: 'lb' as const, cents: money(650), to: 5000 }
    const chicken = { id: 2, name: 'Chicken', price: 32.5, weigh }
    const one = withWeighed([], chicken, { amount: money(2308), weight: 3550 })
    const two = withWeighed(one, chicken, { amount: money(3000), weight: null })
    expect(two.map(nameOfLine)).toEqual(['Chicken, 3.55 lb', 'Chicken'])
    expect(linesSent(two)).toEqual([
      { productId: 2, units: 1, amount: 23.08 },
      { productId: 2, units: 1, amount: 30 },
    ])
  })
})

describe('what is paid', () => {
  const split = { ...NO_PAYMENT, parts: [{ key: 'p', way: 'Check', amount: '4' }] }

  test('is what the parts leave, by the first way, and nothing of $0', () => {
    expect(tendersSent(money(1500), split, WAYS)).toEqual([
      { way: 'Cash', isCash: true, amount: 11 },
      { way: 'Check', isCash: false, amount: '4' },
    ])
    expect(tendersSent(money(400), split, WAYS)).toMatchObject([{ way: 'Check', amount: '4' }])
    expect(tendersSent(money(0), NO_PAYMENT, WAYS)).toEqual([])
  })

  test('says what to give back of the usual bills', () => {
    expect(usualBills(money(1850))).toEqual([2000, 5000, 10_000])
    expect(changeOf(money(1850), { ...NO_PAYMENT, given: '20' })).toBe(150)
    expect(changeOf(money(1850), { ...NO_PAYMENT, given: '18' })).toBeNull()
    expect(restOf(money(1500), split)).toBe(1100)
  })

  test('is not sold while something is missing or too much', () => {
    expect(faultOf([], NO_PAYMENT)).toBe('Tap what is sold.')
    expect(faultOf([line({ amount: 'x' })], NO_PAYMENT)).toMatch(/amount on one of the lines/)
    expect(faultOf([line({ amount: '3' })], split)).toBe('That’s more than what’s due.')
    expect(
      faultOf([line()], { ...split, parts: [{ key: 'p', way: 'Check', amount: '' }] }),
    ).toMatch(/each way/)
    expect(faultOf([line()], split)).toBeNull()
    const given = (text: string) => faultOf([line()], { ...split, given: text })
    expect(given('8')).toBe('$3.00 still to pay.')
    expect(given('11')).toBeNull()
    expect(given('x')).toMatch(/the cash they hand you/)
  })
})

test('what SNAP may pay, and pays, is told to the cent, and nothing while nothing is marked', () => {
  const goods = [{ id: 1, snap: true }, { id: 2 }]
  const lines = [line(), line({ productId: 2, units: 1, price: money(400) })]
  expect(eligibleOf(lines, [{ id: 1 }, { id: 2 }])).toBeNull()
  expect(eligibleOf([...lines, line({ productId: null })], goods)).toBe(1500)
  const ways = [...WAYS, { name: 'EBT', isCash: false, givesChange: false, isEbt: true }]
  const ebt = { ...NO_PAYMENT, way: 'EBT' }
  const split = { ...ebt, parts: [{ key: '1', way: 'Cash', amount: '3.99' }] }
  const check = { ...NO_PAYMENT, way: 'Check' }
  const bySnap = [ebt, split, check].map((payment) => paidBySnap(money(1900), payment, ways))
  expect(bySnap).toEqual([1900, 1501, 0])
})
