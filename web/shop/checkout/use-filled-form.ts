import { firstFive } from '#contract/zip-code.ts'
import { useCart } from '#web/shop/cart/cart-store.tsx'
import { useDeliveryTerms } from '#web/shop/cart/delivery-hint.ts'
import { errorsIn, purchaseOf } from './purchase.ts'
import { useDayChoices } from './use-day-choices.ts'
import { useFaults } from './use-faults.ts'
import { useFields } from './use-fields.ts'

export function useFilledForm() {
  const cart = useCart()
  const { checkoutKey, deliveryMethod, fellBack = false } = cart
  const fields = useFields(checkoutKey)
  const isDelivery = deliveryMethod === 'delivery'
  const zip = firstFive(fields.typed('zipCode') ?? '')
  // Below the minimum of a zone it is pickup, and what the zone asks for is still said.
  const needsZone = isDelivery || fellBack
  const days = useDayChoices({ isDelivery, needsZone, zip, checkoutKey })
  useDeliveryTerms(days.zone.terms)
  const { notHere } = days.zone
  const faults = useFaults((form) => ({
    ...(isDelivery && notHere !== null && { zipCode: notHere }),
    ...errorsIn(purchaseOf(new FormData(form), cart)),
  }))
  return { fields, days, faults }
}
