import type { ReactNode, Ref } from 'react'
import type { IntentStatus } from '#contract/payments.ts'

export type CardFailure = { error: { message: string } }

/** Who pays, as the card provider and the bank know them: an address only where one was given. */
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
  confirmCardPayment: (
    clientSecret: string,
  ) => Promise<CardFailure | { paymentIntent: { status: IntentStatus } }>
  /** Goes on where the bank's question is already open. */
  handleNextAction: (
    clientSecret: string,
  ) => Promise<CardFailure | { paymentIntent: { status: IntentStatus } }>
}

export type CardEntryProps = {
  ref: Ref<CardEntryHandle>
  isDisabled: boolean
}

export type CardProvider = { cardEntry: (props: CardEntryProps) => ReactNode }
