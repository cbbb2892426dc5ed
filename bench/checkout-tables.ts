import type { Rush, Speed } from './checkouts.ts'
import { brief } from './numbers.ts'
import { table } from './tables.ts'

export function speedTable(speeds: Speed[]): string {
  const head = ['shop', 'buyers', 'checkouts/s', 'p50 ms', 'p99 ms', 'CPU ms', 'failed']
  return table(
    head,
    speeds.map(({ shop, buyers, perSecond, p50, p99, cpuMs, failed }) => [
      shop,
      String(buyers),
      ...[perSecond, p50, p99, cpuMs].map(brief),
      String(failed),
    ]),
  )
}

export function rushTable(rushes: Rush[]): string {
  const text =
    'Then a rush: 32 buyers try 100 times for 50 of one product. *Astray* are units by which stock and orders differ after all of it.'
  const rows = rushes.map(({ shop, ...counts }) => [
    shop,
    ...[counts.placed, counts.refused, counts.other, counts.astray].map(String),
  ])
  return `${text}\n\n${table(['shop', 'placed', 'sold out', 'other', 'astray'], rows)}`
}
