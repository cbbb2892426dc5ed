import { formatDollars, toCents, toDollars } from '#contract/money/money.ts'
import { TAX_CLASS_LABELS, TAX_CLASSES } from '#contract/money/tax.ts'
import type { BulkField } from '#contract/products/bulk-products.ts'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import { type DeskProduct, isSwitch, PRODUCT_FIELDS, price } from '#contract/products/products.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { formatDollarsOrNone, formatText } from '#web/desk/shared/format-value.ts'

export const GRID_COLUMNS = [
  'price',
  'stock',
  'unit',
  'category',
  'lowLimit',
  'hidden',
  'snap',
  'tax',
] as const
export type GridColumn = (typeof GRID_COLUMNS)[number]

export const COLUMN_LABELS: Record<GridColumn, string> = {
  price: 'Price in $',
  stock: 'Stock',
  unit: 'Unit',
  category: 'Category',
  lowLimit: 'Email me when low',
  hidden: 'Hidden',
  snap: 'SNAP eligible',
  tax: 'Sales tax',
}

export const COLUMN_SETS = [
  { name: 'Price and stock', columns: ['price', 'stock'] },
  { name: 'Unit and low stock', columns: ['unit', 'lowLimit'] },
  { name: 'Category', columns: ['category'] },
  { name: 'Hidden', columns: ['hidden'] },
  { name: 'SNAP and sales tax', columns: ['snap', 'tax'] },
] as const satisfies readonly { name: string; columns: readonly GridColumn[] }[]

export function fieldsOf(product: DeskProduct) {
  const { price, stock, category, hidden = false, snap = false } = product
  const { weighPrice = null, unit = null, lowLimit = null, tax = null } = product
  return { price, stock, category, hidden, snap, weighPrice, unit, lowLimit, tax }
}

/** A product sold by weight shows its price per pound. */
export function fieldAt({ weighPrice }: DeskProduct, column: GridColumn): BulkField {
  return column === 'price' && weighPrice !== undefined ? 'weighPrice' : column
}

export function columnOf(field: string): GridColumn | undefined {
  return GRID_COLUMNS.find((column) => column === (field === 'weighPrice' ? 'price' : field))
}

export function cellText(column: GridColumn, value: unknown): string {
  if (isSwitch(column)) return value === true ? 'yes' : 'no'
  if (column === 'price') return Number(value).toFixed(2)
  return String(value ?? '')
}

export function standing(product: DeskProduct, column: GridColumn): string {
  return cellText(column, fieldsOf(product)[fieldAt(product, column)])
}

export function formatCell(column: GridColumn, text: unknown): string {
  if (column === 'price') return formatDollarsOrNone(text)
  if (column === 'hidden') return text === 'yes' ? 'Hidden' : 'In the shop'
  if (column === 'snap') return text === 'yes' ? 'SNAP eligible' : 'Not SNAP eligible'
  if (column === 'tax') return TAX_CHOICES.find(([one]) => one === text)?.[1] ?? formatText(text)
  return formatText(text)
}

/** `$5.00`, `$6.00/lb`, `18 in stock` */
export function formatBefore(product: DeskProduct, column: GridColumn): string {
  const { price, weighPrice, weighUnit, stock, unit, lowLimit } = product
  if (column === 'price' && weighPrice !== undefined)
    return `${formatDollars(toCents(weighPrice))}/${weighUnit}`
  if (column === 'price') return formatDollars(toCents(price))
  if (column === 'stock') return `${stock} in stock`
  if (column === 'unit') return unit ?? 'without a unit'
  if (column === 'lowLimit') return lowLimit === undefined ? 'no mail' : `mail at ${lowLimit}`
  return column === 'category' ? product.category : formatCell(column, standing(product, column))
}

/** A class, or as its category. */
export const TAX_CHOICES = [
  ['', 'By category'],
  ...TAX_CLASSES.map((one) => [one, TAX_CLASS_LABELS[one]] as const),
] as const

export function readCell(
  column: GridColumn,
  typed: string,
  categories: readonly string[] = PRODUCT_CATEGORIES,
) {
  const text =
    column === 'category'
      ? (categories.find((name) => nameKey(name) === nameKey(typed)) ?? '')
      : typed.trim()
  const read = PRODUCT_FIELDS[column].shape.safeParse(text)
  if (!read.success) return { error: read.error.issues[0]?.message ?? '' }
  return { value: column === 'price' ? toDollars(price.parse(text)) : read.data }
}
