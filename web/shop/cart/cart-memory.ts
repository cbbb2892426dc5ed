import { parseDollars } from '#contract/money/money.ts'
import { type Cart, type CartLine, EMPTY_CART } from '#contract/orders/cart.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { CHECKOUT, carriedCart, carryAlong, checkoutWith } from './cart-in-address.ts'
import { takeHandedOverMethod } from './method-store.ts'

const STORED = 'farmstand:cart:1'

/**
 * A cart and the key of its checkout, as this browser remembers them. `seen`:
 * the lines as the buyer left them, before the shop took anything away.
 */
type CartMemory = { cart: Cart; seen: readonly CartLine[]; checkoutKey: string; isRead: boolean }

export const UNREAD: CartMemory = { cart: EMPTY_CART, seen: [], checkoutKey: '', isRead: false }

export type CartKeeper = {
  read: () => CartMemory
  /** The buyer's own change; other lines than before count as seen. */
  change: (next: (cart: Cart) => Cart) => void
  /** The shop's change: what it takes away stays away until the buyer adds it. */
  settle: (cart: Cart) => void
  renewKey: () => string
  clear: () => void
  /** The way to the checkout; a cart that could not be stored goes along in the address. */
  checkout: () => string
  subscribe: (listener: () => void) => () => void
}

/** Keeps a cart's lines and key over reloads and between tabs; the panel and the delivery method start anew. */
export function createCartKeeper(): CartKeeper {
  let memory = UNREAD
  let isStored = true
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const save = (next: CartMemory) => {
    memory = next
    isStored = store(next)
    carryAlong(isStored ? null : carriedOf(next))
    notify()
  }
  const read = () => {
    if (!memory.isRead)
      memory = fromStorage({
        ...EMPTY_CART,
        deliveryMethod: carriedCart()?.method ?? takeHandedOverMethod(),
      })
    return memory
  }
  const readAgain = (event: StorageEvent) => {
    if (event.key !== STORED || !memory.isRead) return
    memory = fromStorage(memory.cart)
    notify()
  }
  return {
    read,
    change: (next) => {
      const before = read()
      const cart = next(before.cart)
      save({ ...before, cart, seen: cart.items === before.cart.items ? before.seen : cart.items })
    },
    settle: (cart) => save({ ...read(), cart }),
    renewKey: () => {
      save({ ...read(), checkoutKey: newUuid() })
      return memory.checkoutKey
    },
    clear: () =>
      save({
        cart: { ...read().cart, items: [], deliveryMethod: 'pickup', fellBack: false },
        seen: [],
        checkoutKey: newUuid(),
        isRead: true,
      }),
    checkout: () => (isStored ? CHECKOUT : checkoutWith(carriedOf(read()))),
    subscribe: (listener) => {
      if (listeners.size === 0) window.addEventListener('storage', readAgain)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', readAgain)
      }
    },
  }
}

type Stored = { checkoutKey: string; items: CartLine[]; seen?: readonly CartLine[] }

function fromStorage(cart: Cart): CartMemory {
  const stored = storedCart()
  return {
    cart: { ...cart, items: stored?.items ?? [] },
    seen: stored?.seen ?? stored?.items ?? [],
    checkoutKey: stored?.checkoutKey ?? newUuid(),
    isRead: true,
  }
}

function storedCart(): Stored | null {
  try {
    const text = carriedCart()?.stored ?? localStorage.getItem(STORED)
    const stored: unknown = JSON.parse(text ?? 'null')
    return areStored(stored) ? stored : null
  } catch {
    return null
  }
}

/** Whether it is stored: a browser may forbid it, or have no room left. */
function store(memory: CartMemory): boolean {
  try {
    localStorage.setItem(STORED, storedText(memory))
    return true
  } catch {
    return false
  }
}

function carriedOf(memory: CartMemory) {
  return { method: memory.cart.deliveryMethod, stored: storedText(memory) }
}

function storedText({ cart: { items }, seen, checkoutKey }: CartMemory): string {
  const stored: Stored = { checkoutKey, items, ...(seen === items ? {} : { seen }) }
  return JSON.stringify(stored)
}

function areStored(value: unknown): value is Stored {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('checkoutKey' in value) ||
    !('items' in value)
  )
    return false
  const seen = 'seen' in value ? value.seen : value.items
  return typeof value.checkoutKey === 'string' && areLines(value.items) && areLines(seen)
}

function areLines(value: unknown): value is CartLine[] {
  return Array.isArray(value) && value.every(isLine)
}

function isLine(value: unknown): value is CartLine {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('product' in value) ||
    !('quantity' in value)
  )
    return false
  const { product, quantity } = value
  if (typeof product !== 'object' || product === null || !Number.isSafeInteger(quantity))
    return false
  const { id, name, price, stock } = product as Record<string, unknown>
  const isPriced = typeof price === 'number' && parseDollars(price) !== null
  return (
    isPriced && Number.isSafeInteger(id) && typeof name === 'string' && Number.isSafeInteger(stock)
  )
}
