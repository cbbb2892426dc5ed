import { holdsCardNumber } from '#contract/card-numbers.ts'
import { Refusal } from '#server/http/errors.ts'

/** Refuses free text that holds what looks like a card number; the text goes into no log. @throws Refusal 'card-number-in-text' */
export function refuseCardNumbers(texts: Record<string, string | null | undefined>): void {
  for (const [field, text] of Object.entries(texts)) {
    if (text && holdsCardNumber(text)) {
      throw new Refusal('card-number-in-text', 'Please do not write card numbers here. Nothing was kept.', { field })
    }
  }
}
