import { CSV_COLUMNS } from '#contract/bulk-products.ts'
import type { Product } from '#contract/products.ts'
import { CSV_FORM } from '#server/http/csv-form.ts'
import { beforeEscaping } from './csv-cells.ts'

/** Products as CSV. */
export async function writeCsv(products: readonly Product[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(products.map(cellsOf), { ...CSV_FORM, columns: [...CSV_COLUMNS] })
}

function cellsOf({ id, price, stock, ...texts }: Product): string[] {
  const { name, description, category, unit = '', allergens = '', imageUrl } = texts
  const cells = [name, description, category, price.toFixed(2), String(stock), unit, allergens, imageUrl ?? '']
  return [String(id), ...cells.map(beforeEscaping), String(stock)]
}
