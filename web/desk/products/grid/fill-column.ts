import { plainDollars } from '#contract/money/plain-dollars.ts'
import type { DeskProduct } from '#contract/products/products.ts'
import { price } from '#contract/products/products.ts'
import { parsePercent, raisedPrice } from '#contract/products/raise-price.ts'
import { cellText, type GridColumn, readCell, standing } from './grid-columns.ts'
import { type CellTexts, cellOf } from './price-grid.ts'

/** `percent` changes prices, rounded to a multiple of `step` cents. */
export type Fill = { column: GridColumn; way: 'value' | 'percent'; text: string; step: number }

export type Filled = { product: DeskProduct; before: string; after: string }

type FillPlan = { error: string } | { typed: CellTexts; filled: Filled[] }

export function planFill(
  typed: CellTexts,
  products: readonly DeskProduct[],
  { column, way, text, step }: Fill,
  categories?: readonly string[],
): FillPlan {
  const percent = way === 'percent' ? parsePercent(text) : null
  if (way === 'percent' && percent === null)
    return { error: 'Please enter a percentage from -99 to 1,000, such as 10 or -5.' }
  const { value, error } = percent === null ? readCell(column, text, categories) : { value: 0 }
  if (error !== undefined) return { error }
  const wanted = cellText(column, value)
  const filled = products.flatMap((product) => {
    const before = typed[cellOf(product.id, column)] ?? standing(product, column)
    const after = percent === null ? wanted : raisedText(before, percent, step)
    return after === before ? [] : [{ product, before, after }]
  })
  return { typed: withFilled(typed, column, filled), filled }
}

function withFilled(typed: CellTexts, column: GridColumn, filled: readonly Filled[]): CellTexts {
  const cells = new Map(Object.entries(typed))
  for (const { product, after } of filled) {
    const cell = cellOf(product.id, column)
    if (after === standing(product, column)) cells.delete(cell)
    else cells.set(cell, after)
  }
  return Object.fromEntries(cells)
}

/** A price that cannot be read stays as it was typed. */
function raisedText(before: string, percent: number, step: number): string {
  const read = price.safeParse(before)
  return read.success ? plainDollars(raisedPrice(read.data, percent, step)) : before
}
