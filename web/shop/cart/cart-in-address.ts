import type { DeliveryMethod } from '#contract/calendar/delivery.ts'

// A browser without storage or room takes the cart to the checkout after #, which is never sent.

const MARK = '#cart='

export const CHECKOUT = '/checkout'

type Carried = { method: DeliveryMethod; stored: string }

export function checkoutWith(carried: Carried): string {
  return `${CHECKOUT}${MARK}${encodeURIComponent(JSON.stringify(carried))}`
}

export function carriedCart(): Carried | null {
  const { hash } = window.location
  if (!hash.startsWith(MARK)) return null
  try {
    const carried: unknown = JSON.parse(decodeURIComponent(hash.slice(MARK.length)))
    return isCarried(carried) ? carried : null
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

function isCarried(value: unknown): value is Carried {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'stored' in value &&
    typeof value.stored === 'string' &&
    (value.method === 'pickup' || value.method === 'delivery')
  )
}
