import { z } from 'zod/mini'
import { keysOf } from '../changed-fields.ts'
import { deskEndpoint, publicEndpoint, type Shape } from '../endpoint.ts'
import { type Fields, shapesOf } from '../fields.ts'
import type { Cents } from '../money/money.ts'
import { TAX_CLASSES, taxClass } from '../money/tax.ts'
import { WEIGHT_UNITS } from '../packing/weigh.ts'
import { weighFaults, weighFields } from '../packing/weigh-fields.ts'
import { lowLimit, yesOrNo } from '../settings/private-fields.ts'
import {
  byId,
  dollars,
  id,
  ignored,
  loadedText,
  nameText,
  optionalText,
  wholeNumber,
} from '../shapes.ts'
import { seasonFaults, seasonFields } from '../time/season.ts'
import { MAX_UNITS } from './unit-counts.ts'

const imageUrl = optionalText(500).check(
  z.refine(
    (url) => url === null || /^(?:\/(?!\/)|https:\/\/)[^\s"'<>\\]*$/.test(url),
    'Please use a picture from this shop.',
  ),
)

/** One of the seven or the farm's own; `holdCategory` knows which exist. */
const category = z
  .string('Please choose a category.')
  .check(z.minLength(1, 'Please choose a category.'), z.maxLength(40, 'Please choose a category.'))
export const price = dollars(1 as Cents, 'The price must be at least $0.01.')
export const stock = wholeNumber('Stock must be a whole number.').check(
  z.nonnegative('Stock cannot be below zero.'),
  z.maximum(MAX_UNITS, 'At most 100,000 in stock, please.'),
)

const unit = optionalText(24)
const allergens = optionalText(200)

const description = z.pipe(
  optionalText(4000),
  z.transform((text) => text ?? ''),
)

/** In CSV column order. */
export const PRODUCT_FIELDS = {
  name: { kind: 'line', label: 'Name', longest: 120, shape: nameText(120, 'Please enter a name.') },
  description: { kind: 'text', label: 'Description', longest: 4000, shape: description },
  category: { kind: 'choice', label: 'Category', shape: category },
  price: { kind: 'dollars', label: 'Price', shape: price },
  stock: { kind: 'count', label: 'Stock', shape: stock },
  unit: { kind: 'line', label: 'Unit', longest: 24, shape: z.optional(unit) },
  allergens: {
    kind: 'line',
    label: 'Allergens',
    noun: 'allergens field',
    longest: 200,
    shape: z.optional(allergens),
  },
  weighUnit: {
    kind: 'choice',
    label: 'Priced by weight',
    choices: WEIGHT_UNITS,
    shape: weighFields.weighUnit,
  },
  weighPrice: { kind: 'dollars', label: 'Price by weight', shape: weighFields.weighPrice },
  weighTo: { kind: 'amount', label: 'Most it can weigh', shape: weighFields.weighTo },
  lowLimit: {
    kind: 'count',
    label: 'Email me when this few are left',
    shape: z.optional(lowLimit),
  },
  hidden: { kind: 'choice', label: 'Hidden', shape: z.optional(yesOrNo) },
  snap: { kind: 'choice', label: 'SNAP eligible', shape: z.optional(yesOrNo) },
  tax: { kind: 'choice', label: 'Sales tax', choices: TAX_CLASSES, shape: z.optional(taxClass) },
  seasonFrom: {
    kind: 'season',
    label: 'First market date',
    longest: 20,
    shape: seasonFields.seasonFrom,
  },
  seasonUntil: {
    kind: 'season',
    label: 'Last market date',
    longest: 20,
    shape: seasonFields.seasonUntil,
  },
  imageUrl: {
    kind: 'line',
    label: 'Picture',
    formatNewer: (url) => (url === null ? 'gone' : 'another one'),
    shape: imageUrl,
  },
} as const satisfies Fields

export const anyProduct = z.strictObject(shapesOf(PRODUCT_FIELDS))

export const productDraft = anyProduct.check((context) => {
  for (const { field, message } of [...weighFaults(context.value), ...seasonFaults(context.value)])
    context.issues.push({ code: 'custom', message, path: [field], input: context.value })
})
export type ProductDraft = z.output<typeof productDraft>
export type ProductField = keyof ProductDraft

export const PRODUCT_FIELD_NAMES = keysOf(PRODUCT_FIELDS)

/** Yes or no: in a spreadsheet, `yes` or an empty cell. */
export function isSwitch(field: string): field is 'hidden' | 'snap' {
  return field === 'hidden' || field === 'snap'
}

type PrivateField = 'lowLimit' | 'hidden' | 'tax' | 'seasonFrom' | 'seasonUntil'

export const product = z.object({
  id,
  name: z.string(),
  description: z.string(),
  category: z.string(),
  /** Its category is one of the farm's own, and hidden: no filter offers it. */
  categoryHidden: z.optional(z.boolean()),
  price: z.number(),
  stock: z.int(),
  imageUrl: z.nullable(z.string()),
  unit: z.optional(z.string()),
  allergens: z.optional(z.string()),
  /** Total on hand, if market days limit `stock`, which is what one order can get. */
  inStock: z.optional(z.int()),
  weighUnit: z.optional(z.enum(WEIGHT_UNITS)),
  /** In dollars per unit of weight. */
  weighPrice: z.optional(z.number()),
  /** In that unit; `price` is what this weight costs. */
  weighTo: z.optional(z.number()),
  weighed: z.optional(z.string()),
  /** When its season starts, if it is out of season on every day on offer. */
  back: z.optional(z.string()),
  /** SNAP benefits may pay for it. */
  snap: z.optional(z.boolean()),
} satisfies Record<
  'id' | 'categoryHidden' | 'inStock' | 'weighed' | 'back' | Exclude<ProductField, PrivateField>,
  Shape
>)

/**
 * `price` in dollars, no empty optional fields; `stock` in units: what the shop can sell, or at the
 * desk what is on hand.
 */
export type Product = z.output<typeof product>

/** `stock` for all days; `forSale` is what one order gets, if days limit it. */
export const deskProduct = z.extend(product, {
  forSale: z.optional(z.int()),
  place: z.optional(z.int()),
  lowLimit: z.optional(z.int()),
  hidden: z.optional(z.boolean()),
  /** Null, and so absent: its category's. */
  tax: z.optional(z.enum(TAX_CLASSES)),
  /** As MM-DD. */
  seasonFrom: z.optional(z.string()),
  seasonUntil: z.optional(z.string()),
} satisfies Record<'forSale' | 'place' | PrivateField, Shape>)
export type DeskProduct = z.output<typeof deskProduct>

const loadedPrice = z.optional(dollars(0 as Cents, 'The price must be at least $0.01.'))
const loadedStock = z.optional(z.int('Stock must be a whole number.'))

/** As a form loaded it; other fields are ignored. */
export const productBase = z.object(
  {
    name: loadedText,
    description: loadedText,
    category: loadedText,
    price: loadedPrice,
    stock: loadedStock,
    imageUrl: loadedText,
    unit: loadedText,
    allergens: loadedText,
    ...weighFields,
    weighUnit: loadedText,
    lowLimit: z.optional(z.nullable(z.int('The limit must be a whole number.'))),
    hidden: z.optional(z.boolean('Hidden is true or false.')),
    snap: z.optional(z.boolean('SNAP eligible is true or false.')),
    tax: loadedText,
    ...seasonFields,
  } satisfies Record<ProductField, Shape>,
  'The base holds what was loaded.',
)

/** `base` and `baseStock` are what the form loaded, so that sales and changes by others stay. */
export const productChange = z.extend(z.partial(anyProduct), {
  id: z.optional(id),
  weighed: ignored,
  categoryHidden: ignored,
  back: ignored,
  inStock: ignored,
  forSale: ignored,
  place: ignored,
  baseStock: z.optional(stock),
  base: z.optional(productBase),
})
export type ProductChange = z.output<typeof productChange>

export const products = {
  list: publicEndpoint('GET /api/products', {
    summary: 'Every product in the shop, in display order.',
    output: z.array(product),
  }),
  create: deskEndpoint('never', 'POST /api/products', {
    token: 'products:write',
    summary: 'Adds a product.',
    body: productDraft,
    output: deskProduct,
    status: 201,
  }),
  update: deskEndpoint('never', 'PUT /api/products/{id}', {
    token: 'products:write',
    summary: 'Changes any part of a product.',
    params: byId,
    body: productChange,
    output: deskProduct,
  }),
  delete: deskEndpoint('never', 'DELETE /api/products/{id}', {
    summary: 'Takes a product out of the shop and the desk; it can be restored.',
    params: byId,
  }),
}
