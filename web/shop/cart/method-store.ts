import type { DeliveryMethod } from '#contract/calendar/delivery.ts'

const HANDED_OVER = 'farmstand:method'

/** Carries the choice to the checkout, through reloads and back; other loads start at pickup. */
export function handOverMethod(method: DeliveryMethod): void {
  try {
    sessionStorage.setItem(HANDED_OVER, method)
  } catch {}
}

export function takeHandedOverMethod(): DeliveryMethod {
  try {
    const method = sessionStorage.getItem(HANDED_OVER)
    sessionStorage.removeItem(HANDED_OVER)
    return method === 'delivery' ? 'delivery' : 'pickup'
  } catch {
    return 'pickup'
  }
}
