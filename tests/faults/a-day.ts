import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { type Answer, aBareBuyer, aKeyedBuyer, type Body, orderBody } from '../a-buyer.ts'
import { type Standing, standingOf } from '../standing.ts'
import { aStripeBrowser } from '../stripe-stand-in/a-browser.ts'
import type { Held, Moment } from './a-door.ts'
import type { Farm } from './a-farm.ts'

export type Day = Awaited<ReturnType<typeof aDay>>

let days = 0

/** One case on a farm: ten new eggs at $5, new buyers, and only what came since is seen. */
export async function aDay(farm: Farm) {
  const { stripe, door, far } = farm
  if (farm.running().length === 0) await farm.open()
  else await farm.round(1)
  const [since, met, sent] = [
    farm.now().toISOString(),
    stripe.till.intents.size,
    stripe.events.length,
  ]
  const draft = {
    name: `Eggs ${++days}`,
    description: '',
    category: 'Farm Eggs',
    price: 5,
    stock: 10,
    imageUrl: null,
  }
  const eggs: Product = (await farm.desk('POST', '/api/products', draft)).json()
  const basket = (quantity: number) =>
    orderBody([[eggs, quantity]], { customerEmail: `day${days}@example.com` })
  return {
    ...farm,
    eggs,
    basket,
    body: basket(3),
    buyer: (card?: string, key?: string) => withStripeJs(aKeyedBuyer(far, card, key), stripe),
    bareBuyer: (card?: string) => withStripeJs(aBareBuyer(far, card), stripe),
    /**
     * Runs the works one after another, each up to this moment of a Stripe call; then kills the
     * shop and cuts the lines.
     */
    async killAt(moment: Moment, ...works: (() => Promise<unknown>)[]): Promise<void> {
      const all: Held[] = []
      for (const work of works) {
        const held = door.hold(moment)
        await reach(held, work())
        all.push(held)
      }
      await farm.kill()
      for (const held of all) held.cut()
    },
    async stopAt<T>(moment: Moment, work: () => Promise<T>): Promise<Held & { work: Promise<T> }> {
      const held = door.hold(moment)
      const begun = work()
      await reach(held, begun)
      return { ...held, work: begun }
    },
    /** Stripe sends every event of this case, latest first with 'back'. */
    async run(order: 'forth' | 'back' = 'forth'): Promise<void> {
      const events = stripe.events.slice(sent)
      for (const event of order === 'forth' ? events : events.toReversed()) {
        const { payload, headers } = stripe.signed(event, farm.now())
        await far.inject({ method: 'POST', url: '/api/payments/stripe/webhook', payload, headers })
      }
    },
    setStatus: (id: number, status: string) =>
      farm.desk('PUT', `/api/orders/${id}/status`, { status }),
    async latestOrder(): Promise<number> {
      const latest = farm.db.selectFrom('orders').select('id').orderBy('id', 'desc').limit(1)
      return (await latest.executeTakeFirstOrThrow()).id
    },
    intents: () => [...stripe.till.intents.values()].slice(met),
    standing: (): Promise<Standing> =>
      standingOf(farm.db, { holds: farm.holds().slice(met), since, productId: eggs.id }),
    until: (isSo: () => Promise<boolean>) =>
      expect.poll(isSo, { timeout: PATIENCE, interval: 5 }).toBe(true),
    /** Lets the jobs finish what's left; reopens the shop if it was killed. */
    async end(): Promise<void> {
      door.state.isAway = false
      if (farm.running().length === 0) await farm.open()
      for (const minutes of [2, 16, 3]) await farm.round(minutes)
    },
  }
}

/** How long anything may take on a busy machine, in ms. */
const PATIENCE = 20_000

/**
 * Waits until a call is held, even after the work's answer; what's lost with a killed shop doesn't
 * fail the test.
 */
async function reach({ reached }: Held, work: Promise<unknown>): Promise<void> {
  let seen: unknown = 'nothing'
  work.then(
    (answer) => (seen = answer),
    (error) => (seen = error),
  )
  const waiting = new AbortController()
  const tooLate = pause(PATIENCE, null, { signal: waiting.signal, ref: false }).then(() => {
    throw new Error(`No call came there. The work answered: ${JSON.stringify(seen)}`)
  })
  await Promise.race([reached, tooLate]).finally(() => waiting.abort())
}

type Paying = {
  createIntent(body: Body): Promise<Answer>
  placeOrder(body: object): Promise<Answer>
}

function withStripeJs<B extends Paying>(buyer: B, standIn: { port: number }) {
  const browser = aStripeBrowser(standIn)
  const secretOf = (intent: Answer): string => intent.json().client_secret
  /** Asks for a hold and confirms it; a card that asks its owner then waits for him. */
  const hold = async (body: Body) => {
    const intent = await buyer.createIntent(body)
    if (intent.statusCode === 200) await browser.confirm(secretOf(intent))
    return intent
  }
  return {
    ...buyer,
    confirm: (intent: Answer) => browser.confirm(secretOf(intent)),
    authenticate: (intent: Answer, outcome: 'complete' | 'fail') =>
      browser.authenticate(secretOf(intent), outcome),
    hold,
    async buy(body: Body): Promise<Answer> {
      const intent = await hold(body)
      return intent.statusCode === 200 ? buyer.placeOrder(body) : intent
    },
  }
}
