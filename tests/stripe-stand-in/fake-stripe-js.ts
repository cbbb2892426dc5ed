// Runs in the browser in place of Stripe.js, as a plain script after the other two: imports are
// types, or get stripped.
import type {
  PaymentIntentResult,
  PaymentMethodResult,
  Stripe as Real,
  StripeCardElementOptions,
  StripeConstructor,
  StripeElements,
  StripeElementsOptionsMode,
} from '@stripe/stripe-js'
import { type Card, stripeFrame } from './fake-frame.ts'
import { methodOfWallet, type Wallet, walletButtons } from './fake-wallets.ts'

/** Stripe's card frame; what's typed there stays there. */
type Field = Card & { createPaymentMethod: (key: string) => Promise<PaymentMethodResult> }

/** Every name here is checked against the library's own types. */
type Faked = Pick<
  Real,
  | 'createToken'
  | 'createPaymentMethod'
  | 'confirmCardPayment'
  | 'handleNextAction'
  | 'retrievePaymentIntent'
  | 'registerAppInfo'
> & {
  elements: (options?: StripeElementsOptionsMode) => Pick<StripeElements, 'update' | 'submit'> & {
    create: (type: string, options?: object) => Card
    getElement: (type: unknown) => Card | null
    wallet: Wallet | null
  }
  _registerWrapper: (wrapper: unknown) => void
}

function cardField(options: StripeCardElementOptions): Field {
  const { element, calls, bid } = stripeFrame({
    src: 'https://js.stripe.com/stand-in/card',
    title: 'Secure card payment input frame',
    height: options.style?.base?.lineHeight ?? '1.2em',
    options,
  })
  return Object.assign(element, {
    createPaymentMethod: (key: string) => {
      const call = crypto.randomUUID()
      bid('createPaymentMethod', { key, call })
      return new Promise<PaymentMethodResult>((resolve) => calls.set(call, resolve))
    },
  })
}

async function askBank(): Promise<string> {
  const frame = document.createElement('iframe')
  Object.assign(frame, { src: 'https://hooks.stripe.com/stand-in/bank', title: 'Your bank asks' })
  Object.assign(frame.style, {
    position: 'fixed',
    inset: '10%',
    width: '80%',
    height: '80%',
    zIndex: '999',
  })
  frame.style.background = 'white'
  document.body.append(frame)
  const outcome = await new Promise<string>((resolve) => {
    window.addEventListener('message', ({ data }) => data.bank && resolve(data.bank))
  })
  frame.remove()
  return outcome
}

async function ask(path: string, form: Record<string, string>): Promise<PaymentIntentResult> {
  try {
    const answer = await fetch(`https://api.stripe.com${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    const said = await answer.json()
    return answer.ok ? { paymentIntent: said } : { error: said.error }
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. Please try again.'
    return { error: { type: 'api_connection_error', message } }
  }
}

function fakeStripe(key: string): Faked {
  let field: Field | null = null
  const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''
  const confirm = async (client_secret: string): Promise<PaymentIntentResult> => {
    const requested = await ask(`/v1/payment_intents/${idOf(client_secret)}/confirm`, {
      key,
      client_secret,
    })
    return requested.paymentIntent?.status === 'requires_action'
      ? authenticate(client_secret)
      : requested
  }
  const authenticate = async (client_secret: string): Promise<PaymentIntentResult> => {
    const outcome = await askBank()
    return ask(`/stand-in/authenticate/${idOf(client_secret)}`, { key, client_secret, outcome })
  }
  const elements: Faked['elements'] = (options) => {
    let known = options
    const group: ReturnType<Faked['elements']> = {
      wallet: null,
      create: (type, own = {}) => {
        if (type !== 'expressCheckout') {
          field = cardField(own)
          return field
        }
        group.wallet = walletButtons(() => known, own)
        return group.wallet
      },
      getElement: () => group.wallet ?? field,
      update: async (more) => {
        known = { ...known, ...more } as typeof known
      },
      submit: async () => {
        if (group.wallet) group.wallet.isSubmitted = group.wallet.isAgreed
        return { selectedPaymentMethod: 'card' }
      },
    }
    return group
  }
  return {
    elements,
    createPaymentMethod: async (given: object) => {
      if ('elements' in given)
        return methodOfWallet(key, Object(given.elements).wallet as Wallet | null)
      if (!field) throw new Error('We could not retrieve data from the specified Element.')
      return field.createPaymentMethod(key)
    },
    confirmCardPayment: confirm,
    handleNextAction: (requested: object) =>
      authenticate('clientSecret' in requested ? String(requested.clientSecret) : ''),
    retrievePaymentIntent: () => Promise.reject(new Error('The shop never asks for this.')),
    createToken: () => Promise.reject(new Error('The shop never asks for this.')),
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  }
}

// The name the loader looks for.
const Stripe = (key: Parameters<StripeConstructor>[0]): Faked => fakeStripe(key)
Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) })
