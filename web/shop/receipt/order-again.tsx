import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import type { Cart } from '#contract/orders/cart.ts'
import { ORDER_AGAIN } from '#contract/orders/receipt-link.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import { goodsOf } from '#contract/orders/usual-goods.ts'
import type { Product } from '#contract/products/products.ts'
import { SOMETHING_WENT_WRONG } from '#web/api/request.ts'
import { productsQuery } from '#web/api/shop-queries.ts'
import { stopAdding } from '#web/shop/cart/adding-store.ts'
import { useCartActions } from '#web/shop/cart/cart-store.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { dropHash, useHash } from '#web/ui/use-hash.ts'

/** From here, or by a link with `#again`: the same goods at today's prices, for a new day. */
export function OrderAgain({ receipt }: { receipt: Receipt }) {
  const client = useQueryClient()
  const { change } = useCartActions()
  const isAsked = `#${useHash()}` === ORDER_AGAIN
  useEffect(() => {
    if (!isAsked) return
    dropHash()
    stopAdding()
    const fill = (products: Product[] | null) =>
      products
        ? change((cart) => withPastGoods(cart, receipt, products))
        : toast({ title: SOMETHING_WENT_WRONG, variant: 'destructive' })
    client.fetchQuery(productsQuery).then(fill, () => fill(null))
  }, [isAsked, receipt, client, change])
  return (
    <a href={ORDER_AGAIN} className={buttonLook({})}>
      <RotateCcw aria-hidden="true" className="size-5" /> Order again
    </a>
  )
}

/**
 * At least as many of each as the order had, so that a second tap adds nothing. They go in as they
 * were sold then, and the cart itself says what costs more now and removes what is gone.
 */
function withPastGoods(cart: Cart, receipt: Receipt, products: readonly Product[]): Cart {
  const items = [...cart.items]
  for (const { productId: id, name, price, units } of goodsOf(receipt)) {
    const at = items.findIndex(({ product }) => product.id === id)
    const line = items[at]
    const gone = { id, name, description: '', category: '', stock: 0, imageUrl: null }
    const product = { ...(products.find((one) => one.id === id) ?? gone), price }
    if (line) items[at] = { ...line, quantity: Math.max(line.quantity, units) }
    else items.push({ product, quantity: units })
  }
  return { ...cart, items, isCartOpen: true }
}
