import { typedPrice, typedStock } from '#contract/bulk-products.ts'
import type { DeskProduct } from '#contract/products.ts'
import type { Problem } from '#contract/refusal.ts'
import { changeOf, type Meanwhile } from '#web/desk/shared/meanwhile.ts'

export const GRID_COLUMNS = ['price', 'stock'] as const
export type GridColumn = (typeof GRID_COLUMNS)[number]

export type GridPlace = { row: number; column: GridColumn }

/** Texts by cell, such as `7.price`: what was typed, or what is wrong with it. */
export type CellTexts = Readonly<Record<string, string>>

/** A change as it is sent, in dollars, with what the grid had loaded of it. */
export type SentChange = {
  id: number
  price?: number
  stock?: number
  base: { price?: number; stock?: number }
}

export function cellOf(id: number, column: GridColumn): string {
  return `${id}.${column}`
}

export function standing(product: DeskProduct, column: GridColumn): string {
  return column === 'price' ? product.price.toFixed(2) : String(product.stock)
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

/** What is typed after a block from a spreadsheet was pasted: it fills cells downwards and to the right, as far as there are any. */
export function withPasted(
  typed: CellTexts,
  products: readonly DeskProduct[],
  from: GridPlace,
  block: string,
): CellTexts {
  const lines = block.replace(/\r?\n$/, '').split(/\r?\n/)
  const first = GRID_COLUMNS.indexOf(from.column)
  return lines.reduce((before, line, down) => {
    const product = products[from.row + down]
    if (!product) return before
    return line.split('\t').reduce((after, text, right) => {
      const column = GRID_COLUMNS[first + right]
      return column ? withTyped(after, product, column, text.trim()) : after
    }, before)
  }, typed)
}

/** What is sent for what was typed, or a sentence for each cell that is wrong. It goes with what the grid had loaded, so that what others changed and sold meanwhile is kept. */
export function readTyped(
  products: readonly DeskProduct[],
  typed: CellTexts,
): { changes: SentChange[] } | { errors: CellTexts } {
  const errors: Record<string, string> = {}
  const changes = products.flatMap((product) => {
    const price = readCell(product, 'price', typed, errors)
    const stock = readCell(product, 'stock', typed, errors)
    const { base, ...change } = changeOf(
      { price: product.price, stock: product.stock },
      { price: price === undefined ? product.price : price / 100, stock: stock ?? product.stock },
    )
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
    unresolved.flatMap(({ field, message }) => cellsAt(field, sent).map((cell) => [cell, message])),
  )
}

export function meanwhileAtCells(problems: Meanwhile, sent: readonly SentChange[]): Meanwhile {
  return new Map(
    [...problems].flatMap(([field, current]) =>
      cellsAt(field, sent).map((cell) => [cell, current]),
    ),
  )
}

function cellsAt(field: string, sent: readonly SentChange[]): string[] {
  const [, place, part] = /^changes\.(\d+)\.(\w+)$/.exec(field) ?? []
  const change = sent[Number(place)]
  if (!change) return []
  return [cellOf(change.id, part === 'stock' || change.price === undefined ? 'stock' : 'price')]
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

export function withSeen(products: readonly DeskProduct[], meanwhile: Meanwhile): DeskProduct[] {
  return products.map((one) => {
    const current = meanwhile.get(cellOf(one.id, 'price'))
    return typeof current === 'number' ? { ...one, price: current } : one
  })
}

function readCell(
  product: DeskProduct,
  column: GridColumn,
  typed: CellTexts,
  errors: Record<string, string>,
) {
  const cell = cellOf(product.id, column)
  const text = typed[cell]
  if (text === undefined) return undefined
  const read = column === 'price' ? typedPrice.safeParse(text) : typedStock.safeParse(text)
  if (!read.success) errors[cell] = read.error.issues[0]?.message ?? ''
  return read.data
}
