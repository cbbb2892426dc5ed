import type { DeskProduct } from '#contract/products/products.ts'
import type { CurrentValue, Problem } from '#contract/refusal.ts'
import { changeOf, type EditConflict } from '#web/desk/shared/edit-conflict.ts'
import {
  cellText,
  columnOf,
  fieldAt,
  fieldsOf,
  GRID_COLUMNS,
  type GridColumn,
  type GridFields,
  readCell,
  standing,
} from './grid-columns.ts'

export type CellPosition = { row: number; column: GridColumn }

/** Texts by cell, such as `7.price`: what was typed, or what is wrong with it. */
export type CellTexts = Readonly<Record<string, string>>

/** A change as it is sent, in dollars, with what the grid had loaded of it. */
export type SentChange = { id: number; base: Partial<GridFields> } & Partial<GridFields>

export function cellOf(id: number, column: GridColumn): string {
  return `${id}.${column}`
}

/** What is typed after one more cell was; a cell that is as in the shop again is no change. */
export function withTyped(
  typed: CellTexts,
  product: DeskProduct,
  column: GridColumn,
  text: string,
): CellTexts {
  const cell = cellOf(product.id, column)
  if (text !== standing(product, column)) return { ...typed, [cell]: text }
  const { [cell]: _, ...others } = typed
  return others
}

/**
 * What is typed after a block from a spreadsheet was pasted: it
 * fills cells downwards and to the right, as far as there are any.
 */
export function withPasted(
  typed: CellTexts,
  products: readonly DeskProduct[],
  from: CellPosition,
  block: string,
  columns: readonly GridColumn[] = GRID_COLUMNS,
): CellTexts {
  const lines = block.replace(/\r?\n$/, '').split(/\r?\n/)
  const first = columns.indexOf(from.column)
  return lines.reduce((before, line, down) => {
    const product = products[from.row + down]
    if (!product) return before
    return line.split('\t').reduce((after, text, right) => {
      const column = columns[first + right]
      return column ? withTyped(after, product, column, text.trim()) : after
    }, before)
  }, typed)
}

/**
 * What is sent for what was typed, or a sentence for each cell that is wrong. It goes with what the grid had loaded, so
 * that what others changed and sold meanwhile is kept.
 */
export function readTyped(
  products: readonly DeskProduct[],
  typed: CellTexts,
  categories?: readonly string[],
): { changes: SentChange[] } | { errors: CellTexts } {
  const errors: Record<string, string> = {}
  const changes = products.flatMap((product) => {
    const loaded = fieldsOf(product)
    const wanted = { ...loaded }
    for (const column of GRID_COLUMNS) {
      const cell = cellOf(product.id, column)
      const text = typed[cell]
      if (text === undefined) continue
      const { value, error } = readCell(column, text, categories)
      if (error !== undefined) errors[cell] = error
      else Object.assign(wanted, { [fieldAt(product, column)]: value })
    }
    const { base, ...change } = changeOf(loaded, wanted)
    return Object.keys(change).length > 0 ? [{ id: product.id, ...change, base }] : []
  })
  return Object.keys(errors).length > 0 ? { errors } : { changes }
}

/** The shop's problems at the cells they speak of; those that ask for a choice stand elsewhere. */
export function problemsAtCells(
  problems: readonly Problem[],
  sent: readonly SentChange[],
): CellTexts {
  const unresolved = problems.filter(({ current }) => current === undefined)
  return Object.fromEntries(
    unresolved.flatMap(({ field, message }) =>
      cellsAt(field, sent).map(({ cell }) => [cell, message]),
    ),
  )
}

/** Conflicts, by cell. */
export function conflictAtCells(problems: EditConflict, sent: readonly SentChange[]): EditConflict {
  return new Map<string, CurrentValue>(
    [...problems].flatMap(([field, current]) =>
      cellsAt(field, sent).map(({ cell, column }) => [cell, cellText(column, current)] as const),
    ),
  )
}

function cellsAt(field: string, sent: readonly SentChange[]) {
  const [, place, part = ''] = /^changes\.(\d+)\.(\w+)$/.exec(field) ?? []
  const change = sent[Number(place)]
  if (!change) return []
  const first = Object.keys(change.base).find((field) => columnOf(field))
  const column = columnOf(part) ?? columnOf(first ?? 'stock') ?? 'stock'
  return [{ cell: cellOf(change.id, column), column }]
}

/** The grid's products with those that stand in the way read anew; the others keep what the grid had loaded. */
export function withFresh(
  products: readonly DeskProduct[],
  fresh: readonly DeskProduct[],
  errors: CellTexts,
): DeskProduct[] {
  const inTheWay = new Set(Object.keys(errors).map((cell) => Number.parseInt(cell, 10)))
  return products.map(
    (one) => (inTheWay.has(one.id) && fresh.find(({ id }) => id === one.id)) || one,
  )
}

export function rebaseProducts(
  products: readonly DeskProduct[],
  conflict: EditConflict,
): DeskProduct[] {
  return products.map((one) => {
    const seen = { ...one }
    for (const column of GRID_COLUMNS) {
      const current = conflict.get(cellOf(one.id, column))
      if (current === undefined) continue
      const { value } = readCell(column, String(current), [String(current)])
      Object.assign(seen, { [fieldAt(one, column)]: value ?? undefined })
    }
    return seen
  })
}
