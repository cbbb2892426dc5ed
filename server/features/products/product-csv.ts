import {
  CSV_COLUMNS,
  type CsvColumn,
  type ImportedList,
  MAX_COLUMNS,
  MAX_ROWS,
} from '#contract/products/bulk-products.ts'
import { type DeskProduct, isSwitch } from '#contract/products/products.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { LOOKS_PROTECTED, parseCsv, unescaped } from '#server/core/import-file.ts'
import { invalidField } from '#server/core/refusal.ts'
import { formatCsv } from '#server/http/csv-form.ts'

export function writeCsv(products: readonly DeskProduct[]): Promise<string> {
  return formatCsv(CSV_COLUMNS, products.map(cellsOf))
}

function cellsOf(product: DeskProduct): string[] {
  const { price, stock: baseStock, weighPrice } = product
  const rate = weighPrice === undefined ? {} : { weighPrice: weighPrice.toFixed(2) }
  const cells = { ...product, price: price.toFixed(2), baseStock, ...rate }
  return CSV_COLUMNS.map((column) => {
    const text = isSwitch(column) ? (product[column] ? 'yes' : '') : String(cells[column] ?? '')
    return beforeEscaping(text)
  })
}

/** `row` is the spreadsheet's row number; `misfit` is set when a row doesn't fit the header. */
export type CsvRow = { row: number; cells: Partial<Record<CsvColumn, string>>; misfit?: string }

type CsvFile = Pick<ImportedList, 'columns'> & { rows: CsvRow[] }

/**
 * Cells are separated by `,`, `;` or tabs. Columns may come in any order, per headings or `chosen`.
 * @throws Refusal 'invalid'
 */
export async function readCsv(csv: string, chosen?: ColumnChoice): Promise<CsvFile> {
  const all = await parseCsv(csv)
  const at = headingAt(all)
  const [heading = [], ...records] = all.slice(at)
  const columns = readHeading(heading, chosen)
  const rows = records.flatMap((cells, index) =>
    isBlank(cells) ? [] : [rowOf(columns, cells, at + index + 2)],
  )
  if (rows.length === 0) throw invalidField('csv', 'There is no product in this file.')
  if (rows.length > MAX_ROWS) throw invalidField('csv', 'At most 5,000 products at once, please.')
  const read = heading.map((name, index) => ({
    heading: shortened(name),
    sample: shortened(records[0]?.[index] ?? ''),
    column: columns[index] ?? null,
    ...(!chosen && isGuess(name, columns[index] ?? null) ? { isGuess: true } : {}),
  }))
  return { columns: read, rows }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

function headingAt(records: readonly string[][]): number {
  const first = records.findIndex((cells) => !isBlank(cells))
  const filled = (at: number) => records[at]?.filter((cell) => cell.trim() !== '').length ?? 0
  const next = records.findIndex((cells, at) => at > first && !isBlank(cells))
  const isTitle = filled(first) === 1 && filled(next) > 1 && !ownColumnIn(records[first])
  return isTitle ? next : Math.max(first, 0)
}

function ownColumnIn(cells: readonly string[] = []): boolean {
  return readHeading(cells).some((column) => column !== null)
}

function rowOf(columns: ColumnChoice, cells: readonly string[], row: number): CsvRow {
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

/** Text that already looks protected gets one more apostrophe, so it survives the round trip. */
function beforeEscaping(text: string): string {
  return LOOKS_PROTECTED.test(text) ? `'${text}` : text
}

type ColumnChoice = readonly (CsvColumn | null)[]

/**
 * Other shops' column names, best first. An ID is never guessed, since a row-number column would
 * overwrite products with those IDs; nor is a cost taken for a price.
 */
const OTHER_NAMES: Partial<Record<CsvColumn, readonly RegExp[]>> = {
  name: [/^(?:product|item)name$/, /^title$/, /^(?:product|item)$/, /^displayname$/],
  description: [/^(?:product|item|short)description$/, /^details$/, /^body(?:html)?$/, /^text$/],
  category: [/^(?:product|item)?categor(?:y|ies)$/, /^(?:department|group)$/, /^(?:product)?type$/],
  price: [
    /^(?:unit|retail|variant|our|list)price$/,
    /^(?:selling|sell|regular|standard|base)price$/,
    /^price(?:usd|each|per.*)?$/,
    /^sellsfor$/,
    /^saleprice$/,
    /^amount$/,
  ],
  stock: [
    /^(?:stock|quantity|qty)?onhand$/,
    /^(?:stock|inventory|available|variantinventory)(?:quantity|qty)$/,
    /^currentquantity/,
    /^(?:quantity|qty)$/,
    /^(?:inventory|available|count)$/,
    /^(?:instock|units)$/,
  ],
  unit: [/^per$/, /^(?:unitofmeasure|uom|soldby|unitname|variantunitname)$/, /^package$/],
  allergens: [/^(?:allergen|contains)$/],
  imageUrl: [/^(?:image|picture|photo|imagelink)$/],
  hidden: [/^ishidden$/],
  snap: [/^(?:snap|ebt|snapebt|ebteligible)$/],
  lowLimit: [/^(?:lowstock|lowstockamount|reorderlevel|reorderpoint|minimum)$/, /^stockalertcount/],
}

/** The chosen columns, or what the headings say; unknown ones skipped. @throws Refusal 'invalid' */
function readHeading(names: readonly string[], chosen?: ColumnChoice): ColumnChoice {
  if (names.length > MAX_COLUMNS)
    throw invalidField(
      'csv',
      `This file has ${names.length} columns; at most ${MAX_COLUMNS}, please.`,
    )
  if (chosen && chosen.length !== names.length)
    throw invalidField('csv', `This file has ${names.length} columns, not ${chosen.length}.`)
  const columns = chosen ?? guessed(names)
  const known = columns.flatMap((column) => column ?? [])
  const twice = known.find((column, index) => known.indexOf(column) !== index)
  if (twice) throw invalidField('csv', `The column ${twice} appears twice.`)
  return columns
}

function guessed(names: readonly string[]): ColumnChoice {
  const columns = names.map(ownColumn)
  const plain = names.map(lettersOf)
  for (const column of CSV_COLUMNS.filter((one) => !columns.includes(one))) {
    const at = OTHER_NAMES[column]
      ?.map((name) => plain.findIndex((one, index) => !columns[index] && name.test(one)))
      .find((index) => index >= 0)
    if (at !== undefined && !isMisleading(plain, at)) columns[at] = column
  }
  return columns
}

/** Exports write `id` in lowercase; another shop's `ID` numbers its own products. */
function ownColumn(name: string): CsvColumn | null {
  const found = CSV_COLUMNS.find((one) => simple(one) === simple(name)) ?? null
  return found === 'id' && name.trim() !== 'id' ? null : found
}

/** `amount` next to a price isn't one; units next to a unit of measure are a package size. */
function isMisleading(plain: readonly string[], at: number): boolean {
  if (plain[at] === 'amount') return plain.some((one) => one.includes('price'))
  return plain[at] === 'units' && plain.includes('unittype')
}

function isGuess(heading: string, column: CsvColumn | null): boolean {
  return column !== null && ownColumn(heading) !== column
}

function simple(name: string): string {
  return nameKey(name).replace(/[\s_-]/g, '')
}

function lettersOf(name: string): string {
  return nameKey(name).replace(/[^a-z\d]/g, '')
}

function shortened(text: string): string {
  return text.trim().slice(0, 40)
}
