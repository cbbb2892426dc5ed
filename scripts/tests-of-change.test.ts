import { expect, test } from 'vitest'
import { testsOfChange } from './tests-of-change.ts'

const FILES = Object.entries({
  'contract/money/money.ts': [],
  'server/features/stock/move-stock.ts': ['contract/money/money.ts'],
  'server/features/stock/move-stock.test.ts': ['tests/a-shop.ts'],
  'server/features/orders/place.ts': ['server/features/stock/move-stock.ts'],
  'server/features/orders/place.test.ts': ['tests/a-shop.ts', 'tests/a-buyer.ts'],
  'server/features/pages/show.ts': [],
  'server/features/pages/show.test.ts': ['tests/a-shop.ts'],
  'server/open-shop.ts': ['server/features/orders/place.ts', 'server/features/pages/show.ts'],
  'tests/a-shop.ts': ['server/open-shop.ts', 'server/features/stock/move-stock.ts'],
  'tests/a-buyer.ts': ['contract/money/money.ts'],
  'tests/architecture.test.ts': [],
}).map(([path, imports]) => ({ path, imports }))

const of = (...changed: string[]) =>
  testsOfChange(FILES, new Set(changed)).filter((path) => path !== 'tests/architecture.test.ts')

const [STOCK, ORDERS, PAGES] = ['stock/move-stock', 'orders/place', 'pages/show'].map(
  (name) => `server/features/${name}.test.ts`,
)

test('a change runs the tests of its folder and of those that build on it, and no others', () => {
  expect(of('server/features/stock/move-stock.ts')).toEqual([STOCK, ORDERS])
  expect(of('server/features/orders/place.ts')).toEqual([ORDERS])
  expect(of('server/features/pages/show.ts')).toEqual([PAGES])
})

test('a change of a test runs it, and one of what serves tests runs those it serves', () => {
  expect(of('server/features/pages/show.test.ts')).toEqual([PAGES])
  expect(of('tests/a-buyer.ts')).toEqual([ORDERS])
})

test('a change of the ground that all stand on runs all', () => {
  expect(of('tests/a-shop.ts')).toEqual([STOCK, ORDERS, PAGES])
  expect(of('package.json')).toEqual([STOCK, ORDERS, PAGES])
})

test('the architecture is looked at whatever changes', () => {
  expect(testsOfChange(FILES, new Set())).toEqual(['tests/architecture.test.ts'])
})
