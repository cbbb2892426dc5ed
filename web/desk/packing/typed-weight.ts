import { formatDollars, parseDollars, toDollars } from '#contract/money.ts'
import { formatWeight, isUnusual, parseWeight } from '#contract/weigh.ts'
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
  const withPoint = typed.replace(',', '.')
  const thousandths = parseWeight(withPoint)
  if (thousandths === null) return { error: 'Please type a weight, such as 3.85.' }
  const [shown, sent] = [formatWeight(thousandths, unit), { weight: withPoint }]
  const yes = `Yes, ${shown}`
  if (isUnusual({ to: Math.round(to * 1000) }, units, thousandths))
    return { sent, yes, question: `${shown} is far more than usual. Is that right?` }
  return withPoint === typed ? { sent } : { sent, yes, question: `Do you mean ${shown}?` }
}

function readAmount(text: string, paid: number): TypedWeight {
  const amount = parseDollars(text)
  if (amount === null || amount < 0) return { error: 'Please type an amount, such as $23.10.' }
  const sent = { amount: toDollars(amount) }
  // It was paid for once already.
  if (toDollars(amount) <= paid || paid === 0) return { sent }
  const question = `That is more than the customer paid. Do you mean ${formatDollars(amount)}?`
  return { sent, yes: `Yes, ${formatDollars(amount)}`, question }
}
