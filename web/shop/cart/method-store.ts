import type { DeliveryMethod } from '#contract/calendar/delivery.ts'

const HANDED_OVER = 'farmstand:method'

/** From cart to checkout, through reloads and back; any other load starts with pickup. */
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
