import { CSV_COLUMNS, type CsvColumn, MAX_ROWS } from '#contract/bulk-products.ts'
import type { DeskProduct } from '#contract/products.ts'
import { Refusal } from '#server/core/refusal.ts'
import { CSV_FORM } from '#server/http/csv-form.ts'
import { type ColumnChoice, type ReadColumn, readHeading, shortened } from './csv-heading.ts'

export async function writeCsv(products: readonly DeskProduct[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(products.map(cellsOf), { ...CSV_FORM, columns: [...CSV_COLUMNS] })
}

function cellsOf(product: DeskProduct): string[] {
  const { price, stock: baseStock, weighPrice } = product
  const rate = weighPrice === undefined ? {} : { weighPrice: weighPrice.toFixed(2) }
  const hidden = product.hidden ? 'yes' : ''
  const cells = { ...product, price: price.toFixed(2), baseStock, ...rate, hidden }
  return CSV_COLUMNS.map((column) => beforeEscaping(String(cells[column] ?? '')))
}

/** `row` is where a spreadsheet shows it; a row that does not fit the heading says so. */
export type CsvRow = { row: number; cells: Partial<Record<CsvColumn, string>>; misfit?: string }

/** Every text of a product at its longest, quoted; a longer row is slow to take apart. */
const MAX_ROW_LENGTH = 20_000

type CsvFile = { columns: ReadColumn[]; rows: CsvRow[] }

/**
 * Cells between `,` `;` or tabs, columns in any order: as their headings say, or as `columns` does.
 * @throws Refusal 'invalid'
 */
export async function readCsv(csv: string, chosen?: ColumnChoice): Promise<CsvFile> {
  const [heading = [], ...records] = await parsed(csv)
  const columns = readHeading(heading, chosen)
  const rows = records.flatMap((cells, index) =>
    cells.some((cell) => cell.trim() !== '') ? [rowOf(columns, cells, index + 2)] : [],
  )
  if (rows.length === 0)
    throw new Refusal('invalid', 'There is no product in this file.', { field: 'csv' })
  if (rows.length > MAX_ROWS)
    throw new Refusal('invalid', 'At most 5,000 products at once, please.', { field: 'csv' })
  const read = heading.map((name, index) => ({
    heading: shortened(name),
    sample: shortened(records[0]?.[index] ?? ''),
    column: columns[index] ?? null,
  }))
  return { columns: read, rows }
}

async function parsed(csv: string): Promise<string[][]> {
  const { parse, CsvError } = await import('csv-parse/sync')
  try {
    return parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
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
  const [heading = ''] = csv.slice(0, MAX_ROW_LENGTH).split(/\r|\n/, 1)
  const count = (mark: string) => heading.split(mark).length
  return [';', '\t'].find((mark) => count(mark) > count(',')) ?? ','
}

function rowOf(columns: ColumnChoice, cells: readonly string[], row: number): CsvRow {
  if (cells.length === 1 && cells[0]?.trim() === '') return { row, cells: {} }
  const read = Object.fromEntries(
    columns.flatMap((column, index) => (column ? [[column, unescaped(cells[index] ?? '')]] : [])),
  )
  if (cells.length === columns.length) return { row, cells: read }
  return {
    row,
    cells: read,
    misfit: `This row has ${cells.length} cells, but the heading has ${columns.length}.`,
  }
}

/** The same that `escape_formulas` of csv-stringify knows, behind an apostrophe. */
const LOOKS_PROTECTED = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** What looks protected already gets another apostrophe, so that it comes back as it was. */
function beforeEscaping(text: string): string {
  return LOOKS_PROTECTED.test(text) ? `'${text}` : text
}

function unescaped(cell: string): string {
  return LOOKS_PROTECTED.test(cell) ? cell.slice(1) : cell
}
