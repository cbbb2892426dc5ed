import { CheckoutPage } from '#web/features/checkout/checkout-page.tsx'
import { CheckoutFrame } from './checkout-frame.tsx'

/** The checkout in its quiet surroundings. */
export function CheckoutInFrame() {
  return (
    <CheckoutFrame>
      <CheckoutPage />
    </CheckoutFrame>
  )
}
