import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type { DeliveryMethod, DeliveryTerms } from '#contract/calendar/delivery.ts'
import { formatMoney, parseDollars } from '#contract/money/money.ts'
import {
  addItem,
  type Cart,
  type CartLine,
  type CartTotals,
  cartTotals,
  EMPTY_CART,
  itemCount,
  removeItem,
  settleMethod,
  updateQuantity,
} from '#contract/orders/cart.ts'
import type { Product } from '#contract/products/products.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { productsQuery } from '#web/api/shop-queries.ts'
import { readStorage, writeStorage } from '#web/ui/browser-storage.ts'
import { listenerSet } from '#web/ui/listeners.ts'
import { CHECKOUT, carriedCart, carryAlong, checkoutWith } from './cart-in-address.ts'
import { takeHandedOverMethod } from './method-store.ts'

export type CartOnScreen = Cart &
  CartTotals &
  CartKeeper & {
    count: number
    checkoutKey: string
    isRead: boolean
    /** Prices and stock are current, as far as they could be loaded. */
    isReady: boolean
    changes: string[]
  }

const CartContext = createContext<CartOnScreen | null>(null)
const KeeperContext = createContext<CartKeeper | null>(null)

/** Gives the pages inside it a single cart (specification, sections 3 and 4). */
export function CartProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [keeper] = useState(() => createCartKeeper(client))
  const { cart: stored, seen, checkoutKey, isRead } = useMemory(keeper)
  const list = useQuery({ ...productsQuery, enabled: stored.items.length > 0 })
  const cart = settleCart(
    stored,
    list.data ? { products: list.data, isWhole: !list.isStale } : null,
  )
  // Once prices and the minimum are known; until then, a method that isn't allowed only shows as
  // pickup.
  const mayFallBack = stored.terms !== undefined && list.data !== undefined
  const isSettled =
    changesInCart(stored.items, cart.items).length === 0 &&
    (cart.deliveryMethod === stored.deliveryMethod || !mayFallBack)
  useEffect(() => {
    if (!isSettled) keeper.settle()
  })
  const totals = cartTotals(cart)
  const value = {
    ...cart,
    ...totals,
    ...keeper,
    count: itemCount(cart),
    checkoutKey,
    isRead,
    isReady: isRead && (stored.items.length === 0 || !list.isPending),
    changes: changesInCart(seen, cart.items),
  }
  return (
    <KeeperContext value={keeper}>
      <CartContext value={value}>{children}</CartContext>
    </KeeperContext>
  )
}

/** Read in a transition: as a store outside React it would hydrate the whole page at once. */
function useMemory({ read, subscribe }: CartKeeper) {
  const [memory, setMemory] = useState(UNREAD)
  useEffect(() => {
    const show = () => setMemory(read())
    startTransition(show)
    return subscribe(show)
  }, [read, subscribe])
  return memory
}

/** Re-renders on every change of the cart. @throws Error outside the CartProvider */
export function useCart(): CartOnScreen {
  return inside(useContext(CartContext))
}

/** For parts that don't show the cart. @throws Error outside the CartProvider */
export function useCartActions(): CartKeeper {
  return inside(useContext(KeeperContext))
}

/** Re-renders only when this number changes. @throws Error outside the CartProvider */
export function useQuantityInCart(product: Product): number {
  const { subscribe, quantityOf } = useCartActions()
  return useSyncExternalStore(
    subscribe,
    () => quantityOf(product),
    () => 0,
  )
}

function inside<Found>(found: Found | null): Found {
  if (!found) throw new Error('useCart must be used within a CartProvider')
  return found
}

function knownProducts(client: QueryClient): KnownProducts | null {
  const list = client.getQueryState(productsQuery.queryKey)
  return list?.data ? { products: list.data, isWhole: !list.isInvalidated } : null
}

/** `isWhole` is false while only the start is known. */
type KnownProducts = { products: readonly Product[]; isWhole: boolean }

/** Today's prices and stock; quantities within the stock, vanished products removed. */
function settleCart(cart: Cart, known: KnownProducts | null): Cart {
  const items = known ? cart.items.flatMap((line) => settledLine(line, known)) : cart.items
  return settleMethod({ ...cart, items })
}

function changesInCart(before: readonly CartLine[], after: readonly CartLine[]): string[] {
  return before.flatMap(({ product, quantity }) => {
    const line = after.find((other) => other.product.id === product.id)
    const { name } = product
    if (!line) return [`Sold out and no longer in your cart: ${name}.`]
    const { price } = line.product
    return [
      ...(line.quantity < quantity
        ? [`${name}: only ${line.quantity} left. We changed your cart to ${line.quantity}.`]
        : []),
      ...(price === product.price ? [] : [`${name}: the price is now ${formatMoney(price)}.`]),
    ]
  })
}

function settledLine(line: CartLine, { products, isWhole }: KnownProducts): CartLine[] {
  const product = products.find(({ id }) => id === line.product.id)
  if (!product) return isWhole ? [] : [line]
  const quantity = Math.min(line.quantity, product.stock)
  return quantity > 0 ? [{ product, quantity }] : []
}

const STORED = 'farmstand:cart:1'

/**
 * `seen`: the lines as the buyer left them, before the shop removed anything; `sent`: those of the
 * last order that was asked for with this key.
 */
type CartMemory = {
  cart: Cart
  seen: readonly CartLine[]
  sent?: readonly CartLine[] | undefined
  checkoutKey: string
  isRead: boolean
}

const UNREAD: CartMemory = { cart: EMPTY_CART, seen: [], checkoutKey: '', isRead: false }

type CartKeeper = ReturnType<typeof createCartKeeper>

/** Keeps lines and key across reloads and tabs; the panel and the delivery method start over. */
function createCartKeeper(client: QueryClient) {
  let memory = UNREAD
  let isStored = true
  const listeners = listenerSet()
  const save = (next: CartMemory) => {
    memory = next
    isStored = writeStorage('localStorage', STORED, storedOf(next))
    carryAlong(isStored ? null : carriedOf(next))
    listeners.notify()
  }
  const read = () => {
    if (!memory.isRead)
      memory = fromStorage({
        ...EMPTY_CART,
        deliveryMethod: carriedCart()?.method === 'delivery' ? 'delivery' : takeHandedOverMethod(),
      })
    return memory
  }
  const readAgain = (event: StorageEvent) => {
    if (event.key !== STORED || !memory.isRead) return
    memory = fromStorage(memory.cart)
    listeners.notify()
  }
  if (!import.meta.env.SSR) window.addEventListener('storage', readAgain)
  const settled = (cart: Cart) => settleCart(cart, knownProducts(client))
  /** The buyer's own change; if it changes the lines, they count as seen. */
  const write = (next: (cart: Cart) => Cart) => {
    const before = read()
    const cart = next(before.cart)
    save({ ...before, cart, seen: cart.items === before.cart.items ? before.seen : cart.items })
  }
  const change = (next: (cart: Cart) => Cart) => write((cart) => next(settled(cart)))
  const open = () => write((cart) => ({ ...cart, isCartOpen: true }))
  const close = () => change((cart) => ({ ...cart, isCartOpen: false }))
  return {
    read,
    subscribe: listeners.subscribe,
    /** The buyer's own change, from the cart as it is shown. */
    change,
    /** A new line goes last, or at index `at`. */
    addItem: (product: Product, quantity?: number, at?: number) =>
      change((cart) => addItem(cart, product, quantity, at)),
    removeItem: (productId: number) => change((cart) => removeItem(cart, productId)),
    /** Zero or less removes the line. */
    updateQuantity: (productId: number, quantity: number) =>
      change((cart) => updateQuantity(cart, productId, quantity)),
    noteSent: () => save({ ...read(), sent: read().cart.items }),
    /** What was added since the order was sent, in another tab perhaps, stays. */
    clearCart: () => {
      const { cart, sent = cart.items } = read()
      const items = without(cart.items, sent)
      save({
        cart: { ...cart, items, deliveryMethod: 'pickup', fellBack: false },
        seen: items,
        checkoutKey: newUuid(),
        isRead: true,
      })
    },
    toggleCart: () => (read().cart.isCartOpen ? close() : open()),
    setCartOpen: (isCartOpen: boolean) => (isCartOpen ? open() : close()),
    setDeliveryMethod: (deliveryMethod: DeliveryMethod) =>
      write((cart) => ({ ...cart, deliveryMethod, fellBack: false })),
    setTerms: (terms: DeliveryTerms) => write((cart) => ({ ...cart, terms })),
    renewCheckoutKey: () => {
      save({ ...read(), checkoutKey: newUuid() })
      return memory.checkoutKey
    },
    /** A cart that couldn't be stored goes along in the address. */
    checkout: () => (isStored ? CHECKOUT : checkoutWith(carriedOf(read()))),
    /** Makes the shop's removals from the cart permanent, delivery too, so they don't come back. */
    settle: () => save({ ...read(), cart: settled(read().cart) }),
    /** Doesn't re-render; for what is shown, use `useQuantityInCart`. */
    quantityOf: ({ id, stock }: Product) => {
      const line = read().cart.items.find(({ product }) => product.id === id)
      return Math.min(line?.quantity ?? 0, stock)
    },
  }
}

function without(lines: readonly CartLine[], taken: readonly CartLine[]): CartLine[] {
  return lines.flatMap((line) => {
    const own = taken.find(({ product }) => product.id === line.product.id)
    const quantity = line.quantity - (own?.quantity ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

type Stored = {
  checkoutKey: string
  items: CartLine[]
  seen?: readonly CartLine[]
  sent?: readonly CartLine[] | undefined
}

function fromStorage(cart: Cart): CartMemory {
  const stored = storedCart()
  return {
    cart: { ...cart, items: stored?.items ?? [] },
    seen: stored?.seen ?? stored?.items ?? [],
    sent: stored?.sent,
    checkoutKey: stored?.checkoutKey ?? newUuid(),
    isRead: true,
  }
}

function storedCart(): Stored | null {
  const stored: Partial<Stored> =
    carriedCart()?.stored ?? readStorage<Stored>('localStorage', STORED)
  const { checkoutKey, items, seen = items, sent } = stored
  const isCart =
    typeof checkoutKey === 'string' && areLines(items) && areLines(seen) && areLines(sent ?? [])
  return isCart ? { checkoutKey, items, seen, sent } : null
}

function carriedOf(memory: CartMemory) {
  return { method: memory.cart.deliveryMethod, stored: storedOf(memory) }
}

function storedOf({ cart: { items }, seen, sent, checkoutKey }: CartMemory): Stored {
  return { checkoutKey, items, ...(seen === items ? {} : { seen }), ...(sent && { sent }) }
}

function areLines(lines: unknown): lines is CartLine[] {
  return Array.isArray(lines) && lines.every(isLine)
}

function isLine(line: Partial<CartLine> | null): boolean {
  const { product, quantity } = line ?? {}
  const { id, name, price, stock }: Partial<Product> = product ?? {}
  const isPriced = typeof price === 'number' && parseDollars(price) !== null
  return isPriced && typeof name === 'string' && [quantity, id, stock].every(Number.isSafeInteger)
}
