import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import {
  addItem,
  type Cart,
  type CartTotals,
  cartTotals,
  itemCount,
  removeItem,
  updateQuantity,
} from '#contract/cart.ts'
import { DELIVERY_FEE, DELIVERY_FROM, type DeliveryMethod } from '#contract/delivery.ts'
import { cents, formatDollars } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { productsQuery } from '#web/api/products-query.ts'
import { type CartKeeper, createCartKeeper, UNREAD } from './cart-memory.ts'
import { changesInCart, settleCart } from './settle-cart.ts'

type CartActions = {
  addItem: (product: Product, quantity?: number) => void
  removeItem: (productId: number) => void
  /** Zero or less removes the line. */
  updateQuantity: (productId: number, quantity: number) => void
  /** Empties the cart and gives it a new checkout key. */
  clearCart: () => void
  toggleCart: () => void
  setCartOpen: (open: boolean) => void
  setDeliveryMethod: (method: DeliveryMethod) => void
  renewCheckoutKey: () => void
}

export type CartOnScreen = Cart &
  CartTotals &
  CartActions & {
    count: number
    checkoutKey: string
    /** Storage was read, and prices and stock are today's wherever they could be had. */
    isReady: boolean
    /** What changed since the lines were put in, in sentences. */
    changes: string[]
    /** What delivery costs, or what is still missing for it. */
    deliveryHint: string
  }

const CartContext = createContext<CartOnScreen | null>(null)

/** Gives the pages inside it one cart (specification, sections 3 and 4). */
export function CartProvider({ children }: { children: ReactNode }) {
  const [keeper] = useState(createCartKeeper)
  const { cart: kept, checkoutKey, isRead } = useSyncExternalStore(keeper.subscribe, keeper.read, () => UNREAD)
  const list = useQuery({ ...productsQuery, enabled: kept.items.length > 0 })
  const known = list.data ? { products: list.data, isWhole: !list.isStale } : null
  const cart = settleCart(kept, known)
  const value = {
    ...cart,
    ...cartTotals(cart),
    ...actionsOn(keeper, (stored) => settleCart(stored, known)),
    count: itemCount(cart),
    checkoutKey,
    isReady: isRead && (kept.items.length === 0 || !list.isPending),
    changes: changesInCart(kept.items, cart.items),
    deliveryHint: deliveryHint(cartTotals(cart)),
  }
  return <CartContext value={value}>{children}</CartContext>
}

/** The cart of this page. @throws Error outside the CartProvider */
export function useCart(): CartOnScreen {
  const cart = useContext(CartContext)
  if (!cart) throw new Error('useCart must be used within a CartProvider')
  return cart
}

function deliveryHint({ canDeliver, subtotal }: CartTotals): string {
  if (canDeliver) return `We deliver in the Hot Springs area for ${formatDollars(DELIVERY_FEE)}.`
  const missing = formatDollars(cents(DELIVERY_FROM - subtotal))
  return `Add ${missing} more to have it delivered; we deliver from ${formatDollars(DELIVERY_FROM)} on.`
}

function actionsOn(keeper: CartKeeper, settle: (cart: Cart) => Cart): CartActions {
  const change = (next: (cart: Cart) => Cart) => keeper.change((cart) => next(settle(cart)))
  return {
    addItem: (product, quantity) => change((cart) => addItem(cart, product, quantity)),
    removeItem: (productId) => change((cart) => removeItem(cart, productId)),
    updateQuantity: (productId, quantity) => change((cart) => updateQuantity(cart, productId, quantity)),
    clearCart: keeper.clear,
    toggleCart: () => keeper.change((cart) => ({ ...cart, isCartOpen: !cart.isCartOpen })),
    setCartOpen: (isCartOpen) => keeper.change((cart) => ({ ...cart, isCartOpen })),
    setDeliveryMethod: (deliveryMethod) => change((cart) => ({ ...cart, deliveryMethod })),
    renewCheckoutKey: keeper.renewKey,
  }
}
