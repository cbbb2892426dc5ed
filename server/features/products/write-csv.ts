import { CSV_COLUMNS } from '#contract/bulk-products.ts'
import type { Product } from '#contract/products.ts'
import { beforeEscaping } from './csv-cells.ts'

/** Products as CSV for spreadsheets: a mark that says UTF-8, a heading, formulas neutralised. */
export async function writeCsv(products: readonly Product[]): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(products.map(cellsOf), {
    bom: true,
    header: true,
    columns: [...CSV_COLUMNS],
    escape_formulas: true,
    record_delimiter: 'windows',
  })
}

function cellsOf({ id, price, stock, ...texts }: Product): string[] {
  const { name, description, category, unit = '', allergens = '', imageUrl } = texts
  const cells = [name, description, category, price.toFixed(2), String(stock), unit, allergens, imageUrl ?? '']
  return [String(id), ...cells.map(beforeEscaping), String(stock)]
}
