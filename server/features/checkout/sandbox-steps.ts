import type { CardError, IntentStatus } from '#contract/payments.ts'
import { Refusal } from '#server/http/errors.ts'
import { type Intent, ProviderRefusal } from '#server/outside/payment-provider.ts'
import type { SandboxPayments } from '#server/outside/sandbox-payments.ts'

type StepAnswer = { status: IntentStatus } | { error: CardError }

/** What Stripe.js does in the browser when a card payment is confirmed, for test cards. @throws Refusal 'not-found', 'payment-mismatch' */
export function confirmSandbox(sandbox: SandboxPayments, clientSecret: string): Promise<StepAnswer> {
  return step(() => sandbox.confirm(clientSecret))
}

/** The owner's answer to the bank's question, for test cards. @throws Refusal 'not-found', 'payment-mismatch' */
export function authenticateSandbox(
  sandbox: SandboxPayments,
  clientSecret: string,
  outcome: 'complete' | 'fail',
): Promise<StepAnswer> {
  return step(() => sandbox.authenticate(clientSecret, outcome))
}

async function step(take: () => Promise<Intent>): Promise<StepAnswer> {
  try {
    const intent = await take()
    return intent.lastError ? { error: intent.lastError } : { status: intent.status }
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    if (error.code === 'resource_missing') throw new Refusal('not-found', error.message)
    throw new Refusal('payment-mismatch', error.message)
  }
}
