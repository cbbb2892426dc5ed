import { z } from 'zod/mini'
import type { Cents } from '../money/money.ts'
import { wholeQuantity } from '../products/quantity-shapes.ts'
import { PACKAGE_UNITS } from '../products/units.ts'
import { dollars, unitOf } from '../shapes.ts'

export const packageFields = {
  packageQuantity: wholeQuantity,
  packageUnit: unitOf(PACKAGE_UNITS),
  packagePrice: dollars(0 as Cents, 'A price cannot be below zero.'),
}

/** “25 lb for $18.40”: dollars arrive as cents, the quantity as thousandths. */
export const packageSize = z.strictObject(packageFields)
export type PackageSize = z.output<typeof packageSize>
