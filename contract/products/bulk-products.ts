import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { id } from '../shapes.ts'
import { anyProduct, PRODUCT_FIELD_NAMES, product, productBase, stock } from './products.ts'

const MAX_LIST = 2 * 1024 * 1024
export const MAX_ROWS = 5000
/** Square writes four columns per place. */
export const MAX_COLUMNS = 300

/** `baseStock` is the stock when exported, so that later sales are kept. */
export const CSV_COLUMNS = ['id', ...PRODUCT_FIELD_NAMES, 'baseStock'] as const
export type CsvColumn = (typeof CSV_COLUMNS)[number]

const BULK_FIELDS = {
  price: true,
  weighPrice: true,
  stock: true,
  unit: true,
  category: true,
  lowLimit: true,
  hidden: true,
  snap: true,
  tax: true,
} as const
export type BulkField = keyof typeof BULK_FIELDS

const bulkChange = z.extend(z.partial(z.pick(anyProduct, BULK_FIELDS)), {
  id,
  baseStock: z.optional(stock),
  base: z.optional(z.pick(productBase, BULK_FIELDS)),
})
export type BulkChange = z.output<typeof bulkChange>

const bulkChanges = z.array(bulkChange).check(
  z.minLength(1, 'Nothing was changed.'),
  z.maxLength(MAX_ROWS, 'At most 5,000 products at once, please.'),
  z.refine(
    (changes) => new Set(changes.map((one) => one.id)).size === changes.length,
    'The same product is listed twice.',
  ),
)

const importedRow = z.object({
  row: z.int(),
  outcome: z.enum(['created', 'updated', 'unchanged', 'refused']),
  id: z.nullable(id),
  name: z.string(),
  changes: z.array(
    z.object({ column: z.enum(CSV_COLUMNS), before: z.string(), after: z.string() }),
  ),
  /** `column` is null if the whole row is wrong. */
  problems: z.array(z.object({ column: z.nullable(z.enum(CSV_COLUMNS)), message: z.string() })),
  /** Cells that were read as something else than written, such as `3,25` as $3.25. */
  readings: z.array(z.object({ column: z.enum(CSV_COLUMNS), text: z.string(), value: z.string() })),
  /** Refused only because another product has the name; `twins` accepts it. */
  isTwin: z.optional(z.boolean()),
  /** Refused only because the id's product has a very different name; `renames` accepts it. */
  isRename: z.optional(z.boolean()),
  /** Refused only because the category doesn't exist yet; `categories` adds it. */
  newCategory: z.optional(z.string()),
})
export type ImportedRow = z.output<typeof importedRow>

const importedList = z.object({
  applied: z.boolean(),
  /** Sent back with `apply`, exactly this plan is carried out. */
  plan: z.string(),
  /** The file's columns in order, with a cell from the first row; null for a skipped one. */
  columns: z.array(
    z.object({
      heading: z.string(),
      sample: z.string(),
      column: z.nullable(z.enum(CSV_COLUMNS)),
      isGuess: z.optional(z.boolean()),
    }),
  ),
  rows: z.array(importedRow),
})
export type ImportedList = z.output<typeof importedList>

export const bulkProducts = {
  change: deskEndpoint('never', 'PUT /api/products/bulk', {
    token: 'products:write',
    summary:
      'Changes prices, stock and more of many products, all or none; `problems` names every row that failed.',
    body: z.strictObject({ changes: bulkChanges }),
    output: z.array(product),
    longestBody: MAX_LIST,
  }),
  export: deskEndpoint('never', 'GET /api/products/export', {
    token: 'products:write',
    summary: 'Every product as CSV, formulas neutralized; importing it again changes nothing.',
    output: z.string(),
    answers: 'text/csv; charset=utf-8',
  }),
  import: deskEndpoint('never', 'POST /api/products/import', {
    token: 'products:write',
    summary:
      'Reports row by row what a CSV would change; `apply` makes the changes, all or nothing unless `skipRefused`. Rows without an id are found by name, or added.',
    body: z.strictObject({
      csv: z
        .string('Please choose a CSV file.')
        .check(z.maxLength(MAX_LIST, 'At most 2 MB, please.')),
      apply: z.optional(z.boolean()),
      plan: z.optional(z.string().check(z.maxLength(64))),
      /** In order, for files whose headings don't tell; null skips a column. */
      columns: z.optional(z.array(z.nullable(z.enum(CSV_COLUMNS))).check(z.maxLength(MAX_COLUMNS))),
      skipRefused: z.optional(z.boolean()),
      twins: z.optional(z.boolean()),
      renames: z.optional(z.boolean()),
      categories: z.optional(z.boolean()),
    }),
    output: importedList,
    longestBody: MAX_LIST,
  }),
}
