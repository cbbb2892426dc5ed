import { z } from 'zod/mini'
import { type Fields, shapesOf } from '../fields.ts'

const NOT_A_TIME = 'Please write a time as HH:MM, such as 09:00.'

const wallTime = z.string(NOT_A_TIME).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, NOT_A_TIME))

const boxes = z
  .int('Please enter a whole number of boxes.')
  .check(z.minimum(1, 'At least 1 box, please.'), z.maximum(10_000, 'At most 10,000 boxes.'))

const orderDays = z
  .int('Please enter a whole number of days.')
  .check(z.minimum(0, 'At least 0 days before.'), z.maximum(14, 'At most 14 days before.'))

const TIMES = {
  opens: { kind: 'time', label: 'From', noun: 'opening time', shape: wallTime },
  closes: { kind: 'time', label: 'Until', noun: 'closing time', shape: wallTime },
  orderDays: {
    kind: 'count',
    label: 'Order cutoff, days before',
    noun: 'number of days before',
    shape: orderDays,
  },
  orderTime: {
    kind: 'time',
    label: 'Order cutoff time',
    noun: 'time until when to order',
    shape: wallTime,
  },
} as const satisfies Fields

export const hours = shapesOf(TIMES)

export const HOURS_FIELDS = {
  ...TIMES,
  capacity: {
    kind: 'count',
    label: 'Order limit',
    noun: 'number of boxes',
    shape: z.optional(z.nullable(boxes)),
  },
} as const satisfies Fields
