import { cents, formatDollars } from '#contract/money/money.ts'
import { shareOf } from '#contract/money/standing.ts'
import type { ChangeLine } from '#contract/orders/order-changes.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { StandingLine } from '#server/features/checkout/order-record.ts'
import { EACH_ONCE, type Offer, priceFault, requireOffer } from './offers.ts'

/** `units` and `cents` are negative for what goes. */
export type PlannedLine = {
  productId: number
  name: string
  units: number
  cents: number
  goods: 'sellable' | 'missing' | null
}

/** `delta`: how much less the order is worth, lines and fee, in cents; 0 or below. */
export type PlannedChange = { lines: PlannedLine[]; delta: number }

type Facts = {
  standing: readonly StandingLine[]
  offers: readonly Offer[]
  /** How much the delivery fee falls, in cents; 0 or below. */
  delivery: number
}

/**
 * What a change does to an order's lines. What goes is worth its share of what was agreed; what
 * comes in costs at most the shop's price, and no more than what goes.
 * @throws Refusal 'change-impossible', 'product-gone'
 */
export function planChange(
  drafts: readonly ChangeLine[],
  { standing, offers, delivery }: Facts,
): PlannedChange {
  if (new Set(drafts.map(({ productId }) => productId)).size < drafts.length)
    throw impossible(EACH_ONCE)
  const lines = drafts.map((draft, index) =>
    draft.units < 0 ? whatGoes(draft, standing, index) : whatComes(draft, offers, index),
  )
  const delta = lines.reduce((sum, line) => sum + line.cents, delivery)
  if (delta > 0) {
    const more = formatDollars(cents(delta))
    throw impossible(
      `That would cost ${more} more, which the card was not charged for. Lower the price, or ask the customer to order it.`,
    )
  }
  const left = standing.reduce((sum, { quantity }) => sum + quantity, 0)
  if (lines.reduce((sum, { units }) => sum + units, left) === 0)
    throw impossible('That leaves nothing of the order. Please cancel it instead.')
  return { lines, delta }
}

function whatGoes(
  { productId, units, goods = 'sellable' }: ChangeLine,
  standing: readonly StandingLine[],
  index: number,
): PlannedLine {
  const line = standing.find((one) => one.productId === productId)
  if (!line || line.quantity < -units)
    throw impossible(
      line
        ? `This order has only ${line.quantity} of ${line.name}.`
        : 'This product is not in the order.',
      `lines.${index}.units`,
    )
  return { productId, name: line.name, units, cents: 0 - shareOf(line, -units), goods }
}

function whatComes(
  { productId, units, price }: ChangeLine,
  offers: readonly Offer[],
  index: number,
): PlannedLine {
  const offer = requireOffer(offers, productId)
  const charged = price ?? offer.price_cents
  const fault = priceFault(offer, charged)
  if (fault !== null) throw impossible(fault, `lines.${index}.price`)
  return { productId, name: offer.name, units, cents: charged * units, goods: null }
}

function impossible(message: string, field?: string): Refusal {
  return new Refusal('change-impossible', message, field ? { field } : {})
}
