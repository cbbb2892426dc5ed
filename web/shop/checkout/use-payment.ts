import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { marketDays } from '#contract/market-days.ts'
import { type Cents, formatDollars } from '#contract/money.ts'
import type { PlacedOrder } from '#contract/orders.ts'
import type { RefusalCode } from '#contract/refusal.ts'
import { invalidate } from '#web/api/query.ts'
import { marketDaysQuery, productsQuery } from '#web/api/shop-queries.ts'
import { type CartOnScreen, useCart } from '#web/shop/cart/cart-store.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { CardEntryHandle } from './card-provider.ts'
import { type Failed, findPlacedOrder, goHomeWithOrder, holdMoney, placeOrder } from './pay.ts'
import { errorsIn, type FieldErrors, fieldOf, type Purchase, purchaseOf } from './purchase.ts'

type Stage =
  | { name: 'filling in' }
  /** From the click to the end; the page shows the cart as it was then. */
  | { name: 'paying'; cart: CartOnScreen }
  /** The money is held and nobody answered whether the order stands: only the order is sent again. */
  | { name: 'unanswered'; cart: CartOnScreen; purchase: Purchase }

export type PaymentStage = Stage['name']

/** A click so soon after the shop changed the cart was meant for the cart before, in ms. */
const TOO_SOON = 1000

const FILLING_IN = { name: 'filling in' } as const

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
]

/** Pays for the cart, in the specified order (specification, section 4). */
export function usePayment(card: RefObject<CardEntryHandle | null>) {
  const cart = useCart()
  const client = useQueryClient()
  const { errors, showErrors, forgetError } = useFormErrors()
  const [stage, setStage] = useState<Stage>(FILLING_IN)
  const [failure, setFailure] = useState<string | null>(null)
  const isPaying = useRef(false)
  const changedAt = useChangeTime(cart.subtotal)

  const fail = (
    form: HTMLFormElement,
    { error, field, code }: Failed,
    next: Stage = FILLING_IN,
  ) => {
    isPaying.current = false
    // The words first: a cart that was emptied in another tab sends the buyer home, and takes along what is open then.
    toast({ title: 'Payment Failed', description: error, variant: 'destructive' })
    flushSync(() => {
      setStage(next)
      setFailure(error)
    })
    if (code === 'order-exists') cart.renewCheckoutKey()
    if (OUTDATED.some((one) => one === code))
      void client.refetchQueries({ queryKey: productsQuery.queryKey })
    const notHere = code === 'delivery-not-here' && { notHere: error }
    const found = field ? { [fieldOf(field, cart.deliveryMethod)]: error, ...notHere } : {}
    if (field) showErrors(form, found)
    if (DAYS_MOVED_ON.some((one) => one === code))
      // A day that can be chosen no more takes the focus along.
      void readDaysAgain(client).then(() => focusLost() && focusFirst(form, found))
    if (focusLost()) form.querySelector<HTMLElement>('[type=submit]')?.focus()
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
    if (order.isRefused) return failUnlessPlaced(form, order, purchase)
    fail(form, order, { name: 'unanswered', cart: shown, purchase })
  }
  const pay = async (form: HTMLFormElement) => {
    if (isPaying.current) return
    if (stage.name === 'filling in' && performance.now() - changedAt.current < TOO_SOON)
      return confirmAgain(cart.total)
    const held = stage.name === 'unanswered' ? stage : null
    const shown = held?.cart ?? cart
    const purchase = held?.purchase ?? purchaseOf(new FormData(form), cart)
    const found = held ? {} : errorsIn(purchase)
    showErrors(form, found)
    if (Object.keys(found).length > 0) return
    isPaying.current = true
    setStage({ name: 'paying', cart: shown })
    setFailure(null)
    const failed = held ? null : await holdMoney(card.current, purchase)
    await (failed ? failUnlessPlaced(form, failed, purchase) : finish(form, purchase, shown))
  }
  const onScreen = 'cart' in stage ? stage.cart : cart
  return { pay, errors, forgetError, stage: stage.name, failure, cart: onScreen }
}

async function readDaysAgain(client: QueryClient): Promise<void> {
  await Promise.all([
    client.refetchQueries({ queryKey: marketDaysQuery.queryKey }),
    invalidate(client, marketDays.zone),
  ])
}

/** When a value last changed while the page was open, on the clock of `performance.now()`, in ms. */
function useChangeTime(value: number): RefObject<number> {
  const [known, changedAt] = [useRef(value), useRef(Number.NEGATIVE_INFINITY)]
  useEffect(() => {
    if (known.current !== value) changedAt.current = performance.now()
    known.current = value
  }, [value, known, changedAt])
  return changedAt
}

/** Nobody pays another total than the button said. */
function confirmAgain(total: Cents): void {
  toast({
    title: 'Your cart has changed',
    description: `The total is now ${formatDollars(total)}. You have not been charged. Press Pay again to accept it.`,
  })
}

function useFormErrors() {
  const [errors, setErrors] = useState<FieldErrors>({})
  return {
    errors,
    /** Puts sentences at their fields, in place of those before, and the focus at the first of them. */
    showErrors: (form: HTMLFormElement, found: FieldErrors) => {
      flushSync(() => setErrors(found))
      focusFirst(form, found)
    },
    forgetError: (field: string) => setErrors(({ [field]: _, ...others }) => others),
  }
}

/** The first field with an error; of several buttons the chosen one. */
function focusFirst(form: HTMLFormElement, found: FieldErrors): void {
  const fields = [...form.elements].filter(
    (element) =>
      Object.hasOwn(found, element.getAttribute('name') ?? '') && !element.matches(':disabled'),
  )
  const name = fields[0]?.getAttribute('name')
  const ofFirst = fields.filter((element) => element.getAttribute('name') === name)
  const field = ofFirst.find((element) => element.matches(':checked')) ?? ofFirst[0]
  if (field instanceof HTMLElement) field.focus()
}

function focusLost(): boolean {
  return document.activeElement === document.body
}
