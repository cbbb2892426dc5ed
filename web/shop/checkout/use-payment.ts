import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DEFAULT_TERMS } from '#contract/calendar/delivery.ts'
import { marketDays } from '#contract/calendar/market-days.ts'
import type { PlacedOrder } from '#contract/orders/orders.ts'
import type { RefusalCode } from '#contract/refusal.ts'
import { invalidate } from '#web/api/call.ts'
import { SOMETHING_WENT_WRONG } from '#web/api/request.ts'
import { productsQuery } from '#web/api/shop-queries.ts'
import { type CartOnScreen, useCart } from '#web/shop/cart/cart-store.tsx'
import { dismissToast, readToasts, toast } from '#web/ui/toast-store.ts'
import type { CardEntryHandle } from './card-provider.ts'
import { confirmAgain, confirmDayAgain, useJustChanged } from './cart-change.ts'
import { readDaysAgain } from './delivery-zone.ts'
import { type Failure, failureOf, LEFT_OPEN, NOT_TAKEN } from './failure.ts'
import {
  type Failed,
  findOutcome,
  findPlacedOrder,
  goHomeWithOrder,
  holdMoney,
  placeOrder,
} from './pay.ts'
import { fieldOf, isAtPickup, type Purchase, purchaseOf } from './purchase.ts'
import { hasOpenPayment, storePayment, storeUnder } from './stored-state.ts'
import type { DayChoices } from './use-day-choices.ts'
import { type Faults, focusFirst } from './use-faults.ts'

type Stage =
  | { name: 'filling in' }
  /** From the click to the end; the page shows the cart as it was at the click. */
  | { name: 'paying'; cart: CartOnScreen }
  /**
   * The money is held, but nobody answered whether the order stands, so only the order is sent
   * again.
   */
  | { name: 'unanswered'; cart: CartOnScreen; purchase: Purchase }
  /** A link was mailed; opening it places the order. */
  | { name: 'link sent'; cart: CartOnScreen; checkoutKey: string; message: string; sentAt: number }
  /** The bank was asked, but its answer was lost: find out what it did before paying again. */
  | Checking

type Checking = {
  name: 'checking'
  form: HTMLFormElement
  cart: CartOnScreen
  purchase: Purchase
}

export type PaymentStage = Stage['name']

export function hasOpenEnd(stage: PaymentStage): boolean {
  return stage === 'unanswered' || stage === 'checking'
}

const FILLING_IN = { name: 'filling in' } as const

const NO_ANSWER: Failed = { error: SOMETHING_WENT_WRONG, isRefused: true }

const OUTDATED: readonly RefusalCode[] = [
  'sold-out',
  'product-gone',
  'price-changed',
  'stock-changed',
  'delivery-not-allowed',
]

const DAYS_MOVED_ON: readonly RefusalCode[] = [
  'day-full',
  'day-closed',
  'place-closed',
  'paused',
  'delivery-not-here',
  // The zone may ask for more by now.
  'price-changed',
  'delivery-not-allowed',
]

type PaymentParts = {
  card: RefObject<CardEntryHandle | null>
  faults: Faults
  days: Pick<DayChoices, 'news' | 'accept'>
}

/** In the order of steps that the specification gives (section 4). */
export function usePayment({ card, faults, days }: PaymentParts) {
  const cart = useCart()
  const client = useQueryClient()
  const [stage, setStage] = useState<Stage>(FILLING_IN)
  const [failure, setFailure] = useState<Failure | null>(() =>
    hasOpenPayment(cart.checkoutKey) ? LEFT_OPEN : null,
  )
  const isPaying = useRef(false)
  const endsOpen = useRef(false)
  const hasJustChanged = useJustChanged(cart.subtotal + (cart.terms ?? DEFAULT_TERMS).fee)
  const hasDayJustMoved = useJustChanged(days.news)

  const fail = (
    form: HTMLFormElement,
    failed: Failed,
    { stage: next = FILLING_IN, ...why }: { stage?: Stage; failure?: Failure | null } = {},
  ) => {
    const { error, field, code } = failed
    isPaying.current = false
    endsOpen.current = next.name !== 'filling in'
    storePayment(cart.checkoutKey, endsOpen.current)
    // Toast first: a cart emptied in another tab sends the buyer home, along with any open toast.
    const title = failed.isAtPickup ? 'Your order didn’t go through' : 'Payment Failed'
    toast({ title, description: error, variant: 'destructive' })
    flushSync(() => {
      setStage(next)
      setFailure(why.failure === undefined ? failureOf(failed) : why.failure)
    })
    if (code === 'order-exists') storeUnder(cart.renewCheckoutKey())
    if (OUTDATED.some((one) => one === code)) {
      void client.refetchQueries({ queryKey: productsQuery.queryKey })
      void invalidate(client, marketDays.left)
    }
    const notHere = code === 'delivery-not-here' && { notHere: error }
    const found = field ? { [fieldOf(field, cart.deliveryMethod)]: error, ...notHere } : {}
    if (field) faults.show(form, found)
    if (DAYS_MOVED_ON.some((one) => one === code))
      // A day that can't be chosen anymore loses the focus when it goes.
      void readDaysAgain(client).then(() => focusLost() && focusFirst(form, found))
    const isAtWallet = failed.isOfWallet && !field && !endsOpen.current
    if (isAtWallet || endsOpen.current || focusLost())
      form.querySelector<HTMLElement>(isAtWallet ? '[data-wallet]' : '[type=submit]')?.focus()
  }
  const leave = (order: PlacedOrder) => {
    cart.clearCart()
    goHomeWithOrder(order)
  }
  const failUnlessPlaced = async (
    form: HTMLFormElement,
    failed: Failed,
    { checkoutKey }: Purchase,
  ) => {
    const order = failed.code === 'order-exists' ? null : await findPlacedOrder(checkoutKey)
    return order ? leave(order) : fail(form, failed)
  }
  const finish = async (form: HTMLFormElement, purchase: Purchase, shown: CartOnScreen) => {
    const order = await placeOrder(purchase)
    if (!('error' in order)) return leave(order)
    if (isAtPickup(purchase)) {
      isPaying.current = false
      const { checkoutKey } = purchase
      if (order.code === 'confirm-email') {
        const sent = { message: order.error, sentAt: performance.now() }
        return setStage({ name: 'link sent', cart: shown, checkoutKey, ...sent })
      }
      return failUnlessPlaced(form, { ...order, isAtPickup: true }, purchase)
    }
    if (order.isRefused) return failUnlessPlaced(form, order, purchase)
    fail(form, order, { stage: { name: 'unanswered', cart: shown, purchase }, failure: null })
  }
  const check = async (end: Omit<Checking, 'name'>, isFirst: boolean) => {
    const outcome = await findOutcome(end.purchase.checkoutKey)
    if (!isFirst && isPaying.current) return
    if (outcome && !('error' in outcome)) return leave(outcome)
    if (!outcome) return fail(end.form, NO_ANSWER, { failure: NOT_TAKEN })
    if (outcome.isRefused) return fail(end.form, outcome)
    if (isFirst) fail(end.form, outcome, { stage: { name: 'checking', ...end }, failure: null })
  }
  useRepeat(stage.name === 'checking', () => stage.name === 'checking' && check(stage, false))
  useRepeat(stage.name === 'link sent', async (isSeenAgain) => {
    if (stage.name !== 'link sent') return
    const isWaiting = performance.now() - stage.sentAt < LINK_LIFE
    if (!isSeenAgain && (document.hidden || !isWaiting)) return
    const order = await findPlacedOrder(stage.checkoutKey)
    if (order) leave(order)
  })
  const backToForm = () => flushSync(() => setStage(FILLING_IN))
  const mayPay = () => {
    if (isPaying.current) return false
    if (stage.name !== 'filling in') return true
    if (hasJustChanged()) confirmAgain(cart.total)
    else if (!days.news || !hasDayJustMoved()) return true
    else confirmDayAgain(days.news)
    return false
  }
  const pay = async (form: HTMLFormElement, wallet?: CardEntryHandle) => {
    if (!mayPay()) return
    days.accept()
    const begun = 'purchase' in stage ? stage : null
    const shown = begun?.cart ?? cart
    const purchase = begun?.purchase ?? purchaseOf(new FormData(form), cart, wallet && 'stripe')
    const entry = isAtPickup(purchase) ? null : (wallet ?? card.current)
    if (!begun && faults.findAll(form, entry)) return
    isPaying.current = true
    if (!begun) cart.noteSent()
    for (const { id } of readToasts()) dismissToast(id)
    storePayment(cart.checkoutKey, !isAtPickup(purchase))
    setStage({ name: 'paying', cart: shown })
    setFailure(null)
    if (begun?.name === 'checking') return check(begun, true)
    const failed = begun || isAtPickup(purchase) ? null : await holdMoney(entry, purchase)
    if (failed?.mayBeHeld) return check({ form, purchase, cart: shown }, true)
    if (!failed) return finish(form, purchase, shown)
    await failUnlessPlaced(form, { ...failed, isOfWallet: wallet !== undefined }, purchase)
  }
  /** False if it failed and nothing was charged. */
  const payByWallet = async (form: HTMLFormElement, wallet: CardEntryHandle) => {
    await pay(form, wallet)
    return isPaying.current || endsOpen.current
  }
  const onScreen = 'cart' in stage ? stage.cart : cart
  const forgetCard = () => setFailure((known) => (known?.isOfCard ? null : known))
  const byWallet = { mayOpen: mayPay, onPay: payByWallet, onRefuse: fail }
  const linkSent = stage.name === 'link sent' ? stage.message : null
  return {
    pay,
    byWallet,
    forgetCard,
    stage: stage.name,
    failure,
    cart: onScreen,
    linkSent,
    backToForm,
  }
}

function focusLost(): boolean {
  return document.activeElement === document.body
}

/** Polling interval, in ms. */
const AGAIN = 5000

/** How long a mailed link works, in ms. */
const LINK_LIFE = 30 * 60_000

/** Runs one at a time, and immediately when the connection or the reader is back. */
function useRepeat(isOn: boolean, work: (isSeenAgain: boolean) => unknown): void {
  const workNow = useEffectEvent(work)
  useEffect(() => {
    if (!isOn) return
    let isBusy = false
    const repeat = async (event?: Event) => {
      if (isBusy) return
      isBusy = true
      await workNow(event?.type === 'focus')
      isBusy = false
    }
    const timer = setInterval(repeat, AGAIN)
    window.addEventListener('online', repeat)
    window.addEventListener('focus', repeat)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', repeat)
      window.removeEventListener('focus', repeat)
    }
  }, [isOn])
}
