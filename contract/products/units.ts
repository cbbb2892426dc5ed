import { type Fraction, fraction } from '../recipes/fraction.ts'
import type { Thousandths } from './quantity.ts'

type Dimension = 'weight' | 'volume' | 'count' | 'time'

/**
 * Billionths of a gram, hundred-billionths of a milliliter, pieces, minutes. By law the pound and
 * the US gallon are exact metric amounts (NIST Handbook 44, appendix C), so all of these are exact.
 */
const UNITS = {
  g: ['weight', 1_000_000_000n],
  kg: ['weight', 1_000_000_000_000n],
  oz: ['weight', 28_349_523_125n],
  lb: ['weight', 453_592_370_000n],
  ml: ['volume', 100_000_000_000n],
  l: ['volume', 100_000_000_000_000n],
  tsp: ['volume', 492_892_159_375n],
  tbsp: ['volume', 1_478_676_478_125n],
  'fl oz': ['volume', 2_957_352_956_250n],
  cup: ['volume', 23_658_823_650_000n],
  pint: ['volume', 47_317_647_300_000n],
  quart: ['volume', 94_635_294_600_000n],
  gallon: ['volume', 378_541_178_400_000n],
  piece: ['count', 1n],
  dozen: ['count', 12n],
  min: ['time', 1n],
  h: ['time', 60n],
} as const satisfies Record<string, readonly [Dimension, bigint]>

export type Unit = keyof typeof UNITS

export const RECIPE_UNITS = [
  'cup',
  'tsp',
  'tbsp',
  'oz',
  'lb',
  'g',
  'kg',
  'ml',
  'l',
  'piece',
] as const satisfies readonly Unit[]
export type RecipeUnit = (typeof RECIPE_UNITS)[number]

const LABOR_UNIT = 'min'

export const LINE_UNITS = [...RECIPE_UNITS, LABOR_UNIT] as const
export type LineUnit = (typeof LINE_UNITS)[number]

export const WEIGHT_UNITS = ['lb', 'oz', 'kg', 'g'] as const satisfies readonly Unit[]
export const VOLUME_UNITS = [
  'gallon',
  'quart',
  'pint',
  'cup',
  'fl oz',
  'tbsp',
  'tsp',
  'l',
  'ml',
] as const satisfies readonly Unit[]
export const COUNT_UNITS = ['piece', 'dozen'] as const satisfies readonly Unit[]
const TIME_UNITS = ['h', 'min'] as const satisfies readonly Unit[]

export const BATCH_UNITS = [...WEIGHT_UNITS, ...VOLUME_UNITS] as const

export const MEASURE_UNITS = [...VOLUME_UNITS, ...COUNT_UNITS] as const

export const PACKAGE_UNITS = [...WEIGHT_UNITS, ...MEASURE_UNITS, ...TIME_UNITS] as const

export type Amount = { quantity: Thousandths; unit: Unit }

export function dimensionOf(unit: Unit): Dimension {
  return UNITS[unit][0]
}

export function sizeOf({ quantity, unit }: Amount): Fraction {
  return fraction(BigInt(quantity) * UNITS[unit][1], 1000n)
}

const PLURALS: Partial<Record<Unit, string>> = {
  cup: 'cups',
  piece: 'pieces',
  pint: 'pints',
  quart: 'quarts',
  gallon: 'gallons',
}

export function unitFor(quantity: Thousandths, unit: Unit): string {
  return quantity > 1000 ? (PLURALS[unit] ?? unit) : unit
}
