import { z } from 'zod/mini'
import { nameText, optionalText, zipCode } from './shapes.ts'

const STATE_CODE = 'Please enter a state, such as SD.'

/** The state may be empty; the code that stores the address fills it in. */
export const address = z.strictObject({
  address: nameText(200, 'Please enter your street address.'),
  city: nameText(100, 'Please enter your city.'),
  state: z.pipe(
    z.pipe(
      optionalText(2),
      z.transform((state) => (state ?? '').toUpperCase()),
    ),
    z.string().check(z.regex(/^(?:[A-Z]{2})?$/, STATE_CODE)),
  ),
  zipCode,
})
