import { CSV_COLUMNS, type CsvColumn, MAX_COLUMNS } from '#contract/bulk-products.ts'
import { Refusal } from '#server/core/refusal.ts'

/** What each column of a file holds, in their order; null for one that is left out. */
export type ColumnChoice = readonly (CsvColumn | null)[]

export type ReadColumn = { heading: string; sample: string; column: CsvColumn | null }

const OTHER_NAMES: Partial<Record<CsvColumn, readonly string[]>> = {
  id: ['productid', 'productnumber', 'number', 'no', '#'],
  name: ['productname', 'product', 'title', 'item', 'itemname'],
  description: ['details', 'productdescription', 'body', 'text'],
  category: ['productcategory', 'type', 'producttype', 'group', 'department'],
  price: ['unitprice', 'retailprice', 'priceusd', 'price$', 'cost', 'amount', 'saleprice'],
  stock: ['qty', 'quantity', 'instock', 'onhand', 'inventory', 'count', 'units', 'available'],
  unit: ['per', 'unitofmeasure', 'uom', 'soldby', 'package'],
  allergens: ['allergen', 'contains'],
  imageUrl: ['image', 'picture', 'photo', 'imagelink'],
  hidden: ['ishidden'],
  lowLimit: ['lowstock', 'reorderlevel', 'reorderpoint', 'minimum'],
}

/** What is chosen, or what the headings say; a heading that nobody knows is left out. @throws Refusal 'invalid' */
export function readHeading(names: readonly string[], chosen?: ColumnChoice): ColumnChoice {
  if (names.length > MAX_COLUMNS)
    throw wrongHeading(`This file has ${names.length} columns; at most ${MAX_COLUMNS}, please.`)
  if (chosen && chosen.length !== names.length)
    throw wrongHeading(`This file has ${names.length} columns, not ${chosen.length}.`)
  const columns = chosen ?? guessed(names)
  const known = columns.flatMap((column) => column ?? [])
  const twice = known.find((column, index) => known.indexOf(column) !== index)
  if (twice) throw wrongHeading(`The column ${twice} appears twice.`)
  return columns
}

/** By its own name first, then by another one that no column before it has. */
function guessed(names: readonly string[]): ColumnChoice {
  const own = names.map((name) => CSV_COLUMNS.find((one) => simple(one) === simple(name)) ?? null)
  const taken = new Set(own)
  return own.map((column, index) => {
    if (column) return column
    const other = CSV_COLUMNS.find(
      (one) => !taken.has(one) && OTHER_NAMES[one]?.includes(simple(names[index] ?? '')),
    )
    if (other) taken.add(other)
    return other ?? null
  })
}

function wrongHeading(message: string): Refusal {
  return new Refusal('invalid', message, { field: 'csv' })
}

function simple(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

export function shortened(text: string): string {
  return text.trim().slice(0, 40)
}
