import { Readable } from 'node:stream'

/** What `escape_formulas` misses: a pipe, and a formula after spaces or invisible marks. */
const HIDDEN_FORMULA = /^(?:\||[\p{Default_Ignorable_Code_Point}\p{Z}]+[=+\-@|])/u

/** Formulas get an apostrophe in front; text that some locales split at semicolons gets quotes. */
const CSV_FORM = {
  bom: true,
  header: true,
  escape_formulas: true,
  quoted_match: /;/,
  cast: { string: (text: string) => (HIDDEN_FORMULA.test(text) ? `'${text}` : text) },
  record_delimiter: 'windows',
} as const

/**
 * Short rows end in empty cells. `isMoney`: an apostrophe would stop -2.00 from being a number, so
 * names that aren't the shop's own must go through `asText`.
 */
export async function formatCsv(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  { isMoney = false, bom = true } = {},
): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  const whole = rows.map((row) => columns.map((_, at) => row[at] ?? ''))
  const form = { ...CSV_FORM, bom, escape_formulas: !isMoney }
  return stringify(whole, { ...form, columns: [...columns] })
}

type Cell = string | number
export type Sheet = { columns: string[]; rows: Cell[][] }

/** Each heading with what stands below it. */
export type CellsOf<Row> = readonly (readonly [
  heading: string,
  cell: (row: Row) => Cell | null | undefined,
])[]

export function sheetOf<Row>(rows: readonly Row[], cells: CellsOf<Row>): Sheet {
  const columns = cells.map(([heading]) => heading)
  return { columns, rows: rows.map((row) => cells.map(([, cell]) => cell(row) ?? '')) }
}

export async function streamCsv(
  columns: string[],
  records: AsyncIterable<string[]>,
): Promise<Readable> {
  const { stringify } = await import('csv-stringify')
  const lines = stringify({ ...CSV_FORM, columns })
  const rows = Readable.from(records)
  // An aborted transfer stops reading, and a failed read aborts the transfer.
  lines.on('close', () => rows.destroy())
  rows.on('error', (error) => lines.destroy(error))
  return rows.pipe(lines)
}

/**
 * In a file whose amounts stay numbers, quotes a name that a spreadsheet would take for a formula.
 */
export const asText = (name: string) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name)
