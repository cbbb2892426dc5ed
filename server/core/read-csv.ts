import { Refusal } from './refusal.ts'

/** Every text of one row at its longest, quoted; a longer row is slow to take apart. */
const MAX_ROW_LENGTH = 20_000

/** What Excel reads as the mark between cells, and shows in no row. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?(?:\r\n|\r|\n)/i

/** The cells of a file between `,` `;` or tabs, row by row. @throws Refusal 'invalid' */
export async function parseCsv(csv: string): Promise<string[][]> {
  const { parse, CsvError } = await import('csv-parse/sync')
  try {
    const [line = '', delimiter] = SEPARATOR_LINE.exec(csv) ?? []
    const text = csv.slice(line.length)
    return parse(text, {
      bom: true,
      delimiter: delimiter ?? delimiterOf(text),
      relax_column_count: true,
      max_record_size: MAX_ROW_LENGTH,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const where = typeof error.lines === 'number' ? ` near line ${error.lines}` : ''
    throw new Refusal(
      'invalid',
      `This file cannot be read as CSV: check the quotation marks${where}.`,
      {
        field: 'csv',
      },
    )
  }
}

function delimiterOf(csv: string): string {
  const lines = csv.slice(0, MAX_ROW_LENGTH).split(/[\r\n]+/, 4)
  const heading = lines.find((line) => /[,;\t]/.test(line)) ?? ''
  const count = (mark: string) => heading.split(mark).length
  return [';', '\t'].find((mark) => count(mark) > count(',')) ?? ','
}

/** The same that our own files put behind an apostrophe. */
export const LOOKS_PROTECTED = /^'+[=+\-@|\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** A cell of one of our own files as it was. */
export function unescaped(cell: string): string {
  return LOOKS_PROTECTED.test(cell) ? cell.slice(1) : cell
}
