import { addItem, type Cart, removeItem, updateQuantity } from '#contract/cart.ts'
import type { DeliveryMethod, DeliveryTerms } from '#contract/delivery.ts'
import type { Product } from '#contract/products.ts'
import type { QueryClient } from '#web/api/query-client.ts'
import { productsQuery } from '#web/api/shop-queries.ts'
import type { CartKeeper } from './cart-memory.ts'
import { type KnownProducts, settleCart } from './settle-cart.ts'

export type CartActions = {
  /** A new line stands last, or in the place of `at`. */
  addItem: (product: Product, quantity?: number, at?: number) => void
  removeItem: (productId: number) => void
  /** Zero or less removes the line. */
  updateQuantity: (productId: number, quantity: number) => void
  clearCart: () => void
  toggleCart: () => void
  /** Closing the cart marks its changes as read. */
  setCartOpen: (open: boolean) => void
  setDeliveryMethod: (method: DeliveryMethod) => void
  /** What delivery costs and from when on it is, once that is known. */
  setTerms: (terms: DeliveryTerms) => void
  renewCheckoutKey: () => string
  /** The way to the checkout. */
  checkout: () => string
  /** Keeps what the shop took away from the cart as taken away, delivery too; it does not come back by itself. */
  settle: () => void
  /** How many of a product are in the cart now; for what is shown, `useQuantityInCart` keeps in step. */
  quantityOf: (product: Product) => number
}

export function cartActions(keeper: CartKeeper, client: QueryClient): CartActions {
  const settled = (cart: Cart) => settleCart(cart, knownProducts(client))
  const change = (next: (cart: Cart) => Cart) => keeper.change((cart) => next(settled(cart)))
  const open = () => keeper.change((cart) => ({ ...cart, isCartOpen: true }))
  const close = () => change((cart) => ({ ...cart, isCartOpen: false }))
  return {
    addItem: (product, quantity, at) => change((cart) => addItem(cart, product, quantity, at)),
    removeItem: (productId) => change((cart) => removeItem(cart, productId)),
    updateQuantity: (productId, quantity) =>
      change((cart) => updateQuantity(cart, productId, quantity)),
    clearCart: keeper.clear,
    toggleCart: () => (keeper.read().cart.isCartOpen ? close() : open()),
    setCartOpen: (isCartOpen) => (isCartOpen ? open() : close()),
    setDeliveryMethod: (deliveryMethod) =>
      keeper.change((cart) => ({ ...cart, deliveryMethod, fellBack: false })),
    setTerms: (terms) => keeper.change((cart) => ({ ...cart, terms })),
    renewCheckoutKey: keeper.renewKey,
    checkout: keeper.checkout,
    settle: () => keeper.settle(settled(keeper.read().cart)),
    quantityOf: (product) => quantityIn(keeper, product),
  }
}

export function quantityIn(keeper: CartKeeper, product: Product): number {
  const line = keeper.read().cart.items.find((item) => item.product.id === product.id)
  return Math.min(line?.quantity ?? 0, product.stock)
}

function knownProducts(client: QueryClient): KnownProducts | null {
  const list = client.getQueryState(productsQuery.queryKey)
  return list?.data ? { products: list.data, isWhole: !list.isInvalidated } : null
}
