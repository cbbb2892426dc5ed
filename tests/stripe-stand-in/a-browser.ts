import type { CardError, IntentStatus } from '#contract/money/payments.ts'
import { PUBLISHABLE_KEY } from './keys.ts'

type Step = { status: IntentStatus } | { error: CardError }

/**
 * What Stripe.js does in the buyer's browser, with only the publishable key and the payment's
 * secret.
 */
export function aStripeBrowser({ port }: { port: number }, key: string = PUBLISHABLE_KEY) {
  const post = async (
    path: string,
    clientSecret: string,
    more: Record<string, string> = {},
  ): Promise<Step> => {
    const body = new URLSearchParams({ key, client_secret: clientSecret, ...more })
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body })
    const { error, status } = await answer.json()
    return error ? { error: { ...error, decline_code: error.decline_code ?? null } } : { status }
  }
  return {
    /** `card`: another one, after the first was refused. */
    confirm: (secret: string, card?: string) =>
      post(
        `/v1/payment_intents/${intentOf(secret)}/confirm`,
        secret,
        card ? { payment_method: card } : {},
      ),
    authenticate: (secret: string, outcome: 'complete' | 'fail') =>
      post(`/stand-in/authenticate/${intentOf(secret)}`, secret, { outcome }),
  }
}

function intentOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}
