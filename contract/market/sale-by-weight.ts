import { type Cents, cents, toCents } from '../money/money.ts'
import { isUnusual, priceOfWeight, type Weigh } from '../packing/weigh.ts'
import { parseWeight, typedDollars } from '../text/typed-numbers.ts'

type SoldByWeight = {
  weighUnit?: Weigh['unit'] | undefined
  weighPrice?: number | undefined
  weighTo?: number | undefined
}

export function weighOf({ weighUnit: unit, weighPrice, weighTo }: SoldByWeight): Weigh | null {
  if (!unit || !weighPrice || !weighTo) return null
  return { unit, cents: toCents(weighPrice), to: Math.round(weighTo * 1000) }
}

type TypedWeighed = { weight: string; amount: string }

/** `weight` in thousandths; null where the amount was typed. */
export type Weighed = { amount: Cents; weight: number | null }

/** A typed amount beats the weight. Returns a sentence if neither makes sense. */
export function readWeighed({ weight, amount }: TypedWeighed, weigh: Weigh): Weighed | string {
  if (amount.trim() !== '') {
    const typed = typedDollars(amount)
    return typed === null || typed < 0
      ? 'Please type an amount, such as 23.10.'
      : { amount: cents(typed), weight: null }
  }
  const thousandths = parseWeight(weight)
  if (thousandths === null) return 'Please type a weight, such as 3.85.'
  if (isUnusual(weigh, 1, thousandths))
    return 'That is far more than usual. Please look again, or type the amount.'
  return { amount: priceOfWeight(weigh.cents, thousandths), weight: thousandths }
}
