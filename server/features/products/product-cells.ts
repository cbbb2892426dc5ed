import { dollarsOf, formatCents } from '#contract/money/plain-dollars.ts'
import type { ImportedRow } from '#contract/products/bulk-products.ts'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import {
  PRODUCT_FIELD_NAMES,
  PRODUCT_FIELDS,
  type ProductChange,
  price as priceShape,
  productChange,
  productDraft,
  stock as stockShape,
} from '#contract/products/products.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import type { CsvRow } from './product-csv.ts'

export type CellProblem = ImportedRow['problems'][number]
type Reading = ImportedRow['readings'][number]

const NEEDED = ['name', 'category', 'price', 'stock'] as const

export function readDraft({ baseStock: _, ...cells }: CsvRow['cells']) {
  const { fields, problems, readings } = readCells(cells)
  const read = productDraft.safeParse(fields)
  const missing = NEEDED.filter((column) => cells[column] === undefined).map((column) => {
    const name = PRODUCT_FIELDS[column].label.toLowerCase()
    return {
      column,
      message: `This file has no column for the ${name}, and a new product needs one.`,
    }
  })
  return {
    draft: missing.length > 0 ? undefined : read.data,
    readings,
    problems: read.success ? problems : withIssues([...missing, ...problems], read.error.issues),
  }
}

export function readChange(cells: CsvRow['cells']): {
  change: ProductChange
  problems: CellProblem[]
  readings: Reading[]
} {
  const { fields, problems, readings } = readCells(cells)
  const read = productChange.safeParse(fields)
  return {
    change: read.data ?? {},
    readings,
    problems: read.success ? problems : withIssues(problems, read.error.issues),
  }
}

/** Prices and counts are read as spreadsheets write them; an empty `baseStock` is none. */
function readCells({ id: _, price, stock, baseStock, ...texts }: CsvRow['cells']) {
  const problems: CellProblem[] = []
  const readings: Reading[] = []
  const read = (column: 'price' | 'stock' | 'baseStock', cell: string | undefined) => {
    if (cell === undefined) return {}
    const checked = (column === 'price' ? priceShape : stockShape).safeParse(cell)
    if (checked.success) {
      const value = column === 'price' ? dollarsOf(checked.data) : checked.data
      if (cell.trim() !== String(value) && !isPlain(cell))
        readings.push({ column, text: cell.trim(), value: shownValue(column, checked.data) })
      return { [column]: value }
    }
    problems.push({ column, message: checked.error.issues[0]?.message ?? '' })
    return {}
  }
  const numbers = {
    ...read('price', price),
    ...read('stock', stock),
    ...read('baseStock', baseStock?.trim() || undefined),
  }
  const named = texts.category === undefined ? {} : { category: inFullCase(texts.category) }
  return { fields: { ...texts, ...named, ...numbers }, problems, readings }
}

/** Such as `3.5` and `3.50`. */
const isPlain = (cell: string) => /^\d*(?:\.\d{1,2})?$/.test(cell.trim())

function shownValue(column: string, value: number): string {
  return column === 'price' ? formatCents(value) : String(value)
}

function inFullCase(cell: string): string {
  return PRODUCT_CATEGORIES.find((one) => nameKey(one) === nameKey(cell)) ?? cell
}

type Issue = { path: PropertyKey[]; message: string }

function withIssues(problems: CellProblem[], issues: readonly Issue[]): CellProblem[] {
  const more = issues.map(({ path: [field], message }) => ({
    column: columnOf(field),
    message: inFull(field, message),
  }))
  return [
    ...problems,
    ...more.filter(({ column }) => !problems.some((one) => one.column === column)),
  ]
}

function inFull(field: PropertyKey | undefined, message: string): string {
  return field === 'category'
    ? `${message} The categories are ${PRODUCT_CATEGORIES.join(', ')}.`
    : message
}

function columnOf(field: PropertyKey | undefined): CellProblem['column'] {
  return PRODUCT_FIELD_NAMES.find((column) => column === field) ?? null
}
