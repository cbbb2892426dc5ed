import type { ReactNode, Ref } from 'react'
import type { IntentStatus } from '#contract/money/payments.ts'
import type { CartTotals } from '#contract/orders/cart.ts'

export type CardFailure = {
  error: {
    message: string
    /**
     * Why a bank or a card provider refused, in Stripe's words; missing for what was never sent.
     */
    code?: string
    isLost?: boolean
    /** Nobody knows whether it was done all the same. */
    isOpen?: boolean
  }
}

/** Who pays, as the card provider and the bank know them: an address only where one was given. */
export type Payer = {
  name: string
  email: string
  phone: string | null
  address: { address: string; city: string; state: string } | null
}

/** What confirms a payment; answers are `{error}` or values, nothing is thrown. */
export type CardConfirmation = {
  confirmCardPayment: (
    clientSecret: string,
  ) => Promise<CardFailure | { paymentIntent: { status: IntentStatus } }>
  /** Goes on where the bank's question is already open. */
  handleNextAction: (
    clientSecret: string,
  ) => Promise<CardFailure | { paymentIntent: { status: IntentStatus } }>
}

export type CardEntryHandle = CardConfirmation & {
  /** Turns what was typed into a token; the card itself never leaves the browser. */
  createPaymentMethod: (payer: Payer) => Promise<CardFailure | { paymentMethod: { id: string } }>
  /**
   * Says at its fields what is missing or mistyped; the focus for the first of it, null for a whole
   * card. A wallet, into which nothing is typed, has none.
   */
  findFault?: () => { focus: () => void } | null
}

/** What a card is typed into; Stripe's one field holds all of them. */
export type CardField = 'number' | 'expiry' | 'cvc' | 'zip'

/** What is wrong at a field of the card; one that was mistyped takes the focus. */
export type CardFault = { field: CardField; text: string; isMistyped: boolean }

export type CardEntryProps = {
  ref: Ref<CardEntryHandle>
  isDisabled: boolean
  /** What the bank found wrong with the card that is still typed in. */
  fault: CardFault | null
  onChange: () => void
}

/** What a wallet knows of who pays; of an address only what it was asked for. */
export type WalletDetails = {
  name: string
  email: string
  phone: string
  address: { lines: string[]; city: string; state: string; zip: string } | null
}

export type WalletProps = {
  sums: Pick<CartTotals, 'subtotal' | 'deliveryFee' | 'total'>
  isDelivery: boolean
  /** Whether the wallet is asked where to deliver, as nobody typed it. */
  needsAddress: boolean
  onOpen: () => boolean
  /** Whether an address that the wallet proposes is in the chosen ZIP code. */
  isChosenZip: (zip: string) => boolean
  /** Pays with what the wallet holds; answers false when nothing was charged. */
  onPay: (wallet: CardEntryHandle, details: WalletDetails) => Promise<boolean>
  onAvailable: (isThere: boolean) => void
}

/** A provider without wallets leaves them out. */
export type CardProvider = {
  cardEntry: (props: CardEntryProps) => ReactNode
  wallets?: (props: WalletProps) => ReactNode
}
