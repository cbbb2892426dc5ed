import { z } from 'zod/mini'
import type { Cents } from './money.ts'
import { wholeQuantity } from './quantity-shapes.ts'
import { dollars, unitOf } from './shapes.ts'
import { PACKAGE_UNITS } from './units.ts'

export const packageFields = {
  packageQuantity: wholeQuantity,
  packageUnit: unitOf(PACKAGE_UNITS),
  packagePrice: dollars(0 as Cents, 'A price cannot be below zero.'),
}

/** “25 lb for $18.40”: dollars arrive as cents, the quantity as thousandths. */
export const packageSize = z.strictObject(packageFields)
export type PackageSize = z.output<typeof packageSize>
