import { cpus } from 'node:os'
import { rushTable, speedTable } from './checkout-tables.ts'
import { ASKING } from './load.ts'
import { brief } from './numbers.ts'
import type { Several } from './several.ts'
import { cellsOf, ROUND_HEADS, table, wrongOf } from './tables.ts'

export function severalReport({ reading, speeds, rushes, memory }: Several): string[] {
  return [
    '## One process and two',
    textOn(cpus().length),
    table(
      ['home page, cached', ...ROUND_HEADS, 'ratio', 'wrong'],
      reading.map((one) => [one.subject, ...cellsOf(one), brief(one.ratio), wrongOf(one)]),
    ),
    speedTable(speeds),
    rushTable(rushes),
    'Memory of all processes in MB, right after the load and 15 s later. RSS counts what they share for each of them, PSS once.',
    table(
      ['shop', 'RSS', 'PSS', 'RSS later', 'PSS later'],
      memory.map(({ shop, atOnce, later }) => [
        shop,
        ...[atOnce.rssMb, atOnce.pssMb, later.rssMb, later.pssMb].map(brief),
      ]),
    ),
  ]
}

/** A second process needs a free core. */
function textOn(cores: number): string {
  const text = `On PostgreSQL, a database for each shop, in turn. *CPU* counts all processes of the shop (with WORKERS=2 also the one that hands out
connections), not PostgreSQL’s.`
  if (cores > 4) return text
  return `${text} This machine has ${cores} cores, and ${ASKING.name}, the buyers and PostgreSQL need them too: a second process can only win what
was idle before, so this says what a second process costs, not what it brings where it has a core of its own.`
}
