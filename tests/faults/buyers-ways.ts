import type { Body } from '../a-buyer.ts'
import { orderOf } from './a-case.ts'
import type { Day } from './a-day.ts'
import type { Moment } from './a-door.ts'

/** A test card that asks its owner. */
export const ASKS = 'pm_card_authenticationRequired'

/** So soon after a kill that the jobs still leave everything to its buyer; in minutes. */
export const AT_ONCE = 0.1

type Holder = ReturnType<Day['buyer']> | ReturnType<Day['bareBuyer']>

/** A buyer of our own pages whose card is held, and who did not order yet. */
export function aHolder(its: Day) {
  return holding(its, its.buyer())
}

/** The same with the specification's bare payloads. */
export function aBareHolder(its: Day) {
  return holding(its, its.bareBuyer())
}

async function holding<B extends Holder>(its: Day, buyer: B): Promise<B> {
  await buyer.hold(its.body)
  return buyer
}

/** Holds a card that asks its owner, who agrees; where there is nothing left to pay for, nothing happens. */
export async function agree<B extends Holder>(buyer: B, body: Body): Promise<B> {
  const intent = await buyer.hold(body)
  if (intent.statusCode === 200) await buyer.authenticate(intent, 'complete')
  return buyer
}

/** A buyer on whose create-intent the shop was killed. */
export async function killedMaking(its: Day, moment: Moment) {
  const buyer = its.buyer()
  await its.killAt(moment, () => buyer.createIntent(its.body))
  return buyer
}

/** A buyer and a literal one, with holds, on whose orders the shop was killed. */
export async function killedOrdering(its: Day, moment: Moment) {
  const buyers = [await aHolder(its), await aBareHolder(its)]
  await its.killAt(moment, ...buyers.map((buyer) => () => buyer.placeOrder(its.body)))
  return buyers
}

/** A buyer of eight eggs, held and not ordered, and another one who took five of the ten meanwhile. */
export async function anOvertaken(its: Day) {
  const late = its.buyer()
  await late.hold(its.basket(8))
  orderOf(await its.buyer().buy(its.basket(5)))
  return late
}

/** An order of three eggs that is paid. */
export async function anOrder(its: Day): Promise<number> {
  return orderOf(await its.buyer().buy(its.body))
}
