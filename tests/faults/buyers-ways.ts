import type { Body } from '../a-buyer.ts'
import { orderOf } from './a-case.ts'
import type { Day } from './a-day.ts'
import type { Moment } from './a-door.ts'

/** A test card that asks its owner to confirm. */
export const ASKS = 'pm_card_authenticationRequired'

/** Minutes: so soon after a kill that the jobs still leave everything to its buyer. */
export const AT_ONCE = 0.1

type Holder = ReturnType<Day['buyer']> | ReturnType<Day['bareBuyer']>

export function aHolder(its: Day) {
  return holding(its, its.buyer())
}

export function aBareHolder(its: Day) {
  return holding(its, its.bareBuyer())
}

async function holding<B extends Holder>(its: Day, buyer: B): Promise<B> {
  await buyer.hold(its.body)
  return buyer
}

/** Holds a card that asks its owner, who agrees; does nothing when nothing is left to pay for. */
export async function agree<B extends Holder>(buyer: B, body: Body): Promise<B> {
  const intent = await buyer.hold(body)
  if (intent.statusCode === 200) await buyer.authenticate(intent, 'complete')
  return buyer
}

export async function killedMaking(its: Day, moment: Moment) {
  const buyer = its.buyer()
  await its.killAt(moment, () => buyer.createIntent(its.body))
  return buyer
}

export async function killedOrdering(its: Day, moment: Moment) {
  const buyers = [await aHolder(its), await aBareHolder(its)]
  await its.killAt(moment, ...buyers.map((buyer) => () => buyer.placeOrder(its.body)))
  return buyers
}

/**
 * A buyer with a hold on eight eggs and no order, and another who took five of the ten meanwhile.
 */
export async function anOvertaken(its: Day) {
  const late = its.buyer()
  await late.hold(its.basket(8))
  orderOf(await its.buyer().buy(its.basket(5)))
  return late
}

export async function anOrder(its: Day): Promise<number> {
  return orderOf(await its.buyer().buy(its.body))
}
