import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StallDay } from '#contract/market/stall.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import type { Command } from './store/stored.ts'
import { type Noted, withOutbox } from './with-outbox.ts'

const ORDER = { id: 7, mark: '0123abcd' }
const CASH = { name: 'Cash', isCash: true, givesChange: true }

const BOX = {
  ...{ ...ORDER, due: 18, gives: [], items: [], notes: [], packedWith: [] },
  ...{ packs: [], isPacked: false, boxes: 1 },
}

const DAY = {
  version: 1,
  marketDay: { id: 1, day: '2026-11-28', placeName: 'Market', opensAt: '', closesAt: '' },
  places: [{ id: 1, orders: 1, packed: 0, handedOut: 0 }],
  at: '',
  boxes: [BOX],
  products: [{ id: 3, name: 'Eggs', unit: 'dozen', price: 7.5, image: null, loaded: 10, sold: 2 }],
  ways: [CASH, { name: 'Check', isCash: false, givesChange: false }],
  people: [],
  cash: {
    ...{ expected: 50, sales: 0, orders: 0, givenBack: 0, putIn: 0, paidOut: 0 },
    starts: [{ id: 'known', amount: 50 }],
  },
  home: [],
} as unknown as StallDay

type Facts = Omit<Command, 'id' | 'seq' | 'madeAt' | 'marketDayId'>

function made(facts: object, marketDayId = 1): Command {
  const common = { id: newUuid(), seq: 1, madeAt: '2026-11-28T16:10:00.000Z', marketDayId }
  return { ...common, ...(facts as Facts) } as Command
}

const give = (marketDayId?: number) => made({ kind: 'give', order: ORDER, items: [] }, marketDayId)
const sell = (units: number, amount: number) =>
  made({
    kind: 'sell',
    lines: [{ productId: 3, units, amount }],
    tenders: [{ way: 'Cash', isCash: true, amount }],
  })

const shown = (...noted: Noted[]) => withOutbox(DAY, noted, () => 'Ann')
const fresh = (command: Command): Noted => ({ command, isKnown: false })
const known = (command: Command): Noted => ({ command, isKnown: true })

describe('what this phone noted stands on top of what the shop told', () => {
  test('a box given without a network shows as given, until that give is taken back', () => {
    const own = give()
    expect(shown(fresh(own)).boxes[0]?.gives).toMatchObject([{ id: own.id, by: 'Ann' }])
    const back = made({ kind: 'take-back', order: ORDER, gives: [own.id] })
    expect(shown(fresh(own), fresh(back)).boxes[0]?.gives).toEqual([])
  })

  test('what is of another day, or of another order under the number, changes nothing', () => {
    expect(shown(fresh(give(2)))).toEqual(DAY)
    const other = made({ kind: 'give', order: { ...ORDER, mark: 'ffffffff' }, items: [] })
    expect(shown(fresh(other))).toEqual(DAY)
  })

  test('money for a box lessens what is due, and counts in the cash box where it was cash, whatever it is called', () => {
    const tenders = [
      { way: 'Dollars', isCash: true, amount: 10 },
      { way: 'Check', isCash: false, amount: 8 },
    ]
    const pay = made({ kind: 'pay', order: ORDER, tenders })
    expect(shown(fresh(pay))).toMatchObject({ boxes: [{ due: 0 }], cash: { expected: 60 } })
    const undone = made({ kind: 'void-pay', target: pay.id })
    expect(shown(fresh(pay), fresh(undone))).toMatchObject({
      boxes: [{ due: 18 }],
      cash: { expected: 50 },
    })
  })

  test('a box is packed while a pack of just its goods stands, and a line weighs what was said last of it', () => {
    const goods = [
      { productId: 3, units: 2 },
      { productId: 4, units: 1 },
    ]
    const byWeight = { unit: 'lb', price: 2, to: 4, paid: 8, weighs: ['known'] }
    const open = { ...byWeight, weight: null, amount: null, toSendBack: 0 }
    const items = [goods[0], { ...goods[1], byWeight: open }]
    const day = { ...DAY, boxes: [{ ...BOX, items }] } as unknown as StallDay
    const boxOf = (...noted: Noted[]) => withOutbox(day, noted, () => 'Ann').boxes[0]
    const pack = (boxes: number, own = goods) =>
      made({ kind: 'pack', order: ORDER, boxes, items: own })
    const [first, second] = [pack(2), pack(3)]
    expect(boxOf(fresh(pack(2, goods.slice(0, 1))))).toMatchObject({ isPacked: false, packs: [] })
    const both = [fresh(first), fresh(second)]
    expect(boxOf(...both)).toMatchObject({ isPacked: true, boxes: 3, packs: [first.id, second.id] })
    expect(withOutbox(day, both, () => 'Ann').places).toMatchObject([{ packed: 1 }])
    const unpack = (...packs: string[]) => fresh(made({ kind: 'unpack', order: ORDER, packs }))
    const one = boxOf(...both, unpack(second.id))
    expect(one).toMatchObject({ isPacked: true, boxes: 2, packs: [first.id] })
    expect(boxOf(...both, unpack(first.id, second.id))).toMatchObject({
      isPacked: false,
      packs: [],
    })
    // What the shop already counted comes from the shop, not from the outbox.
    expect(boxOf(known(first))).toMatchObject({ isPacked: false, packs: [] })

    const weigh = (facts: object) =>
      made({ kind: 'weigh', order: ORDER, productId: 4, units: 1, weight: null, ...facts })
    const weighed = weigh({ weight: 3.5, replaces: ['known'] })
    const lineOf = (...noted: Noted[]) => boxOf(...noted)?.items[1]?.byWeight
    expect(lineOf(fresh(weighed))).toMatchObject({
      ...{ weight: 3.5, amount: 7, toSendBack: 1, weighs: [weighed.id] },
    })
    const typed = fresh(weigh({ amount: '6.50', replaces: [weighed.id] }))
    expect(lineOf(fresh(weighed), typed)).toMatchObject({ amount: 6.5, toSendBack: 1.5 })
    const back = fresh(weigh({ replaces: [weighed.id] }))
    expect(lineOf(fresh(weighed), back)).toMatchObject({ weight: null, amount: null })
    expect(lineOf(fresh(weigh({ units: 2, weight: 3, replaces: [] })))).toEqual(open)
  })

  test('the change in the box at the start takes the place of what it names', () => {
    const first = made({ kind: 'cash-start', amount: 40, replaces: [] })
    const second = made({ kind: 'cash-start', amount: '60', replaces: [first.id] })
    expect(shown(fresh(first), fresh(second)).cash).toMatchObject({ expected: 110 })
  })
})

test('what this phone took by SNAP lessens what SNAP may still pay, and goes back to the card', () => {
  const day = {
    ...DAY,
    boxes: [{ ...BOX, snapDue: 10 }],
    ways: [CASH, { name: 'EBT', isCash: false, givesChange: false, isEbt: true }],
  } as unknown as StallDay
  const by = (way: string, amount: number) =>
    fresh(made({ kind: 'pay', order: ORDER, tenders: [{ way, isCash: way === 'Cash', amount }] }))
  const boxOf = (...noted: Noted[]) => withOutbox(day, noted, () => 'Ann').boxes[0]
  expect(boxOf(by('EBT', 6))).toMatchObject({ due: 12, snapDue: 4, ebtPaid: 6 })
  expect(boxOf(by('Cash', 14))).toMatchObject({ due: 4, snapDue: 4 })
  expect(boxOf(by('Cash', 14))).not.toHaveProperty('ebtPaid')
})

test('a give that the shop knows and another phone took back stays undone', () => {
  expect(shown(known(give())).boxes[0]?.gives).toEqual([])
})

test('what the shop had counted already counts once, and its undoing afterwards counts back', () => {
  const sale = sell(2, 15)
  const undone = made({ kind: 'void-sale', target: sale.id })
  const sent = { products: [{ sold: 2 }], cash: { expected: 50 } }
  expect(shown(known(sale))).toMatchObject(sent)
  expect(shown(known(sale), known(undone))).toMatchObject(sent)
  expect(shown(known(sale), fresh(undone))).toMatchObject({
    products: [{ sold: 0 }],
    cash: { expected: 35 },
  })
})

test('the stock at the farm lessens by what is sold beyond the truck, as the shop will count it', () => {
  const stockOf = (goods: object, ...noted: Noted[]) => {
    const products = DAY.products.map((one) => ({ ...one, ...goods }))
    return withOutbox({ ...DAY, products }, noted, () => 'Ann').products[0]?.stock
  }
  const sale = sell(3, 22.5)
  const none = { loaded: 0, sold: 0, stock: 10 }
  expect(stockOf(none, fresh(sale))).toBe(7)
  expect(stockOf(none, fresh(sale), fresh(made({ kind: 'void-sale', target: sale.id })))).toBe(10)
  expect(stockOf({ loaded: 10, sold: 2, stock: 5 }, fresh(sell(9, 67.5)))).toBe(4)
  const load = made({ kind: 'load', goods: [{ productId: 3, units: 5 }] })
  expect(stockOf(none, fresh(sale), fresh(load))).toBe(5)
})

test('a sale that was undone elsewhere counts once as undone, whatever this phone does about it', () => {
  const sale = sell(2, 15)
  const undone = made({ kind: 'void-sale', target: sale.id })
  const told = { ...DAY, undone: [sale.id] }
  for (const noted of [
    [known(sale)],
    [known(sale), fresh(undone)],
    [fresh(sale), fresh(undone)],
    [known(sale), known(undone)],
  ])
    expect(withOutbox(told, noted, () => 'Ann')).toMatchObject({
      products: [{ sold: 2 }],
      cash: { sales: 0, expected: 50 },
    })
})

test('of any sales and undoings, units and cash on top are those of the sales that stand', () => {
  const sale = fc.record({
    units: fc.integer({ min: 1, max: 9 }),
    cents: fc.integer({ min: 1, max: 9999 }),
    isUndone: fc.boolean(),
    isTwice: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(sale, { maxLength: 12 }), (sales) => {
      const noted = sales.flatMap(({ units, cents, isUndone, isTwice }) => {
        const own = sell(units, cents / 100)
        const undo = () => fresh(made({ kind: 'void-sale', target: own.id }))
        return [fresh(own), ...(isUndone ? [undo()] : []), ...(isUndone && isTwice ? [undo()] : [])]
      })
      const stand = sales.filter(({ isUndone }) => !isUndone)
      const [units, sum] = [
        stand.reduce((all, one) => all + one.units, 0),
        stand.reduce((all, one) => all + one.cents, 0),
      ]
      expect(shown(...noted)).toMatchObject({
        products: [{ sold: 2 + units }],
        cash: { expected: (5000 + sum) / 100 },
      })
    }),
    { numRuns: 50 },
  )
})
