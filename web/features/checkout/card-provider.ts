import type { ReactNode, Ref } from 'react'
import type { IntentStatus } from '#contract/payments.ts'

/** Why a step with the card did not go through, in words for the buyer. */
export type CardFailure = { error: { message: string } }

/** Who pays, as the card provider and the bank know him by: an address only where he gave one. */
export type Payer = {
  name: string
  email: string
  phone: string | null
  address: { address: string; city: string; state: string } | null
}

/** What a card entry can do, named after the card provider's library; answers are `{error}` or values, nothing is thrown. */
export type CardEntryHandle = {
  /** Turns what was typed into a token; the card itself never leaves the browser. */
  createPaymentMethod: (payer: Payer) => Promise<CardFailure | { paymentMethod: { id: string } }>
  /** Confirms a payment, asking the buyer's bank when it wants to be asked. */
  confirmCardPayment: (clientSecret: string) => Promise<CardFailure | { paymentIntent: { status: IntentStatus } }>
  /** Goes on where the bank's question is already open. */
  handleNextAction: (clientSecret: string) => Promise<CardFailure | { paymentIntent: { status: IntentStatus } }>
}

export type CardEntryProps = {
  ref: Ref<CardEntryHandle>
  /** From the click on Pay until the buyer is asked again. */
  isDisabled: boolean
}

/** One way of taking cards. */
export type CardProvider = { cardEntry: (props: CardEntryProps) => ReactNode }
