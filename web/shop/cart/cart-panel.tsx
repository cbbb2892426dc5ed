import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  closedSentence,
  formatNextDay,
  formatOrderBy,
  nextPickup,
} from '#contract/calendar/day-text.ts'
import { type Cents, formatDollars, times, toCents } from '#contract/money/money.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { ORDER_AGAIN } from '#contract/orders/receipt-link.ts'
import { REFUNDS_PATH } from '#contract/pages/legal-slugs.ts'
import { productPath } from '#contract/products/product-path.ts'
import { stockLevel } from '#contract/products/stock.ts'
import { isShopThere } from '#web/api/is-shop-there.ts'
import { pageLinksQuery } from '#web/api/shop-queries.ts'
import { useMarketDays } from '#web/api/use-market-days.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { capitalized } from '#web/ui/capitalized.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { OFFLINE_LINE } from '#web/ui/offline-line.ts'
import { Picture, THUMB } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { SumRows, TotalRow } from '#web/ui/sum-list.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { dismissToast, readToasts, toast } from '#web/ui/toast-store.ts'
import { addingTo } from './adding-store.ts'
import { CHECKOUT } from './cart-in-address.ts'
import { CartOffers } from './cart-offers.tsx'
import { useCart } from './cart-store.tsx'
import { DeliveryChoice } from './delivery-choice.tsx'
import { useDeliveryHint, useDeliveryTerms } from './delivery-hint.ts'
import { forgetLastOrder, lastOrder } from './last-order-store.ts'
import { handOverMethod } from './method-store.ts'
import { forgetPlaced } from './recent-orders-store.ts'

/** `zip` asks for the ZIP code of a delivery, in a shop with zones. */
type CartDialogProps = { zip?: ReactNode }

export function CartPanel({ zip }: CartDialogProps) {
  const { isCartOpen, changes } = useCart()
  const unseen = isCartOpen ? '' : changes.join(' ')
  useEffect(() => {
    if (unseen) toast({ title: 'Your cart has changed', description: unseen })
  }, [unseen])
  useEffect(() => void lastOrder(), [])
  return <CartDialog zip={zip} />
}

export function CartDialog({ zip }: CartDialogProps) {
  const { items, isCartOpen, setCartOpen } = useCart()
  // On a phone, an older toast would cover the first line.
  useEffect(() => {
    if (isCartOpen) for (const { id } of readToasts()) dismissToast(id)
  }, [isCartOpen])
  return (
    <Dialog
      open={isCartOpen}
      onClose={() => setCartOpen(false)}
      title="Your cart"
      shape="right"
      footer={items.length > 0 && <CartFooter />}
    >
      <CartInside zip={zip} />
    </Dialog>
  )
}

function CartInside({ zip }: CartDialogProps) {
  const cart = useCart()
  const { hint } = useDeliveryHint(cart)
  const adding = addingTo()
  useDeliveryTerms(cart.terms?.zip ? cart.terms : null)
  useCartNews({ ...cart, deliveryHint: hint })
  return (
    <>
      {cart.changes.length > 0 && <ChangesNote changes={cart.changes} />}
      {cart.items.length > 0 && !adding && <OrderDay />}
      {cart.items.length > 0 && adding && (
        <p className="mb-3 rounded-xl bg-sprout px-3.5 py-3">
          You’re adding to <strong>{adding.label}</strong>. You can make it a separate order at
          checkout.
        </p>
      )}
      <CartLines />
      <CartOffers />
      {cart.items.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="mt-4 grid gap-3">
          {!adding && <DeliveryInCart zip={zip} />}
          <SumRows sums={cart} />
        </div>
      )}
    </>
  )
}

function DeliveryInCart({ zip }: CartDialogProps) {
  const cart = useCart()
  const { hint } = useDeliveryHint(cart)
  const { calendar } = useMarketDays()
  const isAsked = cart.deliveryMethod === 'delivery' || cart.fellBack
  const canDeliver = cart.canDeliver || Boolean(cart.terms?.zip)
  return (
    <DeliveryChoice name="delivery-method" cart={cart} canDeliver={canDeliver} isBrief>
      <p className="pt-2 text-sm">{hint}</p>
      {isAsked && calendar?.isSeeded === false && zip}
    </DeliveryChoice>
  )
}

function OrderDay() {
  const { deliveryMethod } = useCart()
  const { calendar, timeZone } = useMarketDays()
  if (!calendar) return null
  const next = calendar.pause === null && deliveryMethod === 'pickup' ? nextPickup(calendar) : null
  const closed = deliveryMethod === 'pickup' ? closedSentence(calendar) : calendar.pause
  if (!next && !closed) return null
  return (
    <div className="mb-3 rounded-xl bg-sprout px-3.5 py-2 leading-snug">
      {next ? (
        <>
          <p>
            Pickup <strong>{formatNextDay(next.day, calendar.today)}</strong>.
          </p>
          <p>{capitalized(formatOrderBy(next.day, timeZone, { today: calendar.today }))}.</p>
        </>
      ) : (
        <p>{closed}</p>
      )}
    </div>
  )
}

function CartFooter() {
  const cart = useCart()
  const isThere = window.location.pathname === CHECKOUT
  const goToCheckout = () => {
    handOverMethod(cart.deliveryMethod)
    cart.setCartOpen(false)
    if (!isThere) window.location.assign(cart.checkout())
  }
  return (
    <>
      <TotalRow total={cart.total} />
      {isThere ? (
        <Button size="lg" className="mt-2 w-full" onClick={goToCheckout}>
          Back to checkout
        </Button>
      ) : (
        <CheckoutButton onGo={goToCheckout} />
      )}
      <HowRefundsWork />
    </>
  )
}

function HowRefundsWork() {
  const { data } = useQuery(pageLinksQuery)
  if (!data?.some(({ slug }) => `/pages/${slug}` === REFUNDS_PATH)) return null
  return (
    <p className="mt-1 text-center text-sm text-bark-deep">
      <span>Refunds are simple: </span>
      <a href={REFUNDS_PATH} className="font-semibold text-leaf-deep underline underline-offset-4">
        how they work
      </a>
    </p>
  )
}

function EmptyCart() {
  const { setCartOpen } = useCart()
  return (
    <div className="grid justify-items-center gap-3 py-14 text-center">
      <span className="grid size-24 place-items-center rounded-full bg-sprout text-leaf">
        <Icon name="basket" className="size-11" strokeWidth={1.5} />
      </span>
      <p className="mt-2 font-serif text-xl font-semibold">Your cart is empty</p>
      <p className="max-w-[26ch] text-bark-deep">
        Fill it with something fresh; the hens have been busy.
      </p>
      <Button ref={focusIfLost} className="mt-2" onClick={() => setCartOpen(false)}>
        Back to the shop
      </Button>
      <LastOrder />
    </div>
  )
}

function LastOrder() {
  const [receipt, setReceipt] = useState(lastOrder)
  if (!receipt) return null
  const forget = () => {
    forgetLastOrder()
    forgetPlaced(receipt)
    setReceipt(null)
    announce('Your last order was removed from this device.')
  }
  return (
    <>
      <TextLink href={receipt + ORDER_AGAIN}>Order the same again</TextLink>
      <TextLink href={receipt}>Your last order</TextLink>
      <Button variant="quiet" onClick={forget}>
        Remove from this device
      </Button>
    </>
  )
}

function focusIfLost(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus()
}

function ChangesNote({ changes }: { changes: string[] }) {
  const text = changes.join(' ')
  useEffect(() => announce(text), [text])
  return (
    <ul className="mb-4 grid gap-1 rounded-xl bg-yolk-pale px-4 py-3 text-[0.9375rem]">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  )
}

const AWAY = 'Checkout needs a connection. Your cart is kept on this device.'
const BACK = 'You’re back online. Your cart is just as you left it.'

/** The checkout is never cached, so without a connection this says so and stays. */
function CheckoutButton({ onGo }: { onGo: () => void }) {
  const [status, setStatus] = useState('')
  const isAway = status === AWAY
  useEffect(() => {
    if (!isAway) return
    const showBack = () => setStatus(BACK)
    window.addEventListener('online', showBack)
    return () => window.removeEventListener('online', showBack)
  }, [isAway])
  const go = async () => {
    if (isSuspect() && !(await isShopThere())) setStatus(AWAY)
    else onGo()
  }
  return (
    <>
      <p role="status" className={status && 'mt-3 rounded-xl bg-yolk-pale px-4 py-3 font-semibold'}>
        {status}
      </p>
      <Button size="lg" className="mt-2 w-full" onClick={go}>
        Secure Checkout with Stripe
      </Button>
    </>
  )
}

/** Signs that there may be no connection; only then is the shop asked first. */
function isSuspect(): boolean {
  return !navigator.onLine || document.getElementById(OFFLINE_LINE) !== null
}

/**
 * How long the cart must rest before it is announced, in ms, so that five taps on plus are one
 * announcement.
 */
const PAUSE = 500

function useCartNews(cart: AnnouncedCart): void {
  const announced = useRef(cart)
  useEffect(() => {
    const timer = setTimeout(() => {
      const news = cartNews(announced.current, cart)
      announced.current = cart
      if (news) announce(news)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [cart])
}

/** `deliveryHint` is announced only when its wording changes, not its amounts. */
type AnnouncedCart = { items: readonly CartLine[]; total: Cents; deliveryHint: string }

function cartNews(before: AnnouncedCart, now: AnnouncedCart): string {
  const changed = [
    ...now.items.flatMap(({ product, quantity }) =>
      quantity === quantityIn(before, product.id) ? [] : [`${product.name}: ${quantity}.`],
    ),
    ...before.items.flatMap(({ product }) =>
      quantityIn(now, product.id) === 0 ? [`Removed ${product.name}.`] : [],
    ),
  ]
  if (now.items.length === 0)
    return changed.length > 0 ? [...changed, 'Your cart is empty.'].join(' ') : ''
  const total = now.total === before.total ? [] : [`Total ${formatDollars(now.total)}.`]
  const hint =
    firstTerm(now.deliveryHint) === firstTerm(before.deliveryHint) ? [] : [now.deliveryHint]
  return [...changed, ...total, ...hint].join(' ')
}

function quantityIn(cart: AnnouncedCart, productId: number): number {
  return cart.items.find(({ product }) => product.id === productId)?.quantity ?? 0
}

function firstTerm(sentence: string): string {
  return sentence.slice(0, sentence.indexOf(' '))
}

type Removed = { line: CartLine; at: number; rest: string }

function CartLines() {
  const { items, addItem, removeItem } = useCart()
  const [last, setLast] = useState<Removed | null>(null)
  const removed = last?.rest === contentsOf(items) ? last : null
  if (last !== removed) setLast(null)
  const remove = (line: CartLine, at: number) => {
    setLast({ line, at, rest: contentsOf(items.filter((other) => other !== line)) })
    removeItem(line.product.id)
  }
  const putBack = ({ line, at }: Removed) => {
    flushSync(() => {
      setLast(null)
      addItem(line.product, line.quantity, at)
    })
    document.querySelectorAll<HTMLElement>('[data-remove]').item(at)?.focus()
  }
  const rows = items.map((line, at) => (
    <CartLineRow key={line.product.id} line={line} onRemove={() => remove(line, at)} />
  ))
  if (removed) {
    const { id, name } = removed.line.product
    const undo = <UndoRow key={`undo ${id}`} name={name} onUndo={() => putBack(removed)} />
    rows.splice(removed.at, 0, undo)
  }
  return rows.length > 0 && <ul className="-mt-3">{rows}</ul>
}

function contentsOf(items: readonly CartLine[]): string {
  return items.map(({ product, quantity }) => `${product.id} x ${quantity}`).join()
}

function UndoRow({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <li className="py-3">
      <div className="flex items-center justify-between gap-3 rounded-xl bg-sprout py-1 pr-2 pl-3.5 text-leaf-deep">
        <span className="wrap-anywhere">{name} removed.</span>
        <button
          type="button"
          // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone.
          autoFocus
          onClick={onUndo}
          aria-label={`Undo: put ${name} back`}
          className="min-h-11 shrink-0 cursor-pointer rounded-lg px-2 font-semibold underline underline-offset-4"
        >
          Undo
        </button>
      </div>
    </li>
  )
}

type CartLineRowProps = { line: CartLine; onRemove: () => void }

function CartLineRow({ line: { product, quantity }, onRemove }: CartLineRowProps) {
  const { updateQuantity } = useCart()
  const price = toCents(product.price)
  const facts = [
    product.weighed ?? (quantity > 1 && `${formatDollars(price)} each`),
    stockLevel(product.stock) === 'low' && `Only ${product.stock} left`,
  ].filter(Boolean)
  return (
    <li className="grid grid-cols-[4rem_1fr_auto] items-center gap-x-3.5 border-b border-straw py-3 @max-[17rem]:grid-cols-1">
      <Picture url={product.imageUrl} use={THUMB} className="size-16 rounded-xl" />
      <div className="min-w-0">
        <a
          href={productPath(product)}
          className="block leading-snug font-semibold underline-offset-4 hover:underline"
        >
          {product.name}
        </a>
        {facts.length > 0 && (
          <span className="block text-[0.9375rem] leading-snug text-bark-deep">
            {facts.join(' · ')}
          </span>
        )}
        <QuantityStepper
          name={product.name}
          quantity={quantity}
          min={1}
          max={product.stock}
          onStep={(by) => updateQuantity(product.id, quantity + by)}
          className="mt-1.5 inline-flex items-center rounded-full border-[1.5px] border-straw"
        />
      </div>
      <div className="grid justify-items-end gap-1 self-stretch">
        <Price
          amount={times(price, quantity)}
          className="font-serif text-[1.1875rem] font-semibold"
        />
        <button
          type="button"
          data-remove
          onClick={onRemove}
          aria-label={`Remove ${product.name}`}
          className="-mr-2 h-11 cursor-pointer self-end rounded-lg px-2 text-[0.9375rem] text-bark-deep underline underline-offset-2 hover:text-beet"
        >
          Remove
        </button>
      </div>
    </li>
  )
}
