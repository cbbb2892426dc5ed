import { z } from 'zod/mini'

export const MAX_UNITS = 100_000

const TOO_MANY = 'That is more than the farm has.'

export const boughtUnits = z
  .int('The quantity must be a whole number.')
  .check(z.minimum(1, 'The quantity must be at least 1.'), z.maximum(MAX_UNITS, TOO_MANY))

export const countedUnits = z
  .int('Please enter a whole number.')
  .check(z.minimum(0, 'Please enter 0 or more.'), z.maximum(MAX_UNITS, TOO_MANY))

export const MAX_BOXES = 99

export const boxCount = z
  .int('Please enter how many boxes.')
  .check(
    z.minimum(1, 'An order has at least 1 box.'),
    z.maximum(MAX_BOXES, `At most ${MAX_BOXES} boxes, please.`),
  )
