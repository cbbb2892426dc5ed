import { cpus } from 'node:os'
import { rushTable, speedTable } from './checkout-tables.ts'
import type { Found, Measured } from './found.ts'
import { growthReport } from './growth-report.ts'
import { lighthouseReport } from './lighthouse-report.ts'
import { ASKING, type Result } from './load.ts'
import type { Mixed } from './mixed.ts'
import { brief } from './numbers.ts'
import { severalReport } from './several-report.ts'
import { cellsOf, ROUND_HEADS, table, wrongOf } from './tables.ts'
import { verdicts, verdictTable } from './verdicts.ts'

export function report(found: Found): string {
  return [
    '# What the shop does on one machine',
    introduction(found),
    '## What it is held to',
    verdictTable(verdicts(found)),
    ...(found.measured ? shopReport(found.measured, found.disk) : []),
    ...growthReport(found.growth),
    ...(found.leftOut.length > 0
      ? ['## Left out', found.leftOut.map((line) => `- ${line}`).join('\n')]
      : []),
  ].join('\n\n')
}

function shopReport(measured: Measured, disk: Found['disk']): string[] {
  return [
    '## Reading',
    readingText,
    readingTable(measured.reading),
    '## Whole checkouts',
    checkoutText(disk),
    speedTable(measured.speeds),
    rushTable(measured.rushes),
    '## Reads beside orders',
    'The home page at 32 connections, alone and while 20 orders a second change the stock it shows, in turn.',
    mixedTable(measured.mixed),
    ...severalReport(measured.several),
    '## Standing still',
    standingTable(measured),
    ...lighthouseReport(measured.lighthouse),
  ]
}

function introduction({ size, command, startedAt, minutes, disk }: Found): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`
  return `${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC · \`${command}\`, ${brief(minutes)} minutes · ${machine}

Everything runs on this one machine, the load too (pages are asked for by ${ASKING.name}), so absolute figures say little and
ratios within the run much: subjects take turns round by round (${size.rounds} rounds of ${size.seconds} s), a ratio is the median of the rounds'
ratios. The shop is the built one with **LIMITS=off**, which no real shop is. The disk keeps 4 KiB for good in
${brief(disk.median)} ms (p99 ${brief(disk.p99)} ms).`
}

const readingText = `Each beside a bare \`node:http\` server that answers the same bytes under the same headers, the home page also beside one
nginx worker with the same compressed file; 32 connections. *CPU* is the process's own processor time for one answer, and its
ratio does not depend on what else the machine does or on how fast the load can ask; *busy* is how many cores the process
kept at work: well below 1, the asking was the limit${ASKING.name === 'wrk' ? '' : ' (as it is with autocannon)'} and the ratio of requests flatters.`

function readingTable(results: Result[]): string {
  const head = ['part', 'subject', ...ROUND_HEADS, 'ratio', 'ratio by CPU', 'wrong']
  return table(
    head,
    results.map((one) => [
      one.part,
      one.subject,
      ...cellsOf(one),
      brief(one.ratio),
      brief(one.cpuRatio),
      wrongOf(one),
    ]),
  )
}

function checkoutText(disk: Found['disk']): string {
  return `create-intent and order of two lines by the sandbox, each by a new visitor; every commit waits for the disk (here ${brief(disk.median)} ms).
*CPU* is the shop's processor time for one checkout, without PostgreSQL's own processes.`
}

function mixedTable({ shop, reads, orders, orderP50, orderP99, failed }: Mixed): string {
  const rows = reads.map((one) => [one.subject, ...cellsOf(one), brief(one.ratio), wrongOf(one)])
  const orderText = `\`POST /api/orders\` beside the reads: p50 ${brief(orderP50)} ms, p99 ${brief(orderP99)} ms, ${failed} of ${orders} failed.`
  return `${table([`reads of ${shop}`, ...ROUND_HEADS, 'ratio', 'wrong'], rows)}\n\n${orderText}`
}

function standingTable({ standing, loadedMb, firstView }: Measured): string {
  const kinds = Object.entries(firstView.bytes).map(([kind, bytes]) => [
    `first view: ${kind}`,
    `${brief(bytes / 1024)} KiB`,
  ])
  return table(
    ['what', 'how much'],
    [
      ['start to the first page', `${brief(standing.startMs)} ms`],
      ['very first start, which draws the demo’s pictures', `${brief(standing.firstStartMs)} ms`],
      ['memory, idle', `${brief(standing.idleMb)} MB`],
      ['memory, the most under all the reading above', `${brief(loadedMb)} MB`],
      ...kinds,
      ['first view: requests', String(firstView.requests)],
    ],
  )
}
