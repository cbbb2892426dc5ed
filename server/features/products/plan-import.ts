import { fold, stemOf } from '#contract/chat/word-forms.ts'
import { type Cents, cents, formatDollars } from '#contract/money/money.ts'
import { formatCents, plainDollars } from '#contract/money/plain-dollars.ts'
import { CSV_COLUMNS, type ImportedRow } from '#contract/products/bulk-products.ts'
import { CATEGORY_FIELDS } from '#contract/products/own-categories.ts'
import {
  type DeskProduct,
  isSwitch,
  PRODUCT_FIELD_NAMES,
  PRODUCT_FIELDS,
  type ProductChange,
  type ProductDraft,
  type ProductField,
  price as priceShape,
  productChange,
  productDraft,
  stock as stockShape,
} from '#contract/products/products.ts'
import { idInPath } from '#contract/shapes.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { seasonFaults } from '#contract/time/season.ts'
import { changeByWeight, storedFields } from './edit-product.ts'
import type { CsvRow } from './product-csv.ts'

export type Catalogue = {
  products: ReadonlyMap<number, DeskProduct>
  deleted: ReadonlySet<number>
  categories: readonly string[]
}

export type PlannedRow = ImportedRow & { draft?: ProductDraft; change?: ProductChange }

export function planImport(
  rows: readonly CsvRow[],
  catalogue: Catalogue,
  accepted: Accepted = {},
): PlannedRow[] {
  const products = [...catalogue.products.values()]
  const byName = Map.groupBy(products, ({ name }) => nameKey(name))
  const names = products.map(({ id, name }) => [nameKey(name), `already #${id}`] as const)
  const categories = new Map(catalogue.categories.map((name) => [nameKey(name), name]))
  const seen: PlanState = { ids: new Map(), names: new Map(names), byName, categories, accepted }
  return rows.map((row) => planRow(row, catalogue, seen))
}

type Stored = ReturnType<typeof storedFields>

type PlanState = {
  ids: Map<number, number>
  names: Map<string, string>
  byName: ReadonlyMap<string, readonly DeskProduct[]>
  /** By their keys, with those that the file adds. */
  categories: Map<string, string>
  accepted: Accepted
}

/** What else would be refused. */
type Accepted = { [What in 'twins' | 'renames' | 'categories']?: boolean | undefined }

function planRow(row: CsvRow, { products, deleted }: Catalogue, seen: PlanState): PlannedRow {
  if (row.misfit) return refused(row, null, [{ column: null, message: row.misfit }])
  const found = seen.byName.get(nameKey(row.cells.name ?? '')) ?? []
  const given = row.cells.id?.trim() || String(found[0]?.id ?? '')
  if (given === '') return planAddition(row, seen)
  if (!row.cells.id?.trim() && found.length > 1) return refusedForTwins(row, found)
  const id = idInPath.safeParse(given).data ?? 0
  const [product, at] = [products.get(id), seen.ids.get(id)]
  seen.ids.set(id, row.row)
  const refuse = (message: string) => refused(row, null, [{ column: 'id', message }])
  if (at !== undefined && id > 0) return refuse(`Row ${at} already changes product #${id}.`)
  if (deleted.has(id)) return refuse(`Product #${id} was deleted. Clear this cell to add it again.`)
  if (product) return planChange(row, product, seen)
  return refuse(`There is no product #${given.slice(0, 12)}. Clear this cell to add a new one.`)
}

function planAddition(row: CsvRow, seen: PlanState): PlannedRow {
  const { names, accepted } = seen
  const { draft, problems, readings, added } = readDraft(row.cells, seen)
  const there = draft && !accepted.twins && names.get(nameKey(draft.name))
  const isTwin = problems.length === 0 && Boolean(there)
  if (there) problems.push({ column: 'name', message: `That name is ${there}.` })
  if (!draft || problems.length > 0)
    return { ...refused(row, null, problems), readings, isTwin, ...added }
  names.set(nameKey(draft.name), `added by row ${row.row}`)
  return {
    row: row.row,
    outcome: 'created',
    id: null,
    name: draft.name,
    changes: additionsOf(draft),
    problems: [],
    readings,
    draft,
  }
}

function planChange(row: CsvRow, product: DeskProduct, seen: PlanState): PlannedRow {
  const { names, accepted } = seen
  const { change: wanted, problems, readings, added } = readChange(row.cells, seen)
  if (problems.length > 0) return { ...refused(row, product, problems), readings, ...added }
  const renamed = wanted.name !== undefined && nameKey(wanted.name) !== nameKey(product.name)
  const there = renamed && !accepted.twins && names.get(nameKey(wanted.name ?? ''))
  if (there) {
    const problem = { column: 'name' as const, message: `That name is ${there}.` }
    return { ...refused(row, product, [problem]), isTwin: true }
  }
  if (renamed && !accepted.renames && !shareWord(wanted.name ?? '', product.name)) {
    const message = `This would turn ${product.name} into ${wanted.name}.`
    return { ...refused(row, product, [{ column: 'name', message }]), isRename: true }
  }
  const stored = storedFields(product)
  const { change: different, changes, shortage } = differences(stored, wanted)
  if (shortage) return refused(row, product, [{ column: 'stock', message: shortage }])
  const { change, fault } = changeByWeight(different, stored)
  const [wrong = fault] = seasonFaults({ ...stored, ...change })
  if (wrong) return refused(row, product, [{ column: wrong.field, message: wrong.message }])
  if (different.price === undefined && change.price !== undefined)
    changes.push(priceChange(stored.price, change.price))
  const { id, name } = product
  const planned = { row: row.row, id, name, changes, problems: [], readings }
  return changes.length > 0
    ? { ...planned, outcome: 'updated', change }
    : { ...planned, outcome: 'unchanged' }
}

function shareWord(one: string, other: string): boolean {
  const words = (name: string) =>
    new Set(
      fold(name)
        .match(/[\p{L}\p{N}]+/gu)
        ?.map(stemOf),
    )
  return !words(one).isDisjointFrom(words(other))
}

/**
 * What a wanted change really alters, in readable form. Stock moves by the difference to
 * `baseStock`, if given; `shortage` when that exceeds what is left.
 */
function differences(stored: Stored, wanted: ProductChange) {
  const changes: ImportedRow['changes'] = []
  const change: ProductChange = {}
  for (const column of PRODUCT_FIELD_NAMES.filter(isText)) {
    const [before, after] = [shown(stored, column), shown(wanted, column)]
    if (wanted[column] === undefined || before === after) continue
    changes.push({ column, before, after })
    Object.assign(change, { [column]: wanted[column] })
  }
  if (wanted.price !== undefined && wanted.price !== stored.price) {
    changes.push(priceChange(stored.price, wanted.price))
    change.price = wanted.price
  }
  const moved = wanted.stock === undefined ? 0 : wanted.stock - (wanted.baseStock ?? stored.stock)
  const after = stored.stock + moved
  if (moved === 0) return { change, changes, shortage: null }
  changes.push({ column: 'stock', before: String(stored.stock), after: String(after) })
  Object.assign(change, { stock: wanted.stock, baseStock: wanted.baseStock })
  return {
    change,
    changes,
    shortage:
      after < 0 ? `Only ${stored.stock} are left, so ${-moved} cannot be taken away.` : null,
  }
}

function priceChange(before: Cents, after: Cents) {
  return { column: 'price' as const, before: formatDollars(before), after: formatDollars(after) }
}

function shown(fields: Stored | ProductChange, column: TextField): string {
  if (isSwitch(column)) return fields[column] ? 'yes' : ''
  const value = fields[column] ?? ''
  if (value === '') return ''
  if (column === 'weighPrice') return plainDollars(cents(Number(value)))
  return column === 'weighTo' ? String(Number(value) / 1000) : String(value)
}

type TextField = Exclude<ProductField, 'price' | 'stock'>

function isText(field: ProductField): field is TextField {
  return field !== 'price' && field !== 'stock'
}

function refused(row: CsvRow, product: DeskProduct | null, problems: CellProblem[]): PlannedRow {
  const name = product?.name ?? row.cells.name?.trim().slice(0, 120) ?? ''
  return {
    row: row.row,
    outcome: 'refused',
    id: product?.id ?? null,
    name,
    changes: [],
    problems,
    readings: [],
  }
}

function refusedForTwins(row: CsvRow, twins: readonly DeskProduct[]): PlannedRow {
  const ids = twins.map(({ id }) => `#${id}`)
  const message = `${ids.length} products have this name: ${ids.join(', ')}. Put the id in a column.`
  return refused(row, null, [{ column: 'name', message }])
}

function additionsOf({ price, category, stock }: ProductDraft): ImportedRow['changes'] {
  return [
    { column: 'price', before: '', after: formatDollars(price) },
    { column: 'category', before: '', after: category },
    { column: 'stock', before: '', after: String(stock) },
  ]
}

type CellProblem = ImportedRow['problems'][number]

const NEEDED = ['name', 'category', 'price', 'stock'] as const

function readDraft({ baseStock: _, ...cells }: CsvRow['cells'], seen: PlanState) {
  const { fields, problems, readings, newCategory } = readCells(cells, seen)
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
    problems: read.success
      ? problems
      : withIssues([...missing, ...problems], read.error.issues, seen),
    added: read.success && problems.length === 1 ? newCategory : {},
  }
}

function readChange(cells: CsvRow['cells'], seen: PlanState) {
  const { fields, problems, readings, newCategory } = readCells(cells, seen)
  const read = productChange.safeParse(fields)
  return {
    change: read.data ?? ({} satisfies ProductChange),
    readings,
    problems: read.success ? problems : withIssues(problems, read.error.issues, seen),
    added: read.success && problems.length === 1 ? newCategory : {},
  }
}

function readCells(row: CsvRow['cells'], seen: PlanState) {
  const { id: _, baseStock, ...cells } = row
  const fields = { ...cells, ...(baseStock?.trim() ? { baseStock } : {}) }
  const readings = NUMBERS.flatMap((column) => readingOf(column, row[column]))
  const problems: CellProblem[] = []
  if (cells.category === undefined) return { fields, problems, readings, newCategory: {} }
  const { category, isUnknown } = readCategory(cells.category, seen)
  if (isUnknown)
    problems.push({ column: 'category', message: inFull('category', NO_CATEGORY, seen) })
  const newCategory = isUnknown ? { newCategory: category } : {}
  return { fields: { ...fields, category }, problems, readings, newCategory }
}

const NO_CATEGORY = 'Please choose a category.'

/** In full case. One that there is not is added, if that is accepted; what cannot be a name is refused as it stands. */
function readCategory(cell: string, { categories, accepted }: PlanState) {
  const known = categories.get(nameKey(cell))
  const name = known ?? CATEGORY_FIELDS.name.shape.safeParse(cell).data
  if (name === undefined) return { category: '', isUnknown: false }
  if (accepted.categories) categories.set(nameKey(name), name)
  return { category: name, isUnknown: !known && !accepted.categories }
}

const NUMBERS = ['price', 'stock', 'baseStock'] as const

const PLAIN = /^\d*(?:\.\d{1,2})?$/

function readingOf(column: (typeof NUMBERS)[number], cell = ''): ImportedRow['readings'] {
  const text = cell.trim()
  const { data } = (column === 'price' ? priceShape : stockShape).safeParse(text)
  if (data === undefined || PLAIN.test(text)) return []
  return [{ column, text, value: column === 'price' ? formatCents(data) : String(data) }]
}

function withIssues(
  problems: CellProblem[],
  issues: readonly { path: PropertyKey[]; message: string }[],
  seen: PlanState,
): CellProblem[] {
  const more = issues.map(({ path: [field], message }) => ({
    column: columnOf(field),
    message: inFull(field, message, seen),
  }))
  return [
    ...problems,
    ...more.filter(({ column }) => !problems.some((one) => one.column === column)),
  ]
}

function inFull(
  field: PropertyKey | undefined,
  message: string,
  { categories }: PlanState,
): string {
  return field === 'category'
    ? `${message} The categories are ${[...categories.values()].join(', ')}.`
    : message
}

function columnOf(field: PropertyKey | undefined): CellProblem['column'] {
  return CSV_COLUMNS.find((column) => column === field) ?? null
}
