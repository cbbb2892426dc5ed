import type { Db } from '#server/db/tables.ts'
import { type FigureRows, readFigureRows } from '#server/features/analytics/figure-rows.ts'

/** A stored row that is not what its orders make: its key, and its numbers. */
export type WrongFigure = { block: number; what: string; found: string; expected: string }

export async function findWrongFigures(
  db: Db,
  block: number,
  made: FigureRows,
): Promise<WrongFigure[]> {
  const [found, expected] = [rowsOf(await readFigureRows(db, block)), rowsOf(made)]
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((what) => {
    const [one, other] = [found.get(what) ?? 'nothing', expected.get(what) ?? 'nothing']
    return one === other ? [] : [{ block, what, found: one, expected: other }]
  })
}

const KEYS: readonly string[] = ['day', 'money', 'place_id', 'product_id']

function rowsOf(rows: FigureRows): Map<string, string> {
  return new Map(
    Object.entries(rows).flatMap(([table, own]) =>
      own.map((row): [string, string] => {
        const cells = Object.entries(row).sort(([one], [other]) => one.localeCompare(other))
        const name = cells.filter(([column]) => KEYS.includes(column)).map(([, value]) => value)
        const numbers = cells.filter(([column]) => !KEYS.includes(column))
        return [
          [table, ...name].join(' '),
          numbers.map(([column, value]) => `${column} ${Number(value)}`).join(', '),
        ]
      }),
    ),
  )
}
