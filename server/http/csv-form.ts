import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/** Missed by `escape_formulas`: a pipe, and a formula behind spaces or invisible marks. */
const HIDDEN_FORMULA = /^(?:\||[\p{Default_Ignorable_Code_Point}\p{Z}]+[=+\-@|])/u

/** Formulas get an apostrophe in front; text that some locales split at semicolons gets quotes. */
export const CSV_FORM = {
  bom: true,
  header: true,
  escape_formulas: true,
  quoted_match: /;/,
  cast: { string: (text: string) => (HIDDEN_FORMULA.test(text) ? `'${text}` : text) },
  record_delimiter: 'windows',
} as const

export function streamCsv(columns: string[], records: AsyncIterable<string[]>): Readable {
  const lines = stringify({ ...CSV_FORM, columns })
  const rows = Readable.from(records)
  // An aborted transfer stops reading, and a failed read aborts the transfer.
  lines.on('close', () => rows.destroy())
  rows.on('error', (error) => lines.destroy(error))
  return rows.pipe(lines)
}

/** A name that a spreadsheet would take for a formula is a text, in a file whose amounts stay numbers. */
export const asText = (name: string) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name)
