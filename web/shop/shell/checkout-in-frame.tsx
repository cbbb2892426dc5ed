import { CheckoutPage } from '#web/shop/checkout/checkout-page.tsx'
import { CheckoutFrame } from './checkout-frame.tsx'

export function CheckoutInFrame() {
  return (
    <CheckoutFrame>
      <CheckoutPage />
    </CheckoutFrame>
  )
}
