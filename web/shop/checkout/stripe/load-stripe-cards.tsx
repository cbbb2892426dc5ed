import { loadStripe } from '@stripe/stripe-js/pure'
import type { CardProvider } from '../card-provider.ts'
import { StripeCardEntry } from './stripe-card-entry.tsx'

/** Fetches Stripe's library and answers its card entry; fails when it cannot be had, and may be asked again. */
export async function loadStripeCards(publishableKey: string): Promise<CardProvider> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js only runs in a browser.')
  return { cardEntry: (props) => <StripeCardEntry stripe={stripe} {...props} /> }
}
