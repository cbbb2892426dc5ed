import { z } from 'zod/mini'
import { keysOf } from '../changed-fields.ts'
import { deskEndpoint } from '../endpoint.ts'
import { before, byId, id, instant, optionalText } from '../shapes.ts'
import { MAX_UNITS } from './unit-counts.ts'

/** `canUndo`: the farmer can undo it here; orders and sales are undone at the order or sale. */
type Movement = { label: string; canUndo: boolean }

export const MOVEMENTS = {
  start: { label: 'Stock at the start', canUndo: false },
  adjusted: { label: 'Stock changed by hand', canUndo: true },
  sold: { label: 'Ordered', canUndo: false },
  returned: { label: 'Back from an order', canUndo: false },
  harvest: { label: 'Harvested', canUndo: true },
  waste: { label: 'Waste', canUndo: true },
  missing: { label: 'Missing', canUndo: false },
  counted: { label: 'Counted', canUndo: true },
  gift: { label: 'Given away', canUndo: true },
  market: { label: 'Sold at the stand', canUndo: false },
  loaded: { label: 'Put on the truck', canUndo: false },
  unloaded: { label: 'Back from the truck', canUndo: false },
  undone: { label: 'Undone', canUndo: false },
} as const satisfies Record<string, Movement>

export type MovementReason = keyof typeof MOVEMENTS

/** `loaded` and `unloaded` are stored as `market`, with the direction in another column. */
export type StoredReason = Exclude<MovementReason, 'loaded' | 'unloaded'>

export const STOCK_ACTIONS = ['harvest', 'waste', 'gift'] as const
export type StockAction = (typeof STOCK_ACTIONS)[number]

export const HELPER_ACTIONS: readonly StockAction[] = ['harvest', 'waste']
export const HELPER_UNDOES: readonly MovementReason[] = ['harvest', 'waste', 'counted']

export const MAX_NOTE = 120

/** Idempotency key: a UUID from the page. */
const commandId = z.uuid('That is not the id of a change.').check(z.toLowerCase())

export const actionUnits = z
  .int('Please enter a whole number.')
  .check(z.minimum(1, 'Please enter 1 or more.'), z.maximum(MAX_UNITS, 'At most 100,000, please.'))

const actionDraft = z.strictObject({
  id: commandId,
  reason: z.enum(STOCK_ACTIONS, 'Please say whether it was harvested, wasted or given away.'),
  units: actionUnits,
  note: optionalText(MAX_NOTE),
})
export type StockActionDraft = z.output<typeof actionDraft>

const movement = z.object({
  id,
  at: instant,
  reason: z.enum(keysOf(MOVEMENTS)),
  units: z.int(),
  note: z.nullable(z.string()),
  orderId: z.nullable(id),
  counted: z.nullable(z.int()),
  promised: z.nullable(z.int()),
  undoes: z.nullable(id),
  isUndone: z.boolean(),
  canUndo: z.boolean(),
  /** From the desk call; `address` is null without one. */
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Name; null without `address`, and before helper accounts existed. */
  person: z.nullable(z.string()),
})
export type StockMovement = z.output<typeof movement>

const journalPage = z.object({
  product: z.object({
    id,
    name: z.string(),
    stock: z.int(),
    /** On the farm for orders not handed over yet, in addition to what is for sale. */
    promised: z.int(),
    isGone: z.boolean(),
  }),
  movements: z.array(movement),
  isMore: z.boolean(),
})
export type JournalPage = z.output<typeof journalPage>

const moved = z.object({ movement, productId: id, stock: z.int() })
export type MovedStock = z.output<typeof moved>

export const stockJournal = {
  list: deskEndpoint('never', 'GET /api/products/{id}/movements', {
    token: 'products:write',
    helpers: true,
    summary:
      'Why the stock of a product moved, newest first, 50 at a time; `before` a movement’s id returns the ones before it.',
    params: byId,
    query: z.strictObject({ before }),
    output: journalPage,
  }),
  record: deskEndpoint('never', 'POST /api/products/{id}/movements', {
    token: 'products:write',
    helpers: true,
    summary: 'Writes down what was harvested, wasted or given away of a product.',
    params: byId,
    body: actionDraft,
    output: moved,
    status: 201,
  }),
  undo: deskEndpoint('never', 'POST /api/movements/{id}/undo', {
    helpers: true,
    summary: 'Undoes a stock movement, once, by another one.',
    params: byId,
    body: z.strictObject({ id: commandId }),
    output: moved,
  }),
}

export const MAX_COUNTS = 200

export const countedUnits = z
  .int('Please enter a whole number.')
  .check(z.nonnegative('Please enter 0 or more.'), z.maximum(MAX_UNITS, 'At most 100,000, please.'))

const count = z.strictObject({
  id: commandId,
  productId: id,
  /** Everything there, including units promised to orders. */
  counted: countedUnits,
  /** What the page expected. If that has changed, the page asks for a new count. */
  expected: z.optional(z.int('Please enter a whole number.')),
})
export type CountDraft = z.output<typeof count>

/** `stock` plus `promised` is what should be there. */
const countLine = z.object({
  productId: id,
  name: z.string(),
  category: z.string(),
  unit: z.nullable(z.string()),
  stock: z.int(),
  promised: z.int(),
  countedAt: z.nullable(instant),
})
export type CountLine = z.output<typeof countLine>

const countSheet = z.object({
  products: z.array(countLine),
  /** Past orders that were never handed over, whose goods still count as promised. */
  pastOrders: z.int(),
})
export type CountSheet = z.output<typeof countSheet>

const counted = z.object({
  productId: id,
  name: z.string(),
  counted: z.int(),
  promised: z.int(),
  stock: z.int(),
  units: z.int(),
  short: z.int(),
  /** If short, the next market day (YYYY-MM-DD) that needs some. */
  shortDay: z.nullable(z.string()),
})
export type CountedProduct = z.output<typeof counted>

const countOutcome = z.object({
  counted: z.array(counted),
  refused: z.array(z.object({ productId: id, message: z.string() })),
})
export type CountOutcome = z.output<typeof countOutcome>

export const stockCount = {
  show: deskEndpoint('never', 'GET /api/stock-count', {
    token: 'products:write',
    helpers: true,
    summary:
      'How many of each product should be there: those for sale, and those promised to orders.',
    output: countSheet,
  }),
  save: deskEndpoint('never', 'POST /api/stock-count', {
    token: 'products:write',
    helpers: true,
    summary:
      'Sets the stock of products to what was counted, less what is promised to orders; each one is kept though another is refused.',
    body: z.strictObject({
      counts: z
        .array(count, 'Please count something first.')
        .check(
          z.minLength(1, 'Please count something first.'),
          z.maxLength(MAX_COUNTS, 'At most 200 products at once, please.'),
        ),
    }),
    output: countOutcome,
  }),
}
