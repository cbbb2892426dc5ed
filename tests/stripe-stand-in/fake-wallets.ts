// Runs in the browser with fake-stripe-js.ts, as a plain script: import only types and what's in
// fake-frame.ts.
import type {
  ClickResolveDetails,
  PaymentMethodResult,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
  StripeExpressCheckoutElementReadyEvent,
} from '@stripe/stripe-js'
import { type Card, stripeFrame } from './fake-frame.ts'

/** The wallet's owner; of the address only what was asked for. */
const OWNER = { name: 'Ada Wallet', email: 'ada.wallet@example.com', phone: '605-555-0155' }
const HOME = {
  line1: '9 Creek Road',
  line2: null,
  city: 'Hot Springs',
  state: 'SD',
  postal_code: '57747',
  country: 'US',
}

export type Wallet = Card & { isAgreed: boolean; isSubmitted: boolean }

function requireSheet(
  group: StripeElementsOptionsMode | undefined,
  requested: StripeExpressCheckoutElementOptions,
  sheet: ClickResolveDetails,
): number {
  const amount = group?.mode === 'payment' ? group.amount : 0
  const rates = sheet.shippingRates ?? []
  const shown = [...(sheet.lineItems ?? []), ...rates.slice(0, 1)]
  const sum = shown.reduce((total, item) => total + item.amount, 0)
  const fault =
    group?.captureMethod !== 'manual' || group.paymentMethodCreation !== 'manual'
      ? 'The shop holds cards, and makes payment methods by itself.'
      : amount < 1 || sum > amount
        ? `The amount ${amount} is less than the total amount of the line items.`
        : requested.shippingAddressRequired && rates.length === 0
          ? 'shippingRates are needed with shippingAddressRequired.'
          : null
  if (fault) throw new Error(`IntegrationError: ${fault}`)
  return amount
}

/**
 * Wallet buttons in a frame of Stripe's; the sheet opens in the page, or in its own window like
 * Google Pay's.
 */
export function walletButtons(
  group: () => StripeElementsOptionsMode | undefined,
  options: StripeExpressCheckoutElementOptions,
): Wallet {
  const { frame, element, heard, bid } = stripeFrame({
    src: 'https://js.stripe.com/stand-in/wallets',
    title: 'Secure payment button frame',
    height: '60px',
    options,
  })
  let requested = options
  const send = (event: string, sent: object) => {
    for (const [name, receive] of heard) if (name === event) receive(sent)
  }
  const elementType = 'expressCheckout' as const
  const none = { amazonPay: false, link: false, paypal: false, klarna: false }
  const there: StripeExpressCheckoutElementReadyEvent = {
    elementType,
    availablePaymentMethods: { ...none, applePay: true, googlePay: true },
  }
  const press = (expressPaymentType: string) => {
    const open = (sheet: ClickResolveDetails = {}) => {
      clearTimeout(late)
      const amount = requireSheet(group(), requested, sheet)
      const url = `https://pay.google.com/stand-in/sheet?amount=${amount}`
      if (expressPaymentType === 'google_pay') return bid('open', { url })
      document.body.append(sheetFrame(url.replace('pay.google.com', 'js.stripe.com')))
    }
    const late = setTimeout(() => {
      throw new Error('IntegrationError: resolve() or reject() within one second.')
    }, 1000)
    const reject = () => clearTimeout(late)
    send('click', { elementType, expressPaymentType, resolve: open, reject })
  }
  const agree = (expressPaymentType: 'apple_pay' | 'google_pay') => {
    wallet.isAgreed = true
    const event: StripeExpressCheckoutElementConfirmEvent = {
      expressPaymentType,
      paymentFailed: () => bid('failed'),
      billingDetails: { ...OWNER, address: HOME },
      ...(requested.shippingAddressRequired
        ? { shippingAddress: { name: OWNER.name, address: HOME } }
        : {}),
    }
    const confirm = () => send('confirm', event)
    if (!requested.shippingAddressRequired) return confirm()
    const reject = () => send('cancel', { elementType })
    send('shippingaddresschange', { name: OWNER.name, address: HOME, resolve: confirm, reject })
  }
  window.addEventListener('message', ({ data }) => {
    if (data.from === frame.name && data.event === 'mounted') {
      bid('update', options)
      send('ready', there)
    }
    if (data.from === frame.name && data.pressed) press(data.pressed)
    if (data.wallet) document.querySelector('iframe[title="Wallet"]')?.remove()
    if (data.wallet === 'pay') agree('google_pay')
    if (data.wallet === 'close') send('cancel', { elementType })
  })
  const wallet: Wallet = Object.assign(element, {
    isAgreed: false,
    isSubmitted: false,
    update: (more: object) => {
      requested = { ...requested, ...more }
    },
  })
  return wallet
}

function sheetFrame(src: string): HTMLIFrameElement {
  const frame = Object.assign(document.createElement('iframe'), { src, title: 'Wallet' })
  const place = { position: 'fixed', inset: 'auto 10% 0', width: '80%', height: '50%' }
  Object.assign(frame.style, place, { zIndex: '999', background: 'white' })
  return frame
}

/**
 * A wallet's card becomes a payment method once its owner agreed and the group of elements was
 * submitted.
 */
export async function methodOfWallet(
  key: string,
  wallet: Wallet | null,
): Promise<PaymentMethodResult> {
  if (!wallet?.isAgreed || !wallet.isSubmitted)
    throw new Error('IntegrationError: elements.submit() comes first.')
  Object.assign(wallet, { isAgreed: false, isSubmitted: false })
  const body = new URLSearchParams({ type: 'card', key, 'card[wallet]': 'true' })
  const answer = await fetch('https://api.stripe.com/v1/payment_methods', { method: 'POST', body })
  return { paymentMethod: await answer.json() }
}
