import { CartPanel } from '#web/shop/cart/cart-panel.tsx'
import { DeliveryZip } from '#web/shop/checkout/delivery-zip.tsx'

export function CartInShop() {
  return <CartPanel zip={<DeliveryZip />} />
}
