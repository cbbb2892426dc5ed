import type { Cents } from '#contract/money/money.ts'
import type {
  Intent,
  IntentOrder,
  PaymentProvider,
  ProviderRefund,
} from '#server/outside/payment-provider.ts'
import { ProviderRefusal } from '#server/outside/payment-provider.ts'

/** Lets a call through to the till, loses its answer, or never lets it come back. */
export type Gate = <T>(what: string, work: () => T) => Promise<T>

/**
 * A card provider in memory, outside the shop's process, so it outlives a crash. It keeps the rules
 * of manual capture, and the first answer under a key is final, as with Stripe.
 */
export function aTill(now: () => number) {
  const intents = new Map<string, Intent>()
  const refunds: (ProviderRefund & { intentId: string })[] = []
  const stored = new Map<string, unknown>()
  const events: string[] = []

  function once<T>(key: string, work: () => T): T {
    if (!stored.has(key)) stored.set(key, structuredClone(work()))
    return structuredClone(stored.get(key)) as T
  }

  function known(id: string): Intent {
    const intent = intents.get(id)
    if (!intent) throw new ProviderRefusal('state', 'resource_missing', 'No such payment.')
    return intent
  }

  function move(id: string, from: readonly Intent['status'][], to: Intent['status']): Intent {
    const intent = known(id)
    if (!from.includes(intent.status))
      throw new ProviderRefusal(
        'state',
        'payment_intent_unexpected_state',
        `This payment is ${intent.status}.`,
      )
    intent.status = to
    if (to === 'requires_capture') intent.heldAt = new Date(now())
    if (to === 'succeeded') intent.received = intent.amount
    events.push(id)
    return intent
  }

  function make(order: IntentOrder): Intent {
    const id = `pi_${intents.size + 1}`
    const made = {
      id,
      status: 'requires_confirmation' as const,
      amount: order.amount,
      received: 0 as Cents,
      currency: 'usd',
    }
    intents.set(id, {
      ...made,
      clientSecret: `${id}_secret`,
      metadata: order.metadata,
      livemode: false,
      lastError: null,
      heldAt: null,
    })
    return known(id)
  }

  function refund(requested: {
    intentId: string
    amount: Cents
    metadata: Record<string, string>
  }): ProviderRefund {
    const { amount, status } = known(requested.intentId)
    if (status !== 'succeeded')
      throw new ProviderRefusal('state', 'charge_not_captured', 'Not captured.')
    const left = refundsOf(requested.intentId).reduce(
      (rest, one) => rest - one.amount,
      Number(amount),
    )
    if (left === 0)
      throw new ProviderRefusal('state', 'charge_already_refunded', 'Refunded already.')
    if (requested.amount > left)
      throw new ProviderRefusal('state', 'amount_too_large', 'More than is left.')
    const id = `re_${refunds.length + 1}`
    const made = {
      id,
      amount: requested.amount,
      status: 'succeeded' as const,
      metadata: requested.metadata,
    }
    refunds.push({ ...made, intentId: requested.intentId })
    events.push(requested.intentId)
    return made
  }

  const refundsOf = (intentId: string) => refunds.filter((one) => one.intentId === intentId)
  const CANCELLABLE = [
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
  ] as const

  function speakTo(gate: Gate): PaymentProvider {
    return {
      name: 'stripe',
      livemode: false,
      isOpen: true,
      publishableKey: null,
      createIntent: (order, key) => gate('create', () => once(key, () => make(order))),
      retrieve: (id) => gate('read', () => structuredClone(known(id))),
      capture: (id, key) =>
        gate('capture', () => once(key, () => move(id, ['requires_capture'], 'succeeded'))),
      cancel: (id, key) => gate('void', () => once(key, () => move(id, CANCELLABLE, 'canceled'))),
      refund: (requested, key) => gate('refund', () => once(key, () => refund(requested))),
      listRefunds: (id) => gate('read refunds', () => structuredClone(refundsOf(id))),
      listIntents: () => gate('read all', () => structuredClone([...intents.values()])),
    }
  }

  return {
    intents,
    refunds,
    /** Intents with changes the shop hasn't been told of. */
    events,
    speakTo,
    /** What Stripe.js does in the browser; false for a finished payment. */
    confirm: (secret: string) =>
      attempt(() =>
        move(secret.replace('_secret', ''), ['requires_confirmation'], 'requires_capture'),
      ),
    standing: () => JSON.stringify([[...intents], refunds, [...stored], events]),
    /** The hold expires, or the bank takes it back. */
    lapse: (id: string) => attempt(() => move(id, ['requires_capture'], 'canceled')),
  }
}

export type Till = ReturnType<typeof aTill>

function attempt(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof ProviderRefusal) return false
    throw error
  }
}
