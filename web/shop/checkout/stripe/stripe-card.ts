import type {
  PaymentMethodCreateParams,
  Stripe,
  StripeCardElement,
  StripeElements,
  StripeError,
} from '@stripe/stripe-js'
import { SOMETHING_WENT_WRONG } from '#web/api/request.ts'
import type {
  CardConfirmation,
  CardEntryHandle,
  CardFailure,
  Confirmed,
  Payer,
} from '../card-provider.ts'

type Cards = Pick<Stripe, 'createPaymentMethod' | 'confirmCardPayment' | 'handleNextAction'>

type CardField = {
  element: () => StripeCardElement | null
  /** What is missing, according to the field's last event; null for a complete card. */
  missing: () => string | null
  onFault: (sentence: string) => void
}

/** What Stripe throws is returned as a failure too. */
export function stripeCard(
  stripe: Cards,
  { element, missing, onFault }: CardField,
): CardEntryHandle {
  const findFault = () => {
    const card = element()
    const sentence = card && missing()
    if (!sentence) return null
    onFault(sentence)
    return { focus: () => card.focus() }
  }
  const createPaymentMethod: CardEntryHandle['createPaymentMethod'] = async (payer) => {
    const card = element()
    if (!card) return { error: { message: 'Card element not found' } }
    const { paymentMethod, error } = await stripe.createPaymentMethod({
      type: 'card',
      card,
      billing_details: billingOf(payer),
    })
    if (paymentMethod) return { paymentMethod: { id: paymentMethod.id } }
    const failure = cardFailure(error)
    if (error.type === 'validation_error') {
      onFault(failure.error.message)
      // The field is disabled until the page handles the failure, so it couldn't take the focus.
      card.update({ disabled: false })
      card.focus()
    }
    return failure
  }
  return {
    findFault,
    createPaymentMethod: (payer) => createPaymentMethod(payer).catch(wordless),
    ...confirmation(stripe),
  }
}

export function stripeWallet(stripe: Cards, elements: StripeElements): CardEntryHandle {
  const createPaymentMethod = async () => {
    const submitted = await elements.submit()
    if (submitted.error) return cardFailure(submitted.error)
    const { paymentMethod, error } = await stripe.createPaymentMethod({ elements })
    return paymentMethod ? { paymentMethod: { id: paymentMethod.id } } : cardFailure(error)
  }
  return {
    createPaymentMethod: () => createPaymentMethod().catch(wordless),
    ...confirmation(stripe),
  }
}

function confirmation(stripe: Cards): CardConfirmation {
  return {
    confirmCardPayment: (clientSecret) =>
      confirmed(() => stripe.confirmCardPayment(clientSecret, { return_url: returnUrl() })),
    handleNextAction: (clientSecret) => confirmed(() => stripe.handleNextAction({ clientSecret })),
  }
}

/** The postal code comes from the card field. */
function billingOf(payer: Payer): PaymentMethodCreateParams.BillingDetails {
  const { customerName, customerEmail, customerPhone, shippingAddress: to } = payer
  const address = to && {
    line1: to.address,
    city: to.city,
    state: to.state ?? '',
    country: 'US',
  }
  return {
    name: customerName,
    email: customerEmail,
    ...(customerPhone ? { phone: customerPhone } : {}),
    ...(address ? { address } : {}),
  }
}

function returnUrl(): string {
  return new URL(`/checkout${window.location.hash}`, window.location.href).href
}

type Answer = Awaited<ReturnType<Cards['handleNextAction']>>

async function confirmed(confirm: () => Promise<Answer>): Promise<Confirmed> {
  try {
    const answer = await confirm()
    if (answer.paymentIntent) return { paymentIntent: { status: answer.paymentIntent.status } }
    const { error } = answer.error ? cardFailure(answer.error) : wordless()
    const isOpen = !answer.error || UNCLEAR.includes(answer.error.type)
    return { error: isOpen ? { ...error, isOpen } : error }
  } catch {
    return { error: { ...wordless().error, isOpen: true } }
  }
}

/** Errors worded for programmers, like everything thrown. */
const FOR_PROGRAMMERS: readonly StripeError['type'][] = [
  'invalid_request_error',
  'authentication_error',
  'idempotency_error',
]

/** No answer, or something broke at Stripe: it may have gone through anyway. */
const UNCLEAR: readonly StripeError['type'][] = ['api_connection_error', 'api_error']

const NOT_AUTHENTICATED = 'payment_intent_authentication_failure'

function wordless(): CardFailure {
  return { error: { message: SOMETHING_WENT_WRONG } }
}

function cardFailure({ type, code, decline_code, message }: StripeError): CardFailure {
  const isForBuyer = !FOR_PROGRAMMERS.includes(type) || code === NOT_AUTHENTICATED
  const failure = isForBuyer && message ? { error: { message } } : wordless()
  const isDecline = type === 'card_error' || code === NOT_AUTHENTICATED
  const refusal = isDecline ? (decline_code ?? code ?? 'card_declined') : undefined
  return {
    error: {
      ...failure.error,
      ...(refusal ? { code: refusal } : {}),
      ...(type === 'api_connection_error' ? { isLost: true } : {}),
    },
  }
}
