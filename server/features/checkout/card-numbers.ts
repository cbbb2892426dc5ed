import { holdsCardNumber } from '#contract/money/card-numbers.ts'
import { Refusal } from '#server/core/refusal.ts'

/** In every text, nested ones too; never logs it. @throws Refusal 'card-number-in-text' */
export function refuseCardNumbers(fields: object, path = ''): void {
  for (const [name, value] of Object.entries(fields)) {
    const field = path + name
    if (value && typeof value === 'object') refuseCardNumbers(value, `${field}.`)
    if (typeof value === 'string' && holdsCardNumber(value))
      throw new Refusal(
        'card-number-in-text',
        'Please don’t type card numbers here. Nothing was saved.',
        { field },
      )
  }
}
