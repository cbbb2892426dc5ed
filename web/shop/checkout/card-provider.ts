import type { ReactNode, Ref } from 'react'
import type { IntentStatus } from '#contract/money/payments.ts'
import type { CartTotals } from '#contract/orders/cart.ts'
import type { Purchase } from './purchase.ts'

export type CardFailure = {
  error: {
    message: string
    /** Stripe's code for the refusal; absent if nothing was sent. */
    code?: string
    isLost?: boolean
    /** Nobody knows whether it went through anyway. */
    isOpen?: boolean
  }
}

export type Payer = Pick<
  Purchase['basket']['orderData'],
  'customerName' | 'customerEmail' | 'customerPhone' | 'shippingAddress'
>

export type Confirmed = CardFailure | { paymentIntent: { status: IntentStatus } }

/** They resolve to `{error}` or values; nothing is thrown. */
export type CardConfirmation = {
  confirmCardPayment: (clientSecret: string) => Promise<Confirmed>
  /** Continues where the bank's question is already open. */
  handleNextAction: (clientSecret: string) => Promise<Confirmed>
}

export type CardEntryHandle = CardConfirmation & {
  /** Turns what was typed into a token; the card itself never leaves the browser. */
  createPaymentMethod: (payer: Payer) => Promise<CardFailure | { paymentMethod: { id: string } }>
  /** Shows what is missing or mistyped. Returns a focus for the first, or null. Not for wallets. */
  findFault?: () => { focus: () => void } | null
}

export type CardField = 'number' | 'expiry' | 'cvc' | 'zip'

export type CardFault = { field: CardField; text: string; isMistyped: boolean }

export type CardEntryProps = {
  ref: Ref<CardEntryHandle>
  isDisabled: boolean
  fault: CardFault | null
  onChange: () => void
}

export type WalletDetails = {
  name: string
  email: string
  phone: string
  address: { lines: string[]; city: string; zip: string } | null
}

export type WalletProps = {
  sums: Pick<CartTotals, 'subtotal' | 'deliveryFee' | 'total'>
  isDelivery: boolean
  needsAddress: boolean
  onOpen: () => boolean
  isChosenZip: (zip: string) => boolean
  /** Returns false if nothing was charged. */
  onPay: (wallet: CardEntryHandle, details: WalletDetails) => Promise<boolean>
  onAvailable: (isThere: boolean) => void
}

export type CardProvider = {
  cardEntry: (props: CardEntryProps) => ReactNode
  wallets?: (props: WalletProps) => ReactNode
}
