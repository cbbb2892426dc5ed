import type { DeliveryMethod } from '#contract/calendar/delivery.ts'
import { readStorage, writeStorage } from '#web/ui/browser-storage.ts'

const HANDED_OVER = 'farmstand:method'

/** Carries the choice to the checkout, through reloads and back; other loads start at pickup. */
export function handOverMethod(method: DeliveryMethod): void {
  writeStorage('sessionStorage', HANDED_OVER, { method })
}

export function takeHandedOverMethod(): DeliveryMethod {
  const { method } = readStorage<{ method: DeliveryMethod }>('sessionStorage', HANDED_OVER)
  writeStorage('sessionStorage', HANDED_OVER, null)
  return method === 'delivery' ? 'delivery' : 'pickup'
}
