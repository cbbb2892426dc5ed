import { CSV_COLUMNS, type CsvColumn, MAX_COLUMNS } from '#contract/bulk-products.ts'
import { nameKey } from '#contract/visible-text.ts'
import { Refusal } from '#server/core/refusal.ts'

/** What each column of a file holds, in their order; null for one that is left out. */
export type ColumnChoice = readonly (CsvColumn | null)[]

/** `isGuess`: its heading is another name than the column's own. */
export type ReadColumn = {
  heading: string
  sample: string
  column: CsvColumn | null
  isGuess?: boolean
}

/**
 * Names that other shops give a column, the best first. An id is never guessed: a column of row numbers
 * would overwrite whatever products have them. Nor is a cost ever a price.
 */
const OTHER_NAMES: Partial<Record<CsvColumn, readonly RegExp[]>> = {
  name: [/^(?:product|item)name$/, /^title$/, /^(?:product|item)$/, /^displayname$/],
  description: [/^(?:product|item|short)description$/, /^details$/, /^body(?:html)?$/, /^text$/],
  category: [/^(?:product|item)?categor(?:y|ies)$/, /^(?:department|group)$/, /^(?:product)?type$/],
  price: [
    /^(?:unit|retail|variant|our|list)price$/,
    /^(?:selling|sell|regular|standard|base)price$/,
    /^price(?:usd|each|per.*)?$/,
    /^sellsfor$/,
    /^saleprice$/,
    /^amount$/,
  ],
  stock: [
    /^(?:stock|quantity|qty)?onhand$/,
    /^(?:stock|inventory|available|variantinventory)(?:quantity|qty)$/,
    /^currentquantity/,
    /^(?:quantity|qty)$/,
    /^(?:inventory|available|count)$/,
    /^(?:instock|units)$/,
  ],
  unit: [/^per$/, /^(?:unitofmeasure|uom|soldby|unitname|variantunitname)$/, /^package$/],
  allergens: [/^(?:allergen|contains)$/],
  imageUrl: [/^(?:image|picture|photo|imagelink)$/],
  hidden: [/^ishidden$/],
  lowLimit: [/^(?:lowstock|lowstockamount|reorderlevel|reorderpoint|minimum)$/, /^stockalertcount/],
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

/** By its own name first; then each column takes the heading that names it best. */
function guessed(names: readonly string[]): ColumnChoice {
  const columns = names.map(ownColumn)
  const plain = names.map(lettersOf)
  for (const column of CSV_COLUMNS.filter((one) => !columns.includes(one))) {
    const at = OTHER_NAMES[column]
      ?.map((name) => plain.findIndex((one, index) => !columns[index] && name.test(one)))
      .find((index) => index >= 0)
    if (at !== undefined && !isMisleading(plain, at)) columns[at] = column
  }
  return columns
}

/** An export's `id` is written so; another shop's `ID` numbers its own products. */
function ownColumn(name: string): CsvColumn | null {
  const found = CSV_COLUMNS.find((one) => simple(one) === simple(name)) ?? null
  return found === 'id' && name.trim() !== 'id' ? null : found
}

/** An amount beside any price is none, and units beside what they are measured in are a package's size. */
function isMisleading(plain: readonly string[], at: number): boolean {
  if (plain[at] === 'amount') return plain.some((one) => one.includes('price'))
  return plain[at] === 'units' && plain.includes('unittype')
}

export function isGuess(heading: string, column: CsvColumn | null): boolean {
  return column !== null && ownColumn(heading) !== column
}

function wrongHeading(message: string): Refusal {
  return new Refusal('invalid', message, { field: 'csv' })
}

function simple(name: string): string {
  return nameKey(name).replace(/[\s_-]/g, '')
}

function lettersOf(name: string): string {
  return nameKey(name).replace(/[^a-z\d]/g, '')
}

export function shortened(text: string): string {
  return text.trim().slice(0, 40)
}
