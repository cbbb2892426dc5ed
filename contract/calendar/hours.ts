import { z } from 'zod/mini'
import { loadedText } from '../shapes.ts'

const NOT_A_TIME = 'Please write a time as HH:MM, such as 09:00.'

/** HH:MM by the farm's clock. */
const wallTime = z.string(NOT_A_TIME).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, NOT_A_TIME))

export const boxes = z.nullable(
  z
    .int('Please enter a whole number of boxes.')
    .check(z.minimum(1, 'Close the day instead.'), z.maximum(10_000, 'At most 10,000 boxes.')),
)

/** How many days before the market day ordering ends, at `orderTime`. */
const orderDays = z
  .int('Please enter a whole number of days.')
  .check(z.minimum(0, 'At least 0 days before.'), z.maximum(14, 'At most 14 days before.'))

export const loadedNumber = z.optional(z.nullable(z.number('Must be a number.')))

export const hours = { opens: wallTime, closes: wallTime, orderDays, orderTime: wallTime }
export const hoursChange = {
  opens: z.optional(wallTime),
  closes: z.optional(wallTime),
  orderDays: z.optional(orderDays),
  orderTime: z.optional(wallTime),
  capacity: z.optional(boxes),
}
export const loadedHours = {
  opens: loadedText,
  closes: loadedText,
  orderDays: loadedNumber,
  orderTime: loadedText,
  capacity: loadedNumber,
}
