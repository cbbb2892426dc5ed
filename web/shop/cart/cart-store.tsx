import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Cart, type CartTotals, cartTotals, itemCount } from '#contract/cart.ts'
import type { Product } from '#contract/products.ts'
import { productsQuery } from '#web/api/shop-queries.ts'
import { useQuery, useQueryClient } from '#web/api/use-query.tsx'
import { type CartActions, cartActions, quantityIn } from './cart-actions.ts'
import { type CartKeeper, createCartKeeper, UNREAD } from './cart-memory.ts'
import { changesInCart, settleCart } from './settle-cart.ts'

export type CartOnScreen = Cart &
  CartTotals &
  CartActions & {
    count: number
    checkoutKey: string
    /** Storage was read. */
    isRead: boolean
    /** Prices and stock are today's wherever they could be had. */
    isReady: boolean
    changes: string[]
  }

type CartHandle = { keeper: CartKeeper; actions: CartActions }

const CartContext = createContext<CartOnScreen | null>(null)
const HandleContext = createContext<CartHandle | null>(null)

/** Gives the pages inside it one cart (specification, sections 3 and 4). */
export function CartProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [handle] = useState(() => {
    const keeper = createCartKeeper()
    return { keeper, actions: cartActions(keeper, client) }
  })
  const { cart: stored, seen, checkoutKey, isRead } = useMemory(handle.keeper)
  const list = useQuery({ ...productsQuery, enabled: stored.items.length > 0 })
  const cart = settleCart(
    stored,
    list.data ? { products: list.data, isWhole: !list.isStale } : null,
  )
  // Prices and minimum are known by then; before, a method that is not allowed is only shown as pickup.
  const mayFallBack = stored.terms !== undefined && list.data !== undefined
  const isSettled =
    changesInCart(stored.items, cart.items).length === 0 &&
    (cart.deliveryMethod === stored.deliveryMethod || !mayFallBack)
  useEffect(() => {
    if (!isSettled) handle.actions.settle()
  })
  const totals = cartTotals(cart)
  const value = {
    ...cart,
    ...totals,
    ...handle.actions,
    count: itemCount(cart),
    checkoutKey,
    isRead,
    isReady: isRead && (stored.items.length === 0 || !list.isPending),
    changes: changesInCart(seen, cart.items),
  }
  return (
    <HandleContext value={handle}>
      <CartContext value={value}>{children}</CartContext>
    </HandleContext>
  )
}

/**
 * What the browser remembers. It is read without haste: as a
 * store outside React it would wake the whole page in one piece.
 */
function useMemory({ read, subscribe }: CartKeeper) {
  const [memory, setMemory] = useState(UNREAD)
  useEffect(() => {
    const show = () => setMemory(read())
    startTransition(show)
    return subscribe(show)
  }, [read, subscribe])
  return memory
}

/** The cart of this page; readers are rendered again with every change. @throws Error outside the CartProvider */
export function useCart(): CartOnScreen {
  return inside(useContext(CartContext))
}

/** What can be done with the cart, for parts that do not show it. @throws Error outside the CartProvider */
export function useCartActions(): CartActions {
  return inside(useContext(HandleContext)).actions
}

/**
 * How many of a product are in the cart; only a change of this number draws its reader again.
 * @throws Error outside the CartProvider
 */
export function useQuantityInCart(product: Product): number {
  const { keeper } = inside(useContext(HandleContext))
  return useSyncExternalStore(
    keeper.subscribe,
    () => quantityIn(keeper, product),
    () => 0,
  )
}

function inside<Found>(found: Found | null): Found {
  if (!found) throw new Error('useCart must be used within a CartProvider')
  return found
}
