import { type PriceOrStock, typedPrice, typedStock } from '#contract/bulk-products.ts'
import { toCents } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import type { Problem } from '#contract/refusal.ts'

export const GRID_COLUMNS = ['price', 'stock'] as const
export type GridColumn = (typeof GRID_COLUMNS)[number]

/** Where a cell stands on the screen. */
export type GridPlace = { row: number; column: GridColumn }

/** Texts by cell, such as `7.price`: what was typed, or what is wrong with it. */
export type CellTexts = Readonly<Record<string, string>>

/** A change as it is sent: the price as it was typed. */
export type SentChange = Omit<PriceOrStock, 'price'> & { price?: string }

export function cellOf(id: number, column: GridColumn): string {
  return `${id}.${column}`
}

/** A cell as it stands in the shop. */
export function standing(product: Product, column: GridColumn): string {
  return column === 'price' ? product.price.toFixed(2) : String(product.stock)
}

/** What is typed after one more cell was; a cell that is as in the shop again is no change. */
export function withTyped(typed: CellTexts, product: Product, column: GridColumn, text: string): CellTexts {
  const cell = cellOf(product.id, column)
  if (text !== standing(product, column)) return { ...typed, [cell]: text }
  const { [cell]: _, ...others } = typed
  return others
}

/** What is typed after a block from a spreadsheet was pasted: it fills cells downwards and to the right, as far as there are any. */
export function withPasted(typed: CellTexts, products: readonly Product[], from: GridPlace, block: string): CellTexts {
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

/** What is sent for what was typed, or a sentence for each cell that is wrong. Stock goes with what the grid had loaded, so that sales made meanwhile are kept. */
export function readTyped(
  products: readonly Product[],
  typed: CellTexts,
): { changes: SentChange[] } | { errors: CellTexts } {
  const errors: Record<string, string> = {}
  const changes = products.flatMap((product) => {
    const price = readCell(product, 'price', typed, errors)
    const stock = readCell(product, 'stock', typed, errors)
    const change = {
      ...(price !== undefined && price !== toCents(product.price) ? { price: (price / 100).toFixed(2) } : {}),
      ...(stock !== undefined && stock !== product.stock ? { stock, baseStock: product.stock } : {}),
    }
    return Object.keys(change).length > 0 ? [{ id: product.id, ...change }] : []
  })
  return Object.keys(errors).length > 0 ? { errors } : { changes }
}

/** The shop's problems at the cells they speak of. */
export function problemsAtCells(problems: readonly Problem[], sent: readonly SentChange[]): CellTexts {
  return Object.fromEntries(
    problems.flatMap(({ field, message }) => {
      const [, place, part] = /^changes\.(\d+)\.(\w+)$/.exec(field) ?? []
      const change = sent[Number(place)]
      if (!change) return []
      return [[cellOf(change.id, part === 'stock' || change.price === undefined ? 'stock' : 'price'), message]]
    }),
  )
}

/** The grid's products with those that stand in the way read anew; the others keep what the grid had loaded. */
export function withFresh(products: readonly Product[], fresh: readonly Product[], errors: CellTexts): Product[] {
  const inTheWay = new Set(Object.keys(errors).map((cell) => Number.parseInt(cell, 10)))
  return products.map((one) => (inTheWay.has(one.id) && fresh.find(({ id }) => id === one.id)) || one)
}

function readCell(product: Product, column: GridColumn, typed: CellTexts, errors: Record<string, string>) {
  const cell = cellOf(product.id, column)
  const text = typed[cell]
  if (text === undefined) return undefined
  const read = column === 'price' ? typedPrice.safeParse(text) : typedStock.safeParse(text)
  if (!read.success) errors[cell] = read.error.issues[0]?.message ?? ''
  return read.data
}
