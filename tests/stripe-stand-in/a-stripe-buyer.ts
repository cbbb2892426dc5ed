import type { LightMyRequestResponse } from 'fastify'
import { aKeyedBuyer, type orderBody } from '../a-buyer.ts'
import type { AShop } from '../a-shop.ts'
import { type Hold, whatIsWrong } from '../books.ts'
import { aStripeBrowser } from './a-browser.ts'
import type { Sent } from './signed-event.ts'
import type { StandIn } from './stand-in.ts'

export function aStripeBuyer(
  shop: AShop,
  standIn: StandIn,
  { card, key }: { card?: string; key?: string } = {},
) {
  const buyer = aKeyedBuyer(shop, card, key)
  const browser = aStripeBrowser(standIn)
  return {
    ...buyer,
    confirm: (intent: LightMyRequestResponse, otherCard?: string) =>
      browser.confirm(intent.json().client_secret, otherCard),
    authenticate: (intent: LightMyRequestResponse, outcome: 'complete' | 'fail') =>
      browser.authenticate(intent.json().client_secret, outcome),
    async buy(body: ReturnType<typeof orderBody>): Promise<LightMyRequestResponse> {
      const intent = await buyer.createIntent(body)
      if (intent.statusCode !== 200) return intent
      await browser.confirm(intent.json().client_secret)
      return buyer.placeOrder(body)
    },
  }
}

export function deliver(
  shop: AShop,
  standIn: StandIn,
  sent: Sent,
): Promise<LightMyRequestResponse> {
  return shop.inject({
    method: 'POST',
    url: '/api/payments/stripe/webhook',
    ...standIn.signed(sent, shop.clock.now),
  })
}

export function whatIsWrongAtStripe(shop: AShop, { till }: StandIn): Promise<string[]> {
  const holds: Hold[] = [...till.intents.values()].map(({ id, status, amount }) => ({
    id,
    status,
    amount_cents: amount,
  }))
  return whatIsWrong(shop.db, holds)
}
