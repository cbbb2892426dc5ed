import { type ImportedRow, typedPrice, typedStock } from '#contract/bulk-products.ts'
import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import {
  PRODUCT_FIELDS,
  type ProductChange,
  productChange,
  productDraft,
} from '#contract/products.ts'
import type { CsvRow } from './product-csv.ts'

export type CellProblem = ImportedRow['problems'][number]

export function readDraft({ baseStock: _, ...cells }: CsvRow['cells']) {
  const { fields, problems } = readCells(cells)
  const read = productDraft.safeParse(fields)
  return {
    draft: read.data,
    problems: read.success ? problems : withIssues(problems, read.error.issues),
  }
}

export function readChange(cells: CsvRow['cells']): {
  change: ProductChange
  problems: CellProblem[]
} {
  const { fields, problems } = readCells(cells)
  const read = productChange.safeParse(fields)
  return {
    change: read.data ?? {},
    problems: read.success ? problems : withIssues(problems, read.error.issues),
  }
}

/** Prices and counts are read as spreadsheets write them; an empty `baseStock` is none. */
function readCells({ id: _, price, stock, baseStock, ...texts }: CsvRow['cells']) {
  const problems: CellProblem[] = []
  const read = (column: 'price' | 'stock' | 'baseStock', cell: string | undefined) => {
    if (cell === undefined) return {}
    const checked = column === 'price' ? typedPrice.safeParse(cell) : typedStock.safeParse(cell)
    if (checked.success)
      return { [column]: column === 'price' ? inDollars(checked.data) : checked.data }
    problems.push({ column, message: checked.error.issues[0]?.message ?? '' })
    return {}
  }
  const numbers = {
    ...read('price', price),
    ...read('stock', stock),
    ...read('baseStock', baseStock?.trim() || undefined),
  }
  return { fields: { ...texts, ...numbers }, problems }
}

function inDollars(cents: number): number {
  return cents / 100
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
  return PRODUCT_FIELDS.find((column) => column === field) ?? null
}
