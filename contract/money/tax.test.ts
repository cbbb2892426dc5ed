import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cents } from './money.ts'
import { formatTaxExample, parseRate, parseTaxCategories, taxByRate, taxInside } from './tax.ts'

const base = fc.nat(99_999_999).map((amount) => amount as Cents)
const rate = fc.nat(3000)

describe('the tax inside a price', () => {
  test('is half a cent off at most, never above the price, and grows with it', () => {
    expect(taxInside(1250 as Cents, 620)).toBe(73)
    fc.assert(
      fc.property(base, rate, (price, bp) => {
        const tax = taxInside(price, bp)
        const exact = (price * bp) / (10_000 + bp)
        expect(Math.abs(tax - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
        expect(tax >= 0 && tax <= price).toBe(true)
        expect(taxInside((price + 1) as Cents, bp)).toBeGreaterThanOrEqual(tax)
        expect(Math.abs(((price - tax) * bp) / 10_000 - tax)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('rounds half a cent up', () => {
    // 21 cents at 5 % hold exactly one; 31 at 24 % hold exactly six; 3 at 20 % exactly half a cent.
    expect([taxInside(21 as Cents, 500), taxInside(3 as Cents, 2000)]).toEqual([1, 1])
  })

  test.each([
    ['6.2', 620],
    ['6,2', 620],
    ['6.25 %', 625],
    ['0', 0],
    ['30', 3000],
    ['6.255', null],
    ['-1', null],
    ['31', null],
    ['62', null],
    ['NaN', null],
    ['', null],
  ])('“%s” is %s hundredths of a percent', (text, bp) => {
    expect(parseRate(text)).toBe(bp)
  })

  test('is told of $10.00 while a rate is typed', () => {
    expect(formatTaxExample('6.2')).toBe('On $10.00: $0.58 is tax.')
    expect([formatTaxExample(''), formatTaxExample('62')]).toEqual(['', ''])
  })
})

test('SNAP takes eligible goods of the highest rate first, and no other goods', () => {
  const parts = [
    { rate: 620, cents: 1000, snap: false },
    { rate: 620, cents: 500, snap: true },
    { rate: 200, cents: 700, snap: true },
    { rate: 0, cents: 300, snap: true },
  ]
  const byEbt = (ebt: number) => taxByRate(parts, ebt).map((row) => row.byEbt)
  expect([byEbt(400), byEbt(900), byEbt(9999), byEbt(-5)]).toEqual([
    [400, 0, 0],
    [500, 400, 0],
    [500, 700, 300],
    [0, 0, 0],
  ])
})

test('of any goods, what each rate holds is net, tax and what SNAP paid, once per rate', () => {
  const part = fc.record({
    rate: fc.constantFrom(0, 200, 620, 875),
    cents: fc.nat(100_000),
    snap: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.nat(200_000), (parts, ebt) => {
      const sums = taxByRate(parts, ebt)
      expect(new Set(sums.map((row) => row.rate)).size).toBe(sums.length)
      const eligible = parts.reduce((sum, one) => sum + (one.snap ? one.cents : 0), 0)
      expect(sums.reduce((sum, row) => sum + row.byEbt, 0)).toBe(Math.min(ebt, eligible))
      for (const { rate: own, cents, byEbt, tax } of sums) {
        const its = parts.filter((one) => one.rate === own)
        expect(cents).toBe(its.reduce((sum, one) => sum + one.cents, 0))
        expect(tax).toBe(taxInside((cents - byEbt) as Cents, own))
        expect(byEbt).toBeLessThanOrEqual(cents)
      }
    }),
  )
})

test('classes of categories are read whole or not at all', () => {
  expect([...(parseTaxCategories('{"Soap":"standard"}') ?? [])]).toEqual([['Soap', 'standard']])
  for (const wrong of ['', '[]', '{"Soap":"all"}', '{"Soap":1}', 'null'])
    expect(parseTaxCategories(wrong)).toBeNull()
})
