import { cents, formatDollars, formatMoney, toCents, toDollars } from '../money/money.ts'
import { parseWeight, plainNumber, typedDollars } from '../text/typed-numbers.ts'
import { formatWeight, isUnusual, priceOfWeight } from './weigh.ts'
import type { LineByWeight } from './weighing.ts'

export function shownWeight({ weight, amount }: LineByWeight): string {
  if (weight !== null) return String(weight)
  return amount === null ? '' : formatMoney(amount)
}

export const toThree = (weight: number) => Math.round(weight * 1000) / 1000

export function weightOutcome(line: LineByWeight, units: number): string {
  const { amount, toSendBack, paid, weight, to, unit, price } = line
  if (amount === null)
    return `${formatMoney(price)}/${unit}, ${formatMoney(paid)} paid. Type the weight, or what it costs, such as $23.10.`
  if (toSendBack > 0) return `Costs ${formatMoney(amount)}. Refund ${formatMoney(toSendBack)}.`
  const over = weight === null ? 0 : toThree(weight - to * units)
  if (over > 0) return `${over} ${unit} over: the customer pays no more than ${formatMoney(paid)}.`
  if (amount > paid) return `The customer pays no more than ${formatMoney(paid)}.`
  return `Costs ${formatMoney(amount)}. Nothing to refund.`
}

export function lineWith(line: LineByWeight, sent: NonNullable<TypedWeight['sent']>): LineByWeight {
  const weight = 'weight' in sent ? Number(sent.weight) : null
  const rate = toCents(line.price)
  const amount =
    'weight' in sent
      ? priceOfWeight(rate, Math.round(Number(sent.weight) * 1000))
      : toCents(sent.amount)
  const toSendBack = toDollars(cents(Math.max(0, toCents(line.paid) - amount)))
  return { ...line, weight, amount: toDollars(amount), toSendBack }
}

/** A typed weight, or an amount with its dollar sign. `question` if it looks wrong. */
export type TypedWeight = {
  sent?: { weight: string } | { amount: number }
  error?: string
  question?: string
  yes?: string
}

export function readTypedWeight(
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
  // It was already paid for.
  if (toDollars(amount) <= paid || paid === 0) return { sent }
  const question = `That is more than the customer paid. Do you mean ${formatDollars(amount)}?`
  return { sent, yes: `Yes, ${formatDollars(amount)}`, question }
}
