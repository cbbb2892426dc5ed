import { type ImportedRow, typedPrice, typedStock } from '#contract/bulk-products.ts'
import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import { type Product, type ProductChange, type ProductDraft, productChange, productDraft } from '#contract/products.ts'
import { idInPath } from '#contract/shapes.ts'
import { differences } from './import-differences.ts'
import type { CsvRow } from './read-csv.ts'

/** What the shop has: the products on the stall, and the numbers of those that were taken off it. */
export type Catalogue = { products: ReadonlyMap<number, Product>; archived: ReadonlySet<number> }

/** What a row would do: nothing, add a product, or change one. */
export type PlannedRow = ImportedRow & { draft?: ProductDraft; change?: ProductChange }

/** What every row of a file would do, by the rules for single products; nothing is done. */
export function planImport(rows: readonly CsvRow[], catalogue: Catalogue): PlannedRow[] {
  const seen: Seen = { ids: new Map(), names: new Map() }
  for (const { id, name } of catalogue.products.values()) seen.names.set(simple(name), `already #${id}`)
  return rows.map((row) => planRow(row, catalogue, seen))
}

/** Where a number and a name stand already. */
type Seen = { ids: Map<number, number>; names: Map<string, string> }
type Problem = ImportedRow['problems'][number]

function planRow(row: CsvRow, { products, archived }: Catalogue, seen: Seen): PlannedRow {
  const given = row.cells.id?.trim() ?? ''
  if (row.misfit) return refused(row, null, [{ column: null, message: row.misfit }])
  if (given === '') return planAddition(row, seen)
  const id = idInPath.safeParse(given).data ?? 0
  const product = products.get(id)
  const wrong = wrongId(id, given, {
    isArchived: archived.has(id),
    isThere: product !== undefined,
    at: seen.ids.get(id),
  })
  seen.ids.set(id, row.row)
  if (wrong || !product) return refused(row, null, [{ column: 'id', message: wrong ?? '' }])
  return planChange(row, product)
}

function planAddition(row: CsvRow, { names }: Seen): PlannedRow {
  const { draft, problems } = readDraft(row.cells)
  const there = draft && names.get(simple(draft.name))
  if (there)
    problems.push({ column: 'name', message: `That name is ${there}. To change that product, put its id here.` })
  if (!draft || problems.length > 0) return refused(row, null, problems)
  names.set(simple(draft.name), `added by row ${row.row}`)
  return { row: row.row, outcome: 'created', id: null, name: draft.name, changes: [], problems: [], draft }
}

function planChange(row: CsvRow, product: Product): PlannedRow {
  const { change: wanted, problems } = readChange(row.cells)
  if (problems.length > 0) return refused(row, product, problems)
  const { change, changes, shortage } = differences(product, wanted)
  if (shortage) return refused(row, product, [{ column: 'stock', message: shortage }])
  const outcome = changes.length > 0 ? 'updated' : 'unchanged'
  const { id, name } = product
  return { row: row.row, outcome, id, name, changes, problems: [], ...(changes.length > 0 ? { change } : {}) }
}

function readDraft({ baseStock: _, ...cells }: CsvRow['cells']) {
  const { fields, problems } = readCells(cells)
  const read = productDraft.safeParse(fields)
  return { draft: read.data, problems: read.success ? problems : withIssues(problems, read.error.issues) }
}

function readChange(cells: CsvRow['cells']): { change: ProductChange; problems: Problem[] } {
  const { fields, problems } = readCells(cells)
  const read = productChange.safeParse(fields)
  return { change: read.data ?? {}, problems: read.success ? problems : withIssues(problems, read.error.issues) }
}

/** The cells as the contract takes them: prices and counts are read as spreadsheets write them; an empty `baseStock` is none. */
function readCells({ id: _, price, stock, baseStock, ...texts }: CsvRow['cells']) {
  const problems: Problem[] = []
  const read = (column: 'price' | 'stock' | 'baseStock', cell: string | undefined) => {
    if (cell === undefined) return {}
    const checked = column === 'price' ? typedPrice.safeParse(cell) : typedStock.safeParse(cell)
    if (checked.success) return { [column]: column === 'price' ? inDollars(checked.data) : checked.data }
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

/** The contract reads prices in dollars. */
function inDollars(cents: number): number {
  return cents / 100
}

type Issue = { path: PropertyKey[]; message: string }

function withIssues(problems: Problem[], issues: readonly Issue[]): Problem[] {
  const more = issues.map(({ path: [field], message }) => ({
    column: columnOf(field),
    message: inFull(field, message),
  }))
  return [...problems, ...more.filter(({ column }) => !problems.some((one) => one.column === column))]
}

/** A file has no list to choose from, so the sentence brings it. */
function inFull(field: PropertyKey | undefined, message: string): string {
  return field === 'category' ? `${message} There are ${PRODUCT_CATEGORIES.join(', ')}.` : message
}

function columnOf(field: PropertyKey | undefined): Problem['column'] {
  return CSV_FIELDS.find((column) => column === field) ?? null
}

const CSV_FIELDS = ['name', 'description', 'category', 'price', 'stock', 'unit', 'allergens', 'imageUrl'] as const

type Standing = { isThere: boolean; isArchived: boolean; at: number | undefined }

function wrongId(id: number, given: string, { isThere, isArchived, at }: Standing): string | null {
  if (at !== undefined && id > 0) return `Row ${at} speaks of product #${id} already.`
  if (isArchived) return `Product #${id} was deleted. Empty this cell to add it anew.`
  return isThere ? null : `There is no product #${given.slice(0, 12)}. Empty this cell to add one.`
}

function refused(row: CsvRow, product: Product | null, problems: Problem[]): PlannedRow {
  const name = product?.name ?? row.cells.name?.trim().slice(0, 120) ?? ''
  return { row: row.row, outcome: 'refused', id: product?.id ?? null, name, changes: [], problems }
}

function simple(name: string): string {
  return name.trim().toLowerCase()
}
