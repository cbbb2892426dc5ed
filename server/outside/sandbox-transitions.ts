import type { CardError, IntentStatus } from '#contract/payments.ts'
import { ProviderRefusal } from './payment-provider.ts'
import { type CardBehaviour, findTestCard } from './sandbox-cards.ts'

type SandboxIntent = { method: string; status: IntentStatus; last_error: CardError | null }

/** What a step makes of an intent. @throws ProviderRefusal where the intent's status forbids it */
export type Transition = (intent: SandboxIntent) => Pick<SandboxIntent, 'status' | 'last_error'>

/** @throws ProviderRefusal for a token that is no test card's */
export function requireTestCard(token: string): CardBehaviour {
  const card = findTestCard(token)
  if (!card)
    throw new ProviderRefusal('card', 'resource_missing', `No such PaymentMethod: '${token}'`)
  return card
}

export const confirm: Transition = (intent) => {
  if (intent.status === 'requires_action') return intent
  requireStatus(intent, 'requires_confirmation')
  const card = requireTestCard(intent.method)
  return card.needsAuthentication ? { status: 'requires_action', last_error: null } : charge(card)
}

export const authenticate: Transition = (intent) => {
  requireStatus(intent, 'requires_action')
  return charge(requireTestCard(intent.method))
}

export const failAuthentication: Transition = (intent) => {
  requireStatus(intent, 'requires_action')
  return { status: 'requires_payment_method', last_error: AUTHENTICATION_FAILED }
}

export const capture: Transition = (intent) => {
  requireStatus(intent, 'requires_capture')
  return { status: 'succeeded', last_error: null }
}

export const cancel: Transition = (intent) => {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent)
  return { status: 'canceled', last_error: intent.last_error }
}

const AUTHENTICATION_FAILED: CardError = {
  code: 'payment_intent_authentication_failure',
  decline_code: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

function charge({ declined }: CardBehaviour): ReturnType<Transition> {
  return { status: declined ? 'requires_payment_method' : 'requires_capture', last_error: declined }
}

function requireStatus(intent: SandboxIntent, status: IntentStatus): void {
  if (intent.status !== status) throw unexpectedState(intent)
}

function unexpectedState({ status }: SandboxIntent): ProviderRefusal {
  const message = `This payment is ${status}.`
  return new ProviderRefusal('state', 'payment_intent_unexpected_state', message)
}
