import { CHANGING_HOME } from './changing-home.ts'
import { type Cost, grown } from './cost.ts'
import type { Growth } from './growth.ts'
import { brief } from './numbers.ts'
import { atMost, type Verdict } from './verdict.ts'

/**
 * Files, work in its own process, and eight checkouts at once may take longer than one page call.
 */
const MAY_BE_SLOW = /file of|, by the button|^margin table|^checkout/

/** The longest a visitor may wait for a changing page, in ms. */
const CHANGING = [
  { products: 24, most: 20 },
  { products: 10_000, most: 40 },
]

export function verdictsOfGrowth({ byProducts, byOrders, byOrdersOnPostgres }: Growth): Verdict[] {
  const changing = CHANGING.map(({ products, most }) => {
    const found = byProducts.find(({ call, size }) => call === CHANGING_HOME && size === products)
    return atMost(`${CHANGING_HOME}, p99 with ${brief(products)} products`, most, found?.p99, ' ms')
  })
  const faster = [...grown(byProducts), ...grown(byOrders), ...grown(byOrdersOnPostgres)]
    .filter(({ isFaster }) => isFaster)
    .map(({ call }) => call)
  const named = faster.length > 0 ? `: ${faster.join('; ')}` : ''
  return [
    ...changing,
    ...verdictsOfOrders('SQLite', byOrders),
    ...verdictsOfOrders('PostgreSQL', byOrdersOnPostgres),
    { ...atMost('calls whose cost outgrows their answer', 0, faster.length), unit: named },
  ]
}

/** Sums over many orders, asked of an index and kept until something is sold. */
const FIGURES = /^(figures|takings|dashboard)/

/** The longest that figures may take, in ms. */
const MOST_FIGURES = new Map([
  [100_000, 150],
  [1_000_000, 600],
])

/** Judges the largest shop measured, its figures at each size that has a goal. */
export function verdictsOfOrders(engine: string, costs: readonly Cost[]): Verdict[] {
  const largest = Math.max(0, ...costs.map(({ size }) => size))
  const calls = costs.filter(({ call, size }) => size === largest && !MAY_BE_SLOW.test(call))
  const [slowest] = slowestFirst(calls.filter(({ call }) => !FIGURES.test(call)))
  const none = calls.find(({ call }) => call === 'Orders tab, filters none fits')
  const many = `with ${brief(largest)} orders on ${engine}`
  const figures = [...MOST_FIGURES].flatMap(([size, most]) => {
    const [worst] = slowestFirst(costs.filter((one) => one.size === size && FIGURES.test(one.call)))
    const what = `${worst?.call}, the slowest figures, p99 with ${brief(size)} orders on ${engine}`
    return worst ? [atMost(what, most, worst.p99, ' ms')] : []
  })
  return [
    atMost(`the slowest call (${slowest?.call ?? 'none'}), p99 ${many}`, 100, slowest?.p99, ' ms'),
    ...figures,
    atMost(`Orders tab, filters none fits, p99 ${many}`, 50, none?.p99, ' ms'),
  ]
}

const slowestFirst = (costs: readonly Cost[]) =>
  [...costs].sort((one, other) => other.p99 - one.p99)
