import type { CardError, IntentStatus } from '#contract/money/payments.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Intent, ProviderRefusal } from '#server/outside/payment-provider.ts'

/**
 * Answers a browser step with a test card. A decline counts like an order's.
 * @throws Refusal 'not-found', 'payment-mismatch'
 */
export async function answerStep(
  step: Promise<Intent>,
  countDecline: () => Promise<void>,
): Promise<{ status: IntentStatus } | { error: CardError }> {
  const { lastError, status } = await step.catch((error: unknown): never => {
    if (!(error instanceof ProviderRefusal)) throw error
    if (error.code === 'resource_missing') throw new Refusal('not-found', error.message)
    throw new Refusal('payment-mismatch', error.message)
  })
  if (!lastError) return { status }
  await countDecline()
  return { error: lastError }
}
