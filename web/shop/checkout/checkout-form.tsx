import { FlaskConical } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { handOverMethod } from '#web/shop/cart/method-store.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { CardEntryHandle } from './card-provider.ts'
import { CardSection, PayButton } from './card-section.tsx'
import { DeliveryFields } from './checkout-fields.tsx'
import { CheckoutHeading } from './checkout-heading.tsx'
import { DeliverySkeleton, NothingToPay, SoldOutMeanwhile } from './checkout-states.tsx'
import { ContactFields } from './contact-fields.tsx'
import { goOnByEnter } from './go-on.ts'
import { OrderGlance, OrderSummary } from './order-summary.tsx'
import { PayLine } from './pay-line.tsx'
import { isTestMode, type PaymentsConfig, useCardProvider } from './use-card-provider.ts'
import { useFollowedDays } from './use-day-choices.ts'
import { useFilledForm } from './use-filled-form.ts'
import { hasOpenEnd, usePayment } from './use-payment.ts'
import { WalletButtons } from './wallet-buttons.tsx'

type CheckoutFormProps = {
  config: {
    data: PaymentsConfig | undefined
    isFetching: boolean
    refetch: () => unknown
  }
  areDaysComing: boolean
}

/**
 * The checkout of a cart; one that is emptied in its own panel is left when the panel is closed.
 */
export function CheckoutForm({
  config: { data: config, ...asked },
  areDaysComing,
}: CheckoutFormProps) {
  const card = useRef<CardEntryHandle>(null)
  const { fields, days, faults } = useFilledForm()
  const form = useRef<HTMLFormElement>(null)
  const { pay, byWallet, forgetCard, stage, failure, cart } = usePayment({
    card,
    faults,
    days,
  })
  const isFillingIn = stage === 'filling in'
  useEffect(() => handOverMethod(cart.deliveryMethod), [cart.deliveryMethod])
  useFollowedDays(isFillingIn && days.calendar !== null)
  const { data: provider, isFetching, refetch } = useCardProvider(config)
  const isTest = isTestMode(config)
  const [hadItems, setHadItems] = useState(false)
  if (!hadItems && cart.isReady && cart.items.length > 0) setHadItems(true)
  if (cart.items.length === 0 && !(hadItems && cart.isCartOpen))
    return hadItems && cart.changes.length > 0 ? (
      <SoldOutMeanwhile changes={cart.changes} />
    ) : (
      <NothingToPay />
    )

  const loadAgain = isFetching || asked.isFetching ? null : config ? refetch : asked.refetch
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (areDaysComing) return announceNotLoaded('The pickup days have')
    if (provider) return void pay(event.currentTarget)
    announceNotLoaded('Stripe has')
    loadAgain?.()
  }
  const fieldProps = { fields, errors: faults.errors }
  return (
    <>
      {config && isTest && <TestBanner provider={config.provider} />}
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        onKeyDown={goOnByEnter}
        {...faults.listeners}
        className="checkout wrap py-8"
      >
        <CheckoutHeading />
        <OrderGlance cart={cart} />
        <div className="mt-6 grid items-start gap-6 lg:grid-cols-[1fr_25rem]">
          <div className="grid min-w-0 gap-6">
            <fieldset disabled={hasOpenEnd(stage)} className="grid min-w-0 gap-6">
              <legend className="mb-4 font-serif text-2xl font-semibold">Order information</legend>
              <Boundary part="delivery">
                {areDaysComing ? (
                  <DeliverySkeleton />
                ) : (
                  <DeliveryFields {...fieldProps} cart={cart} days={days} />
                )}
              </Boundary>
              <Boundary part="wallets">
                <WalletButtons
                  {...byWallet}
                  {...{ form, fields, cart, stage, failure }}
                  wallets={provider?.wallets}
                  when={days.closed ? null : days.when}
                />
              </Boundary>
              <Boundary part="details">
                <ContactFields {...fieldProps} needsPhone={days.isAgreedOn} />
              </Boundary>
            </fieldset>
            <Boundary part="card">
              <CardSection
                cardEntry={provider?.cardEntry}
                ref={card}
                stage={stage}
                fault={failure?.fault ?? null}
                onChange={forgetCard}
                onLoadAgain={loadAgain}
              />
            </Boundary>
          </div>
          <div className="min-w-0 lg:sticky lg:top-16">
            <Boundary part="summary">
              <OrderSummary cart={cart} when={days.when} canEdit={isFillingIn}>
                <PayLine failure={failure} closed={days.closed} stage={stage} />
                <PayButton total={cart.total} isTest={isTest} stage={stage} />
              </OrderSummary>
            </Boundary>
          </div>
        </div>
      </form>
    </>
  )
}

function announceNotLoaded(what: string): void {
  toast({
    title: 'Payment Error',
    description: `${what} not loaded yet. Please try again.`,
    variant: 'destructive',
  })
}

const TEXTS: Record<PaymentsConfig['provider'], { mode: string; cards: ReactNode }> = {
  sandbox: { mode: 'Test mode.', cards: 'Please do not type a real card.' },
  stripe: {
    mode: 'Stripe test mode.',
    cards: (
      <>
        Pay with one of Stripe’s test cards, such as{' '}
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
      className="sticky top-0 z-20 max-[15rem]:static border-b border-yolk bg-yolk-pale py-2.5 text-[0.9375rem]"
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
