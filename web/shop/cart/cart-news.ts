import { useEffect, useRef } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { type Cents, formatDollars } from '#contract/money.ts'
import { announce } from '#web/ui/announcer.tsx'

/** How long the cart must rest before it is announced, in ms: five taps on plus make one sentence. */
const PAUSE = 500

export function useCartNews(cart: AnnouncedCart): void {
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

/** What is announced of a cart; `deliveryHint` only when its wording changed, not its amounts. */
type AnnouncedCart = { items: readonly CartLine[]; total: Cents; deliveryHint: string }

/** What was done to a cart and what it costs now, in one breath; empty when nothing was. */
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
