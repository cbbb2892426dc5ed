import { skipToken, useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { firstFive } from '#contract/calendar/zip-code.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { payments } from '#contract/money/payments.ts'
import { useCart } from '#web/shop/cart/cart-store.tsx'
import { useDeliveryTerms } from '#web/shop/cart/delivery-hint.ts'
import { handOverMethod } from '#web/shop/cart/method-store.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { CardEntryHandle, CardProvider } from './card-provider.ts'
import { CardSection, PayButton } from './card-section.tsx'
import { DeliveryFields } from './checkout-fields.tsx'
import { DeliverySkeleton, NothingToPay, SoldOutMeanwhile } from './checkout-states.tsx'
import { ContactFields } from './contact-fields.tsx'
import { OrderGlance, OrderSummary } from './order-summary.tsx'
import { PayLine } from './pay-line.tsx'
import { errorsIn, purchaseOf } from './purchase.ts'
import { useDayChoices, useFollowedDays } from './use-day-choices.ts'
import { useFaults } from './use-faults.ts'
import { useFields } from './use-fields.ts'
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

/** The page's heading; where nobody is anywhere yet the page begins here, below the header. */
function CheckoutHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-[2rem] outline-none sm:text-[2.5rem]">
      Checkout
    </h1>
  )
}

/** Enter goes on to the next field; after the last one it sends the form. */
function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key, currentTarget: form } = event
  if (key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement))
    return
  const next = fieldAfter(form, target)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function fieldAfter(form: HTMLFormElement, field: HTMLInputElement): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
    (one) => one.type !== 'hidden' && !one.matches(':disabled'),
  )
  const later = fields.slice(fields.indexOf(field) + 1)
  const next = later.find(({ type, name }) => type !== 'radio' || name !== field.name)
  const ofGroup = fields.filter(({ type, name }) => type === 'radio' && name === next?.name)
  return ofGroup.find(({ checked }) => checked) ?? next
}

function useFilledForm() {
  const cart = useCart()
  const { checkoutKey, deliveryMethod, fellBack = false } = cart
  const fields = useFields(checkoutKey)
  const isDelivery = deliveryMethod === 'delivery'
  const zip = firstFive(fields.typed('zipCode') ?? '')
  // Below the minimum of a zone it is pickup, and what the zone asks for is still said.
  const needsZone = isDelivery || fellBack
  const days = useDayChoices({ isDelivery, needsZone, zip, checkoutKey })
  useDeliveryTerms(days.zone.terms)
  const { notHere } = days.zone
  const faults = useFaults((form) => ({
    ...(isDelivery && notHere !== null && { zipCode: notHere }),
    ...errorsIn(purchaseOf(new FormData(form), cart)),
  }))
  return { fields, days, faults }
}

type PaymentsConfig = OutputOf<typeof payments.config>

type LoadProvider = (config: PaymentsConfig) => Promise<CardProvider>

/** Each provider's code comes only to the shops that use it. */
const LOADERS: Record<PaymentsConfig['provider'], LoadProvider> = {
  sandbox: async () => {
    const { sandboxCards } = await import('./sandbox/sandbox-card-entry.tsx')
    return sandboxCards
  },
  stripe: async ({ publishableKey }) => {
    const { loadStripeCards } = await import('./stripe/stripe-card-entry.tsx')
    return loadStripeCards(publishableKey ?? '')
  },
}

function isTestMode(config: PaymentsConfig | undefined): boolean {
  return config !== undefined && (config.provider === 'sandbox' || !config.livemode)
}

/** The provider of this shop with its library; fails when it cannot be had, and may be asked again. */
function useCardProvider(config: PaymentsConfig | undefined) {
  return useQuery({
    queryKey: ['card provider', config?.provider, config?.publishableKey],
    queryFn: config ? () => LOADERS[config.provider](config) : skipToken,
  })
}
