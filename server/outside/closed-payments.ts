import type { PaymentProvider } from './payment-provider.ts'

/** A card provider that cannot be asked, because its keys are not there: nothing is known of any payment, and no new one begins. */
export function closedPayments(livemode: boolean): PaymentProvider {
  const refuse = async (): Promise<never> => {
    throw new Error(`Stripe's ${livemode ? 'live' : 'test'} keys are not set, so it cannot be reached.`)
  }
  return {
    name: 'stripe',
    livemode,
    isOpen: false,
    publishableKey: null,
    createIntent: refuse,
    retrieve: refuse,
    capture: refuse,
    cancel: refuse,
    refund: refuse,
    listRefunds: refuse,
    listIntents: refuse,
  }
}
