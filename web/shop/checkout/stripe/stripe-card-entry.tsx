import { CardElement, Elements, useElements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { useImperativeHandle, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/field.tsx'
import type { CardEntryProps } from '../card-provider.ts'
import { cardStyle } from './card-style.ts'
import { stripeCard } from './stripe-card.ts'

type StripeCardEntryProps = CardEntryProps & { stripe: Stripe }

/** Stripe's card field: number, date and code are typed into Stripe's own frame, and the shop never sees them. */
export function StripeCardEntry(props: StripeCardEntryProps) {
  return (
    <Elements stripe={props.stripe}>
      <CardLine {...props} />
    </Elements>
  )
}

function CardLine({ stripe, ref, isDisabled }: StripeCardEntryProps) {
  const elements = useElements()
  const [style] = useState(cardStyle)
  const [fault, setFault] = useState<string>()
  const [isHere, setIsHere] = useState(false)
  useImperativeHandle(
    ref,
    () => stripeCard(stripe, { element: () => elements?.getElement(CardElement) ?? null, onFault: setFault }),
    [stripe, elements],
  )
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
            className={classNames('rounded-xl border-[1.5px] bg-white px-3.5', fault ? 'border-beet' : 'border-bark')}
          >
            <CardElement
              id={id}
              className="min-h-11"
              options={{ style, disableLink: true, disabled: isDisabled }}
              onChange={({ error }) => setFault(error?.message)}
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
