import { SETTING_VALUES } from '#contract/settings/setting-table.ts'
import { pickupDay } from './pickup-day.ts'
// What the bench says must not be wrong by its own sums.

import { describe, expect, test } from 'vitest'
import { readWrk } from '../bench/by-wrk.ts'
import { grown } from '../bench/cost.ts'
import { callsOf } from '../bench/growth-by-orders.ts'
import { growthPlots, growthReport } from '../bench/growth-report.ts'
import { verdictsOfOrders } from '../bench/growth-verdicts.ts'
import { type Judgement, middleOf } from '../bench/lighthouse.ts'
import { lighthouseReport } from '../bench/lighthouse-report.ts'
import { median, percentile } from '../bench/numbers.ts'
import { logScale, powersOfTen } from '../bench/plot.ts'
import { SIZES } from '../bench/size.ts'
import { atLeast, atMost } from '../bench/verdict.ts'
import { verdictsOfLighthouse } from '../bench/verdicts.ts'

import { aShop } from './a-shop.ts'

test('the bench asks everything that a page of the desk asks, but files, one recipe, customer and webhook', async () => {
  const shop = await aShop()
  const { paths } = (await shop.inject({ url: '/api/openapi.json' })).json()
  const desk = Object.entries<Record<string, { security: unknown[] }>>(paths)
    .filter(
      ([path, { get }]) =>
        get?.security.length &&
        // A phone at the market asks with a grant of its own.
        !/\.csv$|\/export$|\/file$|^\/api\/everything$|^\/api\/(?:recipes|customers)\/.|^\/api\/stall\/days|^\/api\/admin\/(?:hooks\/.|report$)/.test(
          path,
        ),
    )
    .map(([path]) =>
      path
        .replace(/(market-days|products|pages)\/{id}/, '$1/1')
        .replace('{id}', '500')
        .replace('{day}', pickupDay(new Date(), SETTING_VALUES.time_zone)),
    )
  const requested = Object.values(callsOf(1000)).flatMap((path) => path?.split('?')[0] ?? [])
  expect(desk.filter((path) => !requested.includes(path))).toEqual([])
})

describe('a percentile', () => {
  test('is the value below which that share of all lies, whatever their order', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect([percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)]).toEqual([
      51, 100, 100,
    ])
    expect(median([3, 1, 2])).toBe(2)
  })

  test('of nothing is zero', () => {
    expect(percentile([], 0.99)).toBe(0)
  })
})

describe('what wrk tells', () => {
  const text = 'Running 1s test @ http://127.0.0.1/\n  1 threads and 32 connections\n'

  test('is read in seconds and milliseconds', () => {
    const sent = '{"answers":3000,"micros":1500000,"p50":900,"p99":12500,"wrong":2}\n'
    expect(readWrk(text + sent)).toEqual({
      answers: 3000,
      seconds: 1.5,
      p50: 0.9,
      p99: 12.5,
      wrong: 2,
    })
  })

  test('nothing at all is an error, not a zero', () => {
    expect(() => readWrk(text)).toThrow('wrk told nothing')
  })
})

describe('a verdict', () => {
  test('is held on the line itself and missed beyond it', () => {
    expect([0.74, 0.75].map((seen) => atLeast('ratio', 0.75, seen).isHeld)).toEqual([false, true])
    expect([50, 50.1].map((seen) => atMost('wait', 50, seen).isHeld)).toEqual([true, false])
  })

  test('on what was not measured is none', () => {
    expect(atMost('wait', 50, undefined)).toMatchObject({ seen: null, isHeld: null })
  })
})

test('of the largest shop the slowest call that is no file is judged by its name, figures at each size', () => {
  const one = (call: string, size: number, p99: number) => ({
    ...{ call, size, p99 },
    ...{ cpuMs: 1, p50: 1, bytes: 1 },
  })
  const costs = [
    one('figures of a year', 1000, 900),
    one('figures of a year', 100_000, 150),
    one('figures of a year', 1_000_000, 601),
    one('people', 100_000, 900),
    one('people', 1_000_000, 101),
    one('Orders tab, filters none fits', 1_000_000, 50),
    one('bookkeeper’s file of a year', 1_000_000, 4000),
  ]
  expect(verdictsOfOrders('SQLite', costs)).toMatchObject([
    { what: 'the slowest call (people), p99 with 1,000,000 orders on SQLite', isHeld: false },
    { seen: 150, isHeld: true },
    { seen: 601, isHeld: false },
    { seen: 50, isHeld: true },
  ])
})

describe('what Lighthouse says of a page', () => {
  const bad = { title: 'Use less script', score: 0.5, scoreDisplayMode: 'metricSavings' }
  const run = (lcp: number, tbt: number, score = 1): Judgement => ({
    categories: Object.fromEntries(
      ['performance', 'accessibility', 'best-practices', 'seo'].map((name) => [
        name,
        { title: name, score: name === 'performance' ? score : 1 },
      ]),
    ),
    audits: {
      'first-contentful-paint': { ...bad, numericValue: 800 },
      'largest-contentful-paint': { ...bad, numericValue: lcp },
      'total-blocking-time': { ...bad, numericValue: tbt },
      'cumulative-layout-shift': { ...bad, numericValue: 0 },
      'speed-index': { ...bad, numericValue: 800 },
      'unused-javascript': bad,
    },
  })
  const seen = middleOf('/', [run(1100, 900), run(2000, 10, 0.8), run(1150, 40)])

  test('is the median of each number, not the numbers of one run', () => {
    expect([seen.metrics.lcp, seen.metrics.tbt, seen.scores[0]]).toEqual([
      1150,
      40,
      ['performance', 100],
    ])
    expect(seen.criticized).toEqual(['Use less script'])
    expect(verdictsOfLighthouse([seen]).map(({ isHeld }) => isHeld)).toEqual(Array(4).fill(true))
    const slow = verdictsOfLighthouse([middleOf('/', [run(1201, 51, 0.98)])])
    expect(slow.map(({ isHeld }) => isHeld)).toEqual([false, false, true, false])
  })

  test('a number that is missing is not taken for a good one', () => {
    const none = run(1100, 40)
    delete none.audits['total-blocking-time']
    const [, blocked] = verdictsOfLighthouse([middleOf('/', [none])])
    expect(blocked?.isHeld).toBe(false)
  })

  test('is a row for each page, of nine runs where the bench is whole', () => {
    const [title, text, rows] = lighthouseReport({ runs: 9, judged: [seen], leftOut: [] })
    expect(title).toBe('## Lighthouse')
    expect(text).toContain('the median of 9 runs')
    expect(rows).toContain(
      '| `/` | 100 | 100 | 100 | 100 | 800 ms | 1,150 ms | 40 ms | 0 | 800 ms |',
    )
    expect([SIZES.whole.lighthouseRuns, SIZES.quick.lighthouseRuns]).toEqual([9, 3])
    expect(lighthouseReport({ runs: 9, judged: [], leftOut: ['none'] })).toEqual([])
  })
})

const cost = (size: number, cpuMs: number, bytes: number) => ({
  call: 'list',
  size,
  cpuMs,
  p50: 0,
  p99: 0,
  bytes,
})

describe('a call grew faster than its answer', () => {
  test('when it costs much more and answers the same', () => {
    expect(grown([cost(10, 1, 500), cost(1000, 4, 500)])).toMatchObject([
      { cost: 4, answer: 1, isFaster: true },
    ])
  })

  test('not when the answer grew as well, nor by what two measurements differ anyway', () => {
    expect(grown([cost(10, 1, 500), cost(1000, 40, 50_000)])).toMatchObject([{ isFaster: false }])
    expect(grown([cost(10, 1, 500), cost(1000, 2.4, 500)])).toMatchObject([{ isFaster: false }])
  })

  test('nor when it became cheaper and answered less', () => {
    expect(grown([cost(10, 1, 500), cost(1000, 0.9, 100)])).toMatchObject([{ isFaster: false }])
  })
})

describe('a plot', () => {
  test('gives each factor of ten the same way', () => {
    const scale = logScale([1, 1000], [0, 300])
    expect([1, 10, 100, 1000].map((value) => Math.round(scale(value)))).toEqual([0, 100, 200, 300])
  })

  test('has room for all values between powers of ten, for a single one too', () => {
    expect(powersOfTen([0.04, 3, 20])).toEqual([0.01, 0.1, 1, 10, 100])
    expect(powersOfTen([10])).toEqual([10, 100])
  })

  test('leaves out what only says how long somebody waits', () => {
    const waits = { ...cost(10, 0, 0), call: 'nothing, for comparison' }
    const costs = [cost(10, 1, 500), cost(1000, 2, 500), waits, { ...waits, size: 1000 }]
    const growth = { byProducts: costs, byOrders: costs, byOrdersOnPostgres: costs }
    const plots = growthPlots(growth)
    for (const svg of Object.values(plots)) expect(svg).not.toMatch(/nothing, for|NaN/)
    expect(growthReport(growth).join('\n')).not.toMatch(/NaN/)
  })
})
