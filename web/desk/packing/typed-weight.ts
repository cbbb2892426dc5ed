import { formatDollars, toDollars } from '#contract/money.ts'
import { parseWeight, plainNumber, typedDollars } from '#contract/typed-numbers.ts'
import { formatWeight, isUnusual } from '#contract/weigh.ts'
import type { LineByWeight } from '#contract/weighing.ts'

/** What was typed as a weight, or as an amount with its dollar sign; asked about where it cannot be meant. */
export type TypedWeight = {
  sent?: { weight: string } | { amount: number }
  error?: string
  question?: string
  yes?: string
}

export function readTyped(
  text: string,
  { unit, to, paid }: LineByWeight,
  units: number,
): TypedWeight {
  const typed = text.trim()
  if (typed.startsWith('$')) return readAmount(typed.slice(1), paid)
  const plain = plainNumber(typed) ?? ''
  const thousandths = parseWeight(plain)
  if (thousandths === null) return { error: 'Please type a weight, such as 3.85.' }
  const [shown, sent] = [formatWeight(thousandths, unit), { weight: plain }]
  const yes = `Yes, ${shown}`
  if (isUnusual({ to: Math.round(to * 1000) }, units, thousandths))
    return { sent, yes, question: `${shown} is far more than usual. Is that right?` }
  return plain === typed ? { sent } : { sent, yes, question: `Do you mean ${shown}?` }
}

function readAmount(text: string, paid: number): TypedWeight {
  const amount = typedDollars(text)
  if (amount === null || amount < 0) return { error: 'Please type an amount, such as $23.10.' }
  const sent = { amount: toDollars(amount) }
  // It was paid for once already.
  if (toDollars(amount) <= paid || paid === 0) return { sent }
  const question = `That is more than the customer paid. Do you mean ${formatDollars(amount)}?`
  return { sent, yes: `Yes, ${formatDollars(amount)}`, question }
}
