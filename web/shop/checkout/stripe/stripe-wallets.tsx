import { Elements, ExpressCheckoutElement, useElements } from '@stripe/react-stripe-js'
import type {
  ButtonThemeOption,
  ClickResolveDetails,
  Stripe,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { useMemo, useState } from 'react'
import { useSettings } from '#web/api/shop-queries.ts'
import type { WalletDetails, WalletProps } from '../card-provider.ts'
import { stripeWallet } from './stripe-card.ts'

/** Only what ends as a card: Link has a payment method of its own kind, which the shop's holds do not take. */
const WALLETS: NonNullable<StripeExpressCheckoutElementOptions['paymentMethods']> = {
  applePay: 'auto',
  googlePay: 'auto',
  link: 'never',
  amazonPay: 'never',
  paypal: 'never',
  klarna: 'never',
}

/** Apple Pay and Google Pay, drawn by Stripe where the browser has them; what is held is held as for a card. */
export function StripeWallets({ stripe, ...props }: WalletProps & { stripe: Stripe }) {
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

function WalletLine({ stripe, onOpen, onPay, onAvailable, ...sheet }: Props) {
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

/** Black buttons would not be seen on the dark page. */
function themeOfButtons(): ButtonThemeOption {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'white' : 'black'
  return { applePay: theme, googlePay: theme }
}

type Props = WalletProps & { stripe: Stripe }
type SheetOptions = Pick<WalletProps, 'sums' | 'isDelivery' | 'needsAddress'>

/** The sums that the wallet shows; where it is asked for an address, the fee is what its delivery costs. */
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
          state: to.address.state,
          zip: to.address.postal_code,
        }
      : null,
  }
}
