import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { FlaskConical, Lock } from 'lucide-react'
import {
  type KeyboardEvent,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { firstFive } from '#contract/calendar/zip-code.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Cents, formatDollars } from '#contract/money/money.ts'
import { payments } from '#contract/money/payments.ts'
import { orders, type PlacedOrder } from '#contract/orders/orders.ts'
import { query } from '#web/api/call.ts'
import { marketDaysQuery } from '#web/api/shop-queries.ts'
import { useCart } from '#web/shop/cart/cart-store.tsx'
import { useDeliveryTerms } from '#web/shop/cart/delivery-hint.ts'
import { handOverMethod } from '#web/shop/cart/method-store.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { AddingFields, daysOfAdding, termsOfAdding, useAdding, useFirstOrder } from './adding.tsx'
import type { CardEntryHandle, CardEntryProps, CardProvider } from './card-provider.ts'
import { CheckEmail } from './check-email.tsx'
import { DeliveryFields } from './checkout-fields.tsx'
import {
  CheckoutSkeleton,
  DeliverySkeleton,
  NothingToPay,
  SoldOutSince,
} from './checkout-states.tsx'
import { ContactFields } from './contact-fields.tsx'
import { takeUpEarly } from './early-fields.ts'
import { OrderGlance, OrderSummary } from './order-summary.tsx'
import { findOutcome, goHomeWithOrder } from './pay.ts'
import { PayLine } from './pay-line.tsx'
import { errorsIn, purchaseOf } from './purchase.ts'
import { SectionCard } from './section-card.tsx'
import { storePayment } from './stored-state.ts'
import { useDayChoices, useFollowedDays } from './use-day-choices.ts'
import { useFaults } from './use-faults.ts'
import { useFields } from './use-fields.ts'
import { hasOpenEnd, type PaymentStage, usePayment } from './use-payment.ts'
import { WalletButtons } from './wallet-buttons.tsx'
import { useWayToPay, WayFields } from './way-to-pay.tsx'

/** Leaves for the home page when there is nothing to pay for (specification, section 2). */
export function CheckoutPage() {
  const { isRead, checkoutKey, count } = useCart()
  const config = useQuery(query(payments.config))
  const [isBack] = useState(isBackFromBank)
  const placed = useQuery({
    ...query(orders.ofCheckout, { params: { checkout_key: checkoutKey } }),
    enabled: isRead && count > 0,
    ...(isBack ? { queryFn: () => resumeCheckout(checkoutKey) } : {}),
  })
  const days = useQuery(marketDaysQuery)
  const isResuming = isBack && count > 0 && placed.isPending
  if (!isRead || isResuming) return <CheckoutSkeleton />
  if (placed.data) return <AlreadyPlaced order={placed.data} />
  const areDaysComing = days.isPending && days.errorUpdateCount === 0
  return <CheckoutForm config={config} areDaysComing={areDaysComing} />
}

/** This cart's order went through earlier but its answer was lost, so it is shown as placed. */
function AlreadyPlaced({ order }: { order: PlacedOrder }) {
  const { clearCart } = useCart()
  useEffect(() => {
    clearCart()
    goHomeWithOrder(order)
  }, [clearCart, order])
  return <CheckoutSkeleton />
}

function isBackFromBank(): boolean {
  return (
    typeof window !== 'undefined' &&
    /[?&]payment_intent_client_secret=/.test(window.location.search)
  )
}

/** Resumes after the trip to the bank. Null if there is no order; a toast says why. */
async function resumeCheckout(checkoutKey: string): Promise<PlacedOrder | null> {
  // Takes the payment's secret out of the address, so that a reload doesn't ask again.
  window.history.replaceState(null, '', window.location.pathname + window.location.hash)
  const fail = (description: string) => {
    toast({ title: 'Payment Failed', description, variant: 'destructive' })
    return null
  }
  const outcome = await findOutcome(checkoutKey)
  if (outcome && !('error' in outcome)) return outcome
  if (!outcome || outcome.isRefused) storePayment(checkoutKey, false)
  return fail(outcome?.error ?? 'Your bank didn’t confirm the payment. Please pay again.')
}

type CheckoutFormProps = { config: UseQueryResult<PaymentsConfig>; areDaysComing: boolean }

/** When the cart is emptied in its panel, closing the panel leaves the checkout. */
function CheckoutForm({ config: { data: config, ...asked }, areDaysComing }: CheckoutFormProps) {
  const card = useRef<CardEntryHandle>(null)
  const { fields, days, faults, adding } = useFilledForm()
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => takeUpEarly(form.current), [])
  const { pay, byWallet, forgetCard, stage, failure, cart, ...link } = usePayment({
    card,
    faults,
    days,
  })
  const isFillingIn = stage === 'filling in'
  useEffect(() => handOverMethod(cart.deliveryMethod), [cart.deliveryMethod])
  useFollowedDays(isFillingIn && days.calendar !== null)
  const { data: provider, isFetching, refetch } = useCardProvider(config)
  const isTest = config !== undefined && (config.provider === 'sandbox' || !config.livemode)
  const ways = useWayToPay({
    config,
    isTest,
    cart,
    days,
    at: adding?.receipt.pickupLocation ?? null,
  })
  const isByCard = ways.way === 'stripe'
  const [hadItems, setHadItems] = useState(false)
  if (!hadItems && cart.isReady && cart.items.length > 0) setHadItems(true)
  if (cart.items.length === 0 && !(hadItems && cart.isCartOpen))
    return hadItems && cart.changes.length > 0 ? (
      <SoldOutSince changes={cart.changes} />
    ) : (
      <NothingToPay />
    )

  const payByCard = () => {
    ways.choose('stripe')
    link.backToForm()
    document.querySelector<HTMLElement>('[name=wayToPay]:checked')?.focus()
  }
  if (link.linkSent !== null)
    return (
      <CheckEmail
        message={link.linkSent}
        cart={cart}
        onOtherAddress={() => {
          link.backToForm()
          document.querySelector<HTMLElement>('[name=customerEmail]')?.focus()
        }}
        onCard={isTest ? null : payByCard}
      />
    )
  const loadAgain = isFetching || asked.isFetching ? null : config ? refetch : asked.refetch
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (areDaysComing || adding === undefined) return announceNotLoaded('The pickup days have')
    if (provider || !isByCard) return void pay(event.currentTarget)
    announceNotLoaded('Stripe has')
    loadAgain?.()
  }
  const fieldProps = { fields, errors: faults.errors }
  return (
    <>
      {config && isTest && isByCard && <TestBanner isStripe={config.provider === 'stripe'} />}
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
                {areDaysComing || adding === undefined ? (
                  <DeliverySkeleton />
                ) : adding ? (
                  <AddingFields adding={adding} />
                ) : (
                  <DeliveryFields {...fieldProps} cart={cart} days={days} />
                )}
              </Boundary>
              <Boundary part="wallets">
                <WalletButtons
                  {...byWallet}
                  form={form}
                  fields={fields}
                  cart={cart}
                  stage={stage}
                  failure={failure}
                  wallets={isByCard ? provider?.wallets : undefined}
                  when={days.closed ? null : days.when}
                />
              </Boundary>
              <Boundary part="details">
                <ContactFields
                  {...fieldProps}
                  needsPhone={days.isAgreedOn}
                  isDelivery={cart.deliveryMethod === 'delivery'}
                />
              </Boundary>
            </fieldset>
            <Boundary part="card">
              <WayFields ways={ways} isTest={isTest} cart={cart} isDisabled={!isFillingIn} />
              {isByCard && (
                <CardSection
                  cardEntry={provider?.cardEntry}
                  ref={card}
                  stage={stage}
                  fault={failure?.fault ?? null}
                  onChange={forgetCard}
                  onLoadAgain={loadAgain}
                />
              )}
            </Boundary>
          </div>
          <div className="min-w-0 lg:sticky lg:top-16">
            <Boundary part="summary">
              <OrderSummary cart={cart} when={days.when} canEdit={isFillingIn}>
                <PayLine failure={failure} closed={days.closed} stage={stage} />
                <PayButton isByCard={isByCard} isTest={isTest} stage={stage} total={cart.total} />
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

function TestBanner({ isStripe }: { isStripe: boolean }) {
  return (
    <p
      role="note"
      className="sticky top-0 z-20 max-[15rem]:static border-b border-yolk bg-yolk-pale py-2.5 text-[0.9375rem]"
    >
      <span className="wrap flex items-start gap-2.5">
        <FlaskConical aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-yolk-deep" />
        <span>
          <strong>{isStripe ? 'Stripe test mode.' : 'Test mode.'}</strong> No money is taken here.{' '}
          {isStripe ? (
            <>
              Pay with one of Stripe’s test cards, such as{' '}
              <span className="whitespace-nowrap">4242 4242 4242 4242</span>.
            </>
          ) : (
            'Please don’t type a real card.'
          )}
        </span>
      </span>
    </p>
  )
}

/** If nothing has the focus, the page starts here, below the header. */
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
  // Below a zone's minimum it is pickup, but the zone's minimum is still shown.
  const needsZone = isDelivery || fellBack
  const chosen = useDayChoices({ isDelivery, needsZone, zip, checkoutKey })
  const adding = useAdding()
  useDeliveryTerms(adding ? termsOfAdding(adding) : chosen.zone.terms)
  useFirstOrder(adding, { cart, fields })
  const days = adding ? { ...chosen, ...daysOfAdding(adding, chosen) } : chosen
  const { notHere } = days.zone
  const faults = useFaults((form) => ({
    ...(isDelivery && notHere !== null && { zipCode: notHere }),
    ...errorsIn(purchaseOf(new FormData(form), cart)),
  }))
  return { fields, days, faults, adding }
}

type PaymentsConfig = OutputOf<typeof payments.config>

async function loadCards({ provider, publishableKey }: PaymentsConfig): Promise<CardProvider> {
  if (provider === 'sandbox') return (await import('./sandbox/sandbox-card-entry.tsx')).sandboxCards
  const { loadStripeCards } = await import('./stripe/stripe-card-entry.tsx')
  return loadStripeCards(publishableKey ?? '')
}

function useCardProvider(config: PaymentsConfig | undefined) {
  return useQuery({
    queryKey: ['card provider', config?.provider, config?.publishableKey],
    queryFn: config ? () => loadCards(config) : skipToken,
  })
}

type CardSectionProps = Pick<CardEntryProps, 'ref' | 'fault' | 'onChange'> & {
  cardEntry: CardProvider['cardEntry'] | undefined
  stage: PaymentStage
  onLoadAgain: (() => unknown) | null
}

function CardSection({ cardEntry, stage, onLoadAgain, ...entry }: CardSectionProps) {
  return (
    <SectionCard title="Card">
      {cardEntry ? (
        <fieldset disabled={hasOpenEnd(stage)}>
          <legend className="sr-only">Your card</legend>
          {cardEntry({ ...entry, isDisabled: stage !== 'filling in' })}
        </fieldset>
      ) : onLoadAgain ? (
        <>
          <p className="mb-3 text-bark-deep">Card payments haven’t loaded yet.</p>
          <Button variant="quiet" onClick={onLoadAgain}>
            Try again
          </Button>
        </>
      ) : (
        <Skeleton className="h-20" />
      )}
    </SectionCard>
  )
}

type PayButtonProps = { total: Cents; isByCard: boolean; isTest: boolean; stage: PaymentStage }

function PayButton({ total, isByCard, isTest, stage }: PayButtonProps) {
  return (
    <Button type="submit" size="lg" className="w-full" busy={stage === 'paying'}>
      {stage === 'filling in' && isByCard && <Lock aria-hidden="true" className="size-5" />}
      {stage === 'filling in' && !isByCard ? (
        'Order, pay at pickup'
      ) : stage === 'filling in' ? (
        <span>
          Pay {formatDollars(total)}
          {isTest && ' (test)'}
        </span>
      ) : (
        DOING[stage]
      )}
    </Button>
  )
}

const DOING = {
  'link sent': 'Waiting for your email…',
  paying: 'Processing…',
  checking: 'Check again',
  unanswered: 'Finish my order',
}
