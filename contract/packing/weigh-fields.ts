import { z } from 'zod/mini'
import { type Cents, formatDollars, MAX_AMOUNT } from '../money/money.ts'
import { dollars, optionalText } from '../shapes.ts'
import { parseWeight } from '../text/typed-numbers.ts'
import { formatRate, formatWeight, topPrice, WEIGHT_UNITS, type WeightUnit } from './weigh.ts'

const weighUnit = z.pipe(
  optionalText(4),
  z.nullable(z.enum(WEIGHT_UNITS, `Please choose ${WEIGHT_UNITS.join(', ')}, or nothing.`)),
)

const orNone = <Value extends z.core.$ZodType>(value: Value) =>
  z.union([
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
    z.null(),
    value,
  ])

const NO_WEIGHT = 'Please enter a weight above 0, such as 4 or 1.5, with at most three decimals.'

export const weight = z.pipe(
  z.union([z.number(), z.string()], NO_WEIGHT),
  z.transform((value, context): number => {
    const thousandths = parseWeight(String(value))
    if (thousandths === null)
      context.issues.push({ code: 'custom', message: NO_WEIGHT, input: value })
    return thousandths ?? 0
  }),
)
const weighPrice = dollars(1 as Cents, 'The price by weight must be at least $0.01.')

/** Sold by weight: all three or none. */
export const weighFields = {
  weighUnit: z.optional(weighUnit),
  weighPrice: z.optional(orNone(weighPrice)),
  weighTo: z.optional(orNone(weight)),
}

export function weighFaults(fields: WeighFields): Fault[] {
  const { price, weighUnit: unit, weighPrice: rate, weighTo: to } = fields
  if (!unit && !rate && !to) return []
  if (!unit)
    return [{ field: 'weighUnit', message: 'Please choose the unit that it is weighed in.' }]
  if (!rate) return [{ field: 'weighPrice', message: `Please enter the price per ${unit}.` }]
  if (!to) return [{ field: 'weighTo', message: 'Enter the most one can weigh.' }]
  const top = topPrice({ cents: rate, to })
  if (top > MAX_AMOUNT) return [{ field: 'weighTo', message: 'At most $100,000, please.' }]
  if (price === top) return []
  const sum = `${formatWeight(to, unit)} at ${formatRate({ cents: rate, unit })}`
  return [{ field: 'price', message: `Sold by weight, it costs ${formatDollars(top)}: ${sum}.` }]
}

type Fault = { field: keyof typeof weighFields | 'price'; message: string }

type WeighFields = {
  price: Cents
  weighUnit?: WeightUnit | null | undefined
  weighPrice?: Cents | null | undefined
  weighTo?: number | null | undefined
}
