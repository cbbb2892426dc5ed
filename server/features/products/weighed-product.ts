import { type Cents, toCents } from '#contract/money.ts'
import type { DeskProduct, ProductChange } from '#contract/products.ts'
import { topPrice } from '#contract/weigh.ts'
import { weighFaults } from '#contract/weigh-fields.ts'
import { Refusal } from '#server/core/refusal.ts'

/** A product in the units of a change: cents, and thousandths of a weight. */
export function storedFields(product: DeskProduct) {
  const { price, weighUnit = null, weighPrice, weighTo, hidden = false } = product
  const { seasonFrom = null, seasonUntil = null } = product
  return {
    ...product,
    ...{ seasonFrom, seasonUntil },
    price: toCents(price),
    weighUnit,
    hidden,
    weighPrice: weighPrice === undefined ? null : toCents(weighPrice),
    weighTo: weighTo === undefined ? null : Math.round(weighTo * 1000),
  }
}

type Fields = Pick<ProductChange, 'price' | 'weighUnit' | 'weighPrice' | 'weighTo'>
type Stored = ReturnType<typeof storedFields>

/**
 * A change with the price that follows from it: what is sold by weight costs its top. Without a unit
 * it is sold by the piece. `fault` says where price and weight disagree.
 */
export function changeByWeight<Change extends Fields>(change: Change, stored: Stored) {
  const { weighUnit = stored.weighUnit } = change
  const isOff = change.weighUnit === null
  const weigh = isOff ? { weighUnit: null, weighPrice: null, weighTo: null } : {}
  const given = { ...change, ...weigh }
  const { price, weighPrice = stored.weighPrice, weighTo = stored.weighTo } = given
  const isWeighed = weighUnit !== null && weighPrice && weighTo
  const top = isWeighed ? topPrice({ cents: weighPrice as Cents, to: weighTo }) : stored.price
  const next = { price: price ?? top, weighUnit, weighPrice, weighTo }
  const [fault = null] = weighFaults(next)
  const isSame = price === undefined && top === stored.price
  return { change: isSame ? given : { ...given, price: next.price }, fault }
}

/** As `changeByWeight`. @throws Refusal 'invalid' where price and weight disagree */
export function priceByWeight<Change extends Fields>(change: Change, stored: Stored): Change {
  const { change: priced, fault } = changeByWeight(change, stored)
  if (fault) throw new Refusal('invalid', fault.message, { field: fault.field })
  return priced
}
