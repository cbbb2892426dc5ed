import { expect, test } from 'vitest'
import type { StallDay } from '#contract/stall.ts'
import type { HomeReport } from '#contract/stall-goods.ts'
import { homeWith, replaceHome, sumHome } from './home-reports.ts'
import type { Command } from './store/stored.ts'

const EGGS = 1
const BAGELS = 2

const report = (id: string, productId: number, back: number, waste = 0): HomeReport => ({
  id,
  goods: [{ productId, back, waste }],
})

const home = (id: string, goods: HomeReport['goods'], replaces: string[] = []) =>
  ({ id, kind: 'came-home', goods, replaces }) as unknown as Command

const dayOf = (day: object) => day as StallDay

test('what came home is what the shop told, with what this phone wrote down since in its place', () => {
  const told = [report('a', EGGS, 4), report('b', BAGELS, 3, 2)]
  const own = home('c', [{ productId: EGGS, back: 5, waste: 0 }], ['a'])
  const reports = homeWith(dayOf({ cameHome: ['a'], home: told }), { now: [own], fresh: [own] })
  expect(reports.map(({ id }) => id)).toEqual(['b', 'c'])
  expect([...sumHome(reports)]).toEqual([
    [BAGELS, { back: 3, waste: 2 }],
    [EGGS, { back: 5, waste: 0 }],
  ])
})

test('of a day that says no goods, those of this phone are known', () => {
  const own = home('a', [{ productId: EGGS, back: 4, waste: 1 }])
  const reports = homeWith(dayOf({ cameHome: ['a', 'b'] }), { now: [own], fresh: [] })
  expect(reports).toEqual([report('a', EGGS, 4, 1), { id: 'b', goods: [] }])
})

test('a correction says all products, and takes the place of every report', () => {
  const reports = [report('a', EGGS, 4), report('desk', EGGS, -1), report('b', BAGELS, 3, 2)]
  const units = new Map([...sumHome(reports), [EGGS, { back: 6, waste: 0 }] as const])
  expect(replaceHome(reports, units)).toEqual({
    goods: [
      { productId: EGGS, back: 6, waste: 0 },
      { productId: BAGELS, back: 3, waste: 2 },
    ],
    replaces: ['a', 'desk', 'b'],
  })
})

test('what more reports say than one can name is taken off', () => {
  const many = Array.from({ length: 52 }, (_, at) => report(`desk ${at}`, EGGS, 1))
  const { goods, replaces } = replaceHome(many, new Map([[EGGS, { back: 60, waste: 0 }]]))
  expect(goods).toEqual([{ productId: EGGS, back: 58, waste: 0 }])
  expect(replaces).toHaveLength(50)
})
