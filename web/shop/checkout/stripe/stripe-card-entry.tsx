import { CardElement, Elements, ExpressCheckoutElement, useElements } from '@stripe/react-stripe-js'
import type {
  ButtonThemeOption,
  ClickResolveDetails,
  Stripe,
  StripeElementStyle,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useSettings } from '#web/api/shop-queries.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/field.tsx'
import type { CardEntryProps, CardProvider, WalletDetails, WalletProps } from '../card-provider.ts'
import { stripeCard, stripeWallet } from './stripe-card.ts'

export async function loadStripeCards(publishableKey: string): Promise<CardProvider> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js only runs in a browser.')
  return {
    cardEntry: (props) => (
      <Elements stripe={stripe}>
        <CardLine stripe={stripe} {...props} />
      </Elements>
    ),
    wallets: (props) => <StripeWallets stripe={stripe} {...props} />,
  }
}

const NOTHING_TYPED = 'Please enter your card number, its date, code and ZIP code.'

const INCOMPLETE = 'Some card details are missing: the number, date, code or ZIP code.'

type CardLineProps = CardEntryProps & { stripe: Stripe }

/** Number, date and code go into Stripe's own frame; the shop never sees them. */
function CardLine({ stripe, ref, isDisabled, fault: found, onChange }: CardLineProps) {
  const elements = useElements()
  const [style] = useState(cardStyle)
  const [typing, setFault] = useState<string>()
  const [isHere, setIsHere] = useState(false)
  const missing = useRef<string | null>(NOTHING_TYPED)
  useImperativeHandle(
    ref,
    () =>
      stripeCard(stripe, {
        element: () => elements?.getElement(CardElement) ?? null,
        missing: () => missing.current,
        onFault: setFault,
      }),
    [stripe, elements],
  )
  useEffect(() => {
    if (found?.isMistyped) elements?.getElement(CardElement)?.focus()
  }, [found, elements])
  const fault = found?.text ?? typing
  return (
    <div aria-live="polite">
      <Field
        label="Card number, date, code and ZIP"
        hint="It goes straight to Stripe; we never see it."
        error={fault}
        required
      >
        {({ id }) => (
          <div
            data-here={isHere || undefined}
            className={classNames(
              'scheme-light rounded-xl border-[1.5px] bg-field px-3.5',
              fault ? 'border-beet' : 'border-bark',
            )}
          >
            <CardElement
              id={id}
              className="min-h-11"
              options={{ style, disableLink: true, disabled: isDisabled }}
              onChange={({ error, complete, empty }) => {
                missing.current = complete
                  ? null
                  : (error?.message ?? (empty ? NOTHING_TYPED : INCOMPLETE))
                setFault(error?.message)
                onChange()
              }}
              onFocus={() => setIsHere(true)}
              onBlur={() => setIsHere(false)}
              onLoadError={() => setFault('The card field didn’t load. Please reload this page.')}
            />
          </div>
        )}
      </Field>
    </div>
  )
}

/** Our styles and fonts don't reach into Stripe's frame. The field's whole height can be tapped. */
function cardStyle(): StripeElementStyle {
  const tokens = getComputedStyle(document.documentElement)
  const colour = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim()
  return {
    base: {
      color: colour('soil'),
      iconColor: colour('bark-deep'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      lineHeight: '45px',
      '::placeholder': { color: colour('bark-deep') },
      ':disabled': { color: colour('bark-deep') },
    },
    invalid: { color: colour('beet'), iconColor: colour('beet') },
  }
}

/** Only wallets that yield a card: the shop's holds don't accept Link's own method. */
const WALLETS: NonNullable<StripeExpressCheckoutElementOptions['paymentMethods']> = {
  applePay: 'auto',
  googlePay: 'auto',
  link: 'never',
  amazonPay: 'never',
  paypal: 'never',
  klarna: 'never',
}

type StripeWalletProps = WalletProps & { stripe: Stripe }

function StripeWallets({ stripe, ...props }: StripeWalletProps) {
  const { total } = props.sums
  const options = useMemo<StripeElementsOptionsMode>(
    () => ({
      mode: 'payment',
      amount: total,
      currency: 'usd',
      captureMethod: 'manual',
      paymentMethodCreation: 'manual',
      allowedPaymentMethodTypes: ['card'],
    }),
    [total],
  )
  return (
    <Elements stripe={stripe} options={options}>
      <WalletLine stripe={stripe} {...props} />
    </Elements>
  )
}

function WalletLine({ stripe, onOpen, onPay, onAvailable, ...sheet }: StripeWalletProps) {
  const elements = useElements()
  const name = useSettings()('farm_name')
  const [buttonTheme] = useState(themeOfButtons)
  const { isDelivery, needsAddress } = sheet
  const options: StripeExpressCheckoutElementOptions = {
    paymentMethods: WALLETS,
    business: { name },
    buttonHeight: 48,
    buttonTheme,
    emailRequired: true,
    billingAddressRequired: true,
    phoneNumberRequired: isDelivery,
    shippingAddressRequired: needsAddress,
    allowedShippingCountries: ['US'],
  }
  const confirm = async (event: StripeExpressCheckoutElementConfirmEvent) => {
    if (!elements) return event.paymentFailed()
    const wallet = stripeWallet(stripe, elements)
    if (!(await onPay(wallet, detailsOf(event)))) event.paymentFailed({ reason: 'fail' })
  }
  return (
    <ExpressCheckoutElement
      options={options}
      onReady={({ availablePaymentMethods: there }) =>
        onAvailable(Boolean(there?.applePay || there?.googlePay))
      }
      onLoadError={() => onAvailable(false)}
      onClick={(event) => (onOpen() ? event.resolve(sheetOf(sheet)) : event.reject())}
      onShippingAddressChange={({ address, resolve, reject }) =>
        sheet.isChosenZip(address.postal_code) ? resolve() : reject()
      }
      onConfirm={confirm}
    />
  )
}

/** Black buttons would be invisible on the dark page. */
function themeOfButtons(): ButtonThemeOption {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'white' : 'black'
  return { applePay: theme, googlePay: theme }
}

type SheetOptions = Pick<WalletProps, 'sums' | 'isDelivery' | 'needsAddress'>

function sheetOf({ sums, isDelivery, needsAddress }: SheetOptions): ClickResolveDetails {
  const delivery = { displayName: 'Delivery', amount: sums.deliveryFee }
  return {
    lineItems: [
      { name: 'Subtotal', amount: sums.subtotal },
      ...(isDelivery && !needsAddress
        ? [{ name: delivery.displayName, amount: delivery.amount }]
        : []),
    ],
    ...(needsAddress ? { shippingRates: [{ id: 'delivery', ...delivery }] } : {}),
  }
}

function detailsOf(event: StripeExpressCheckoutElementConfirmEvent): WalletDetails {
  const { billingDetails: payer, shippingAddress: to } = event
  return {
    name: payer?.name ?? to?.name ?? '',
    email: payer?.email ?? '',
    phone: payer?.phone ?? '',
    address: to
      ? {
          lines: [to.address.line1, to.address.line2 ?? ''].filter(Boolean),
          city: to.address.city,
          zip: to.address.postal_code,
        }
      : null,
  }
}
