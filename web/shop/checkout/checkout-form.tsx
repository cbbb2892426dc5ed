import { FlaskConical } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { toast } from '#web/ui/toast-store.ts'
import type { CardEntryHandle } from './card-provider.ts'
import { CardSection, PayButton } from './card-section.tsx'
import { ContactFields, DeliveryFields } from './checkout-fields.tsx'
import { NothingToPay, SoldOutMeanwhile } from './checkout-states.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PayLine } from './pay-line.tsx'
import { isTestMode, type PaymentsConfig, useCardProvider } from './use-card-provider.ts'
import { useDayChoices } from './use-day-choices.ts'
import { hasOpenEnd, usePayment } from './use-payment.ts'

type CheckoutFormProps = { config: PaymentsConfig | undefined; onConfigMissing: () => unknown }

export function CheckoutForm({ config, onConfigMissing }: CheckoutFormProps) {
  const card = useRef<CardEntryHandle>(null)
  const { pay, errors, forgetError, forgetCard, stage, failure, cart } = usePayment(card)
  const isDelivery = cart.deliveryMethod === 'delivery'
  const days = useDayChoices(isDelivery, stage === 'filling in')
  const { data: provider, isFetching, refetch } = useCardProvider(config)
  const isTest = isTestMode(config)
  const [hadItems] = useState(cart.items.length > 0)
  if (cart.items.length === 0)
    return hadItems && cart.changes.length > 0 ? (
      <SoldOutMeanwhile changes={cart.changes} />
    ) : (
      <NothingToPay />
    )

  const loadAgain = isFetching ? null : config ? refetch : onConfigMissing
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    days.accept()
    if (provider) return void pay(event.currentTarget)
    toast({
      title: 'Payment Error',
      description: 'Stripe has not loaded yet. Please try again.',
      variant: 'destructive',
    })
    loadAgain?.()
  }
  return (
    <>
      {config && isTest && <TestBanner provider={config.provider} />}
      <form
        noValidate
        onSubmit={submit}
        onInput={(event) => forgetError((event.target as HTMLInputElement).name)}
        className="wrap py-8"
      >
        <h1 className="text-[2rem] sm:text-[2.5rem]">Checkout</h1>
        <div className="mt-6 grid items-start gap-6 lg:grid-cols-[1fr_25rem]">
          <fieldset disabled={hasOpenEnd(stage)} className="grid min-w-0 gap-6">
            <legend className="sr-only">Order information</legend>
            <DeliveryFields errors={errors} cart={cart} days={days} />
            <ContactFields errors={errors} asksPhone={isDelivery && days.zone.state === 'agree'} />
          </fieldset>
          <div className="grid min-w-0 gap-6">
            <OrderSummary cart={cart} when={days.when} />
            <CardSection
              cardEntry={provider?.cardEntry}
              ref={card}
              stage={stage}
              fault={failure?.fault ?? null}
              onChange={forgetCard}
              onLoadAgain={loadAgain}
            >
              <PayLine when={days.when} failure={failure} closed={days.closed} stage={stage} />
              <PayButton total={cart.total} isTest={isTest} stage={stage} />
            </CardSection>
          </div>
        </div>
      </form>
    </>
  )
}

const TEXTS: Record<PaymentsConfig['provider'], { mode: string; cards: ReactNode }> = {
  sandbox: { mode: 'Test mode.', cards: 'Please do not type a real card.' },
  stripe: {
    mode: 'Stripe test mode.',
    cards: (
      <>
        Pay with a test card of Stripe, such as{' '}
        <span className="whitespace-nowrap">4242 4242 4242 4242</span>.
      </>
    ),
  },
}

function TestBanner({ provider }: { provider: PaymentsConfig['provider'] }) {
  const { mode, cards } = TEXTS[provider]
  return (
    <p
      role="note"
      className="sticky top-0 z-20 border-b border-yolk bg-yolk-pale py-2.5 text-[0.9375rem]"
    >
      <span className="wrap flex items-start gap-2.5">
        <FlaskConical aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-yolk-deep" />
        <span>
          <strong>{mode}</strong> No money is taken here. {cards}
        </span>
      </span>
    </p>
  )
}
