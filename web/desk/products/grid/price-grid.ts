import type { InputOf } from '#contract/endpoint.ts'
import type { bulkProducts } from '#contract/products/bulk-products.ts'
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
  readCell,
  standing,
} from './grid-columns.ts'

export type CellPosition = { row: number; column: GridColumn }

export type CellTexts = Readonly<Record<string, string>>

export type SentChange = InputOf<typeof bulkProducts.change>['body']['changes'][number]

export function cellOf(id: number, column: GridColumn): string {
  return `${id}.${column}`
}

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

/** Pastes a spreadsheet block down and to the right, as far as there are cells. */
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
 * The changes to send, or an error for each bad cell. `base` is what the grid had loaded, so what
 * others changed and sold in the meantime is kept.
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
  const first = Object.keys(change.base ?? {}).find((field) => columnOf(field))
  const column = columnOf(part) ?? columnOf(first ?? 'stock') ?? 'stock'
  return [{ cell: cellOf(change.id, column), column }]
}

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
