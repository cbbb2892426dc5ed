import { CardElement, Elements, useElements } from '@stripe/react-stripe-js'
import type { Stripe, StripeElementStyle } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/field.tsx'
import type { CardEntryProps, CardProvider } from '../card-provider.ts'
import { stripeCard } from './stripe-card.ts'
import { StripeWallets } from './stripe-wallets.tsx'

/** Fetches Stripe's library and answers its card entry; fails when it cannot be had, and may be asked again. */
export async function loadStripeCards(publishableKey: string): Promise<CardProvider> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js only runs in a browser.')
  return {
    cardEntry: (props) => <StripeCardEntry stripe={stripe} {...props} />,
    wallets: (props) => <StripeWallets stripe={stripe} {...props} />,
  }
}

const NOTHING_TYPED = 'Please enter your card number, its date, code and ZIP code.'

const INCOMPLETE = 'Part of your card details is missing: the number, date, code or ZIP code.'

type StripeCardEntryProps = CardEntryProps & { stripe: Stripe }

/** Stripe's card field: number, date and code are typed into Stripe's own frame, and the shop never sees them. */
function StripeCardEntry(props: StripeCardEntryProps) {
  return (
    <Elements stripe={props.stripe}>
      <CardLine {...props} />
    </Elements>
  )
}

function CardLine({ stripe, ref, isDisabled, fault: found, onChange }: StripeCardEntryProps) {
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
              onLoadError={() => setFault('The card field did not load. Please reload this page.')}
            />
          </div>
        )}
      </Field>
    </div>
  )
}

/** The shop's looks inside Stripe's frame, which our fonts do not reach; the whole height of the field takes a tap. */
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
