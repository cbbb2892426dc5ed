import type { Speed } from './checkouts.ts'
import type { Found, Measured } from './found.ts'
import { verdictsOfGrowth } from './growth-verdicts.ts'
import type { Lighthouse } from './lighthouse.ts'
import { type Result, resultOf } from './load.ts'
import type { Mixed } from './mixed.ts'
import { brief } from './numbers.ts'
import { middle, table } from './tables.ts'
import { atLeast, atMost, type Verdict } from './verdict.ts'

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

/** What is given again: each beside a bare server with the same bytes, by processor time. */
const GIVEN_AGAIN = [
  'home page, cached',
  'home page, 304',
  'GET /api/products',
  'content page',
  'picture',
]

function verdictsOfShop(measured: Measured): Verdict[] {
  const { reading, speeds, rushes, several, mixed, standing, lighthouse } = measured
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
      sum([...speeds, ...several.speeds, ...mixed].map(({ failed }) => failed)),
    ),
    atMost(
      'units oversold or astray',
      0,
      sum([...rushes, ...several.rushes].map(({ astray }) => astray)),
    ),
    ...mixed.flatMap(verdictsOfMixed),
    atMost('start to the first page', 600, standing.startMs, ' ms'),
    atMost('memory, idle', 130, standing.idleMb, ' MB'),
    ...several.memory
      .slice(1)
      .map(({ shop, atOnce }) =>
        atMost(`memory of ${shop} after the load`, 400, atOnce.rssMb, ' MB'),
      ),
    ...verdictsOfLighthouse(lighthouse.judged),
  ]
}

/** How many checkouts a second so many buyers should come to. */
const CHECKOUTS = [
  { name: 'SQLite', buyers: 8, least: 500 },
  { name: 'SQLite', buyers: 32, least: 800 },
  { name: 'SQLite, every fsync', buyers: 32, least: 300 },
  { name: 'PostgreSQL', buyers: 8, least: 250 },
]

function verdictsOfCheckouts(speeds: readonly Speed[]): Verdict[] {
  const speedOf = (name: string, buyers: number) =>
    speeds.find(
      (one) => one.buyers === buyers && (one.shop === name || one.shop.startsWith(`${name} `)),
    )
  return [
    ...CHECKOUTS.map(({ name, buyers, least }) => {
      const speed = speedOf(name, buyers)
      return atLeast(
        `checkouts of ${buyers} buyers on ${speed?.shop ?? name}`,
        least,
        speed?.perSecond,
        '/s',
      )
    }),
    atMost(
      'processor time of a checkout on SQLite, 8 buyers',
      1.3,
      speedOf('SQLite', 8)?.cpuMs,
      ' ms',
    ),
  ]
}

function verdictsOfMixed({ shop, reads, orderP99 }: Mixed): Verdict[] {
  const isSlow = shop !== 'SQLite'
  return [
    atLeast(
      `reads of ${shop} while 20 orders a second come in`,
      isSlow ? 0.8 : 0.9,
      reads.at(-1)?.ratio,
      ' of alone',
    ),
    ...(isSlow ? [] : [atMost('orders beside the reads, p99', 25, orderP99, ' ms')]),
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
