import { Readable } from 'node:stream'

/** Missed by `escape_formulas`: a pipe, and a formula behind spaces or invisible marks. */
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
 * A short row ends in empty cells. `isMoney`: with an apostrophe before it, -2.00 would be no number;
 * names that are not the shop's own go through `asText`.
 */
export async function formatCsv(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  { isMoney = false, bom = true } = {},
): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  const whole = rows.map((row) => columns.map((_, at) => row[at] ?? ''))
  const form = { ...CSV_FORM, bom, escape_formulas: !isMoney }
  return stringify(whole, { ...form, columns: [...columns] })
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

/** A name that a spreadsheet would take for a formula is a text, in a file whose amounts stay numbers. */
export const asText = (name: string) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name)
