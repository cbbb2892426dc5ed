import { z } from 'zod/mini'
import { plainNumber } from '../text/typed-numbers.ts'
import { MAX_QUANTITY, parseQuantity, type Thousandths } from './quantity.ts'

const NOT_A_QUANTITY = 'From 0, with at most three decimals, please.'

function quantityFrom(least: number, tooLow: string) {
  return z.pipe(
    z.union([z.number(), z.string()], 'Please enter a number, such as 1.5 or 1 1/2.'),
    z.transform((value, context): Thousandths => {
      const amount = parseQuantity(typeof value === 'string' ? (plainNumber(value) ?? '') : value)
      const refused = amount === null ? NOT_A_QUANTITY : refusedQuantity(amount, { least, tooLow })
      if (refused) context.issues.push({ code: 'custom', message: refused, input: value })
      return amount ?? (0 as Thousandths)
    }),
  )
}

function refusedQuantity(
  amount: Thousandths,
  { least, tooLow }: { least: number; tooLow: string },
) {
  if (amount < least) return tooLow
  return amount > MAX_QUANTITY ? 'At most 100,000, please.' : null
}

/** A number or a numeric string. Arrives as thousandths. */
export const quantity = quantityFrom(0, NOT_A_QUANTITY)

export const wholeQuantity = quantityFrom(1, 'Please enter more than zero.')
