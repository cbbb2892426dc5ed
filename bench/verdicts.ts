import { grown } from './cost.ts'
import type { Found, Measured } from './found.ts'
import type { Growth } from './growth.ts'
import type { Lighthouse } from './lighthouse.ts'
import { type Result, resultOf } from './load.ts'
import { brief } from './numbers.ts'
import { middle, table } from './tables.ts'

/** One thing the shop is held to; `seen` is null where it could not be measured. */
export type Verdict = {
  what: string
  wanted: string
  seen: number | null
  isHeld: boolean | null
  unit: string
}

/** What the shop is held to, and whether this run found it so. */
export function verdicts({ measured, growth }: Found): Verdict[] {
  return [...(measured ? verdictsOfShop(measured) : []), ...verdictsOfGrowth(growth)]
}

export function verdictTable(all: Verdict[]): string {
  const print = ({ isHeld }: Verdict) =>
    isHeld === null ? 'not measured' : isHeld ? 'held' : '**missed**'
  return table(
    ['what', 'wanted', 'seen', ''],
    all.map((one) => [
      one.what,
      one.wanted,
      one.seen === null ? '–' : `${brief(one.seen)}${one.unit}`,
      print(one),
    ]),
  )
}

/** A verdict on what must not be less; `unit` stands behind both numbers. */
export function atLeast(
  what: string,
  least: number,
  seen: number | null | undefined,
  unit = '',
): Verdict {
  const value = seen ?? null
  return {
    what,
    wanted: `≥ ${brief(least)}${unit}`,
    seen: value,
    isHeld: value === null ? null : value >= least,
    unit,
  }
}

/** A verdict on what must not be more. */
export function atMost(
  what: string,
  most: number,
  seen: number | null | undefined,
  unit = '',
): Verdict {
  const value = seen ?? null
  return {
    what,
    wanted: `≤ ${brief(most)}${unit}`,
    seen: value,
    isHeld: value === null ? null : value <= most,
    unit,
  }
}

function verdictsOfShop({
  reading,
  cold,
  speeds,
  rushes,
  mixed,
  several,
  standing,
  lighthouse,
}: Measured): Verdict[] {
  const part = (name: string, subject = 'shop') =>
    reading.find((one) => one.part === name && one.subject === subject)
  const home = part('home page, cached')
  const [coldHome] = cold
  const eight = (shop: string) =>
    speeds.find((speed) => speed.shop === shop && speed.buyers === 8)?.perSecond
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  return [
    atLeast('home page, cached, beside bare node:http', 0.75, home?.ratio),
    atLeast(
      'home page, cached, beside nginx',
      0.4,
      ratioTo(home, part('home page, cached', 'nginx')),
    ),
    atMost('home page, cached, p99 at 32 connections', 10, home && middle(home, 'p99'), ' ms'),
    atLeast(
      'home page, cold, by one core',
      1500,
      coldHome && 1e6 / middle(coldHome, 'cpuMicros'),
      '/s',
    ),
    atLeast('`GET /api/products` beside bare node:http', 0.6, part('GET /api/products')?.ratio),
    atLeast('checkouts of 8 buyers on SQLite', 500, eight('SQLite'), '/s'),
    atLeast('checkouts of 8 buyers on PostgreSQL', 250, eight('PostgreSQL'), '/s'),
    atMost(
      'checkouts that failed',
      0,
      sum([...speeds, ...several.speeds, mixed].map(({ failed }) => failed)),
    ),
    atMost(
      'units oversold or astray',
      0,
      sum([...rushes, ...several.rushes].map(({ astray }) => astray)),
    ),
    atLeast('reads while 20 orders a second come in', 0.7, mixed.reads.at(-1)?.ratio, ' of alone'),
    atMost('orders beside the reads, p99', 50, mixed.orderP99, ' ms'),
    atMost('start to the first page', 700, standing.startMs, ' ms'),
    atMost('memory, idle', 150, standing.idleMb, ' MB'),
    ...verdictsOfLighthouse(lighthouse.judged),
  ]
}

export function verdictsOfLighthouse(judged: readonly Lighthouse[]): Verdict[] {
  return judged.flatMap(({ page, scores, metrics: { lcp, tbt, cls } }) => [
    atMost(`\`${page}\` on Lighthouse’s phone: LCP`, 1200, lcp, ' ms'),
    atMost(`\`${page}\` on Lighthouse’s phone: TBT`, 50, tbt, ' ms'),
    atMost(`\`${page}\` on Lighthouse’s phone: CLS`, 0, cls),
    atLeast(
      `\`${page}\` on Lighthouse’s phone: the least of four scores`,
      100,
      Math.min(...scores.map(([, score]) => score)),
    ),
  ])
}

/** The ratio to another subject of the same rounds. */
function ratioTo(one: Result | undefined, other: Result | undefined): number | null {
  return one && other ? resultOf(one.part, one.subject, one.rounds, other.rounds).ratio : null
}

/** How slow the desk may be with so many orders, in milliseconds. */
const DESK = [
  { orders: 100_000, most: 50 },
  { orders: 1_000_000, most: 300 },
]

function verdictsOfGrowth({ byProducts, byOrders }: Growth): Verdict[] {
  const desk = DESK.flatMap(({ orders, most }) => {
    const wait = (...calls: string[]) => {
      const found = byOrders.filter(({ call, size }) => size === orders && calls.includes(call))
      return found.length > 0 ? Math.max(...found.map(({ p99 }) => p99)) : null
    }
    const filters = byOrders
      .map(({ call }) => call)
      .filter((call) => call.startsWith('Orders tab,'))
    const many = `p99 with ${brief(orders)} orders`
    return [
      atMost(`Orders tab, ${many}`, most, wait('Orders tab'), ' ms'),
      atMost(`Orders tab, the slowest filter, ${many}`, most, wait(...filters), ' ms'),
      atMost(`figures, ${many}`, most, wait('figures', 'dashboard'), ' ms'),
    ]
  })
  const faster = [...grown(byProducts), ...grown(byOrders)]
    .filter(({ isFaster }) => isFaster)
    .map(({ call }) => call)
  const named = faster.length > 0 ? `: ${faster.join('; ')}` : ''
  return [
    ...desk,
    { ...atMost('calls whose cost outgrows their answer', 0, faster.length), unit: named },
  ]
}
