import type { DeliveryMethod } from '#contract/calendar/delivery.ts'

// A browser without storage or room takes the cart to the checkout after #, which is never sent.

const MARK = '#cart='

export const CHECKOUT = '/checkout'

type Carried = { method: DeliveryMethod; stored: object }

export function checkoutWith(carried: Carried): string {
  return `${CHECKOUT}${MARK}${encodeURIComponent(JSON.stringify(carried))}`
}

/** Unchecked: anyone may have written the address. */
export function carriedCart(): Partial<Carried> | null {
  const { hash } = window.location
  if (!hash.startsWith(MARK)) return null
  try {
    return JSON.parse(decodeURIComponent(hash.slice(MARK.length)))
  } catch {
    return null
  }
}

/** Keeps the checkout's address in step with its cart for reloads; null when the cart is stored. */
export function carryAlong(carried: Carried | null): void {
  if (window.location.pathname !== CHECKOUT) return
  const { pathname, search, hash } = window.location
  if (carried) window.history.replaceState(window.history.state, '', checkoutWith(carried))
  else if (hash.startsWith(MARK))
    window.history.replaceState(window.history.state, '', pathname + search)
}
