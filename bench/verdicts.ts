import type { Speed } from './checkouts.ts'
import type { Found, Measured } from './found.ts'
import { verdictsOfGrowth } from './growth-verdicts.ts'
import type { Lighthouse } from './lighthouse.ts'
import { type Result, resultOf } from './load.ts'
import { SLOW } from './market-day.ts'
import type { Mixed } from './mixed.ts'
import { brief, median, percentile } from './numbers.ts'
import { middle, table } from './tables.ts'
import { atLeast, atMost, type Verdict } from './verdict.ts'

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

/** Cached answers, compared with a bare server of the same bytes by CPU time. */
const GIVEN_AGAIN = [
  'home page, cached',
  'home page, 304',
  'GET /api/products',
  'content page',
  'picture',
]

const PHONE = `market day on a phone ${SLOW} times slower, no network`

function verdictsOfShop(measured: Measured): Verdict[] {
  const { reading, speeds, rushes, several, mixed, standing, marketDay, lighthouse } = measured
  const part = (name: string, subject = 'shop') =>
    reading.find((one) => one.part === name && one.subject === subject)
  const home = part('home page, cached')
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  return [
    ...GIVEN_AGAIN.map((name) =>
      atLeast(`${name}, beside bare node:http, by processor time`, 0.8, part(name)?.cpuRatio),
    ),
    atLeast(
      'home page, cached, beside nginx',
      0.4,
      ratioTo(home, part('home page, cached', 'nginx')),
    ),
    atMost('home page, cached, p99 at 32 connections', 10, home && middle(home, 'p99'), ' ms'),
    ...verdictsOfCheckouts(speeds),
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
    verdictOfMixed(mixed),
    atMost('start to the first page', 600, standing.startMs, ' ms'),
    atMost('memory, idle', 130, standing.idleMb, ' MB'),
    ...several.memory
      .slice(1)
      .map(({ shop, atOnce }) =>
        atMost(`memory of ${shop} after the load`, 400, atOnce.rssMb, ' MB'),
      ),
    atMost(`${PHONE}: opened cold, to the first row`, 1500, median(marketDay.coldMs), ' ms'),
    atMost(`${PHONE}: tap to saved, p95`, 80, percentile(marketDay.tapMs, 0.95), ' ms'),
    ...verdictsOfLighthouse(lighthouse.judged),
  ]
}

function verdictsOfCheckouts(speeds: readonly Speed[]): Verdict[] {
  const perSecond = (name: string) =>
    speeds.find(({ shop, buyers }) => shop === name && buyers === 8)?.perSecond
  const [sqlite, postgres] = [perSecond('SQLite'), perSecond('PostgreSQL')]
  return [
    atLeast('checkouts of 8 buyers on SQLite', 300, sqlite, '/s'),
    atLeast(
      'checkouts of 8 buyers on PostgreSQL',
      0.2,
      sqlite && postgres && postgres / sqlite,
      ' of SQLite',
    ),
  ]
}

function verdictOfMixed({ reads }: Mixed): Verdict {
  return atLeast('reads while 20 orders a second come in', 0.7, reads.at(-1)?.ratio, ' of alone')
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

function ratioTo(one: Result | undefined, other: Result | undefined): number | null {
  return one && other ? resultOf(one.part, one.subject, one.rounds, other.rounds).ratio : null
}
