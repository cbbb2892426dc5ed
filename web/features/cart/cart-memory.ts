import { type Cart, type CartLine, EMPTY_CART } from '#contract/cart.ts'
import { parseDollars } from '#contract/money.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { takeHandedOverMethod } from './hand-over-method.ts'

const STORED = 'farmstand:cart:1'

/** A cart and the key of its checkout, as this browser remembers them. */
export type CartMemory = { cart: Cart; checkoutKey: string; isRead: boolean }

/** What is known before the browser's storage was read: nothing. */
export const UNREAD: CartMemory = { cart: EMPTY_CART, checkoutKey: '', isRead: false }

export type CartKeeper = {
  read: () => CartMemory
  change: (next: (cart: Cart) => Cart) => void
  /** A new key for the same cart. */
  renewKey: () => void
  /** An empty cart with a new key. */
  clear: () => void
  subscribe: (listener: () => void) => () => void
}

/** Keeps a cart's lines and key over reloads and between tabs; the panel and the delivery method start anew. */
export function createCartKeeper(): CartKeeper {
  let memory = UNREAD
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const keep = (next: CartMemory) => {
    memory = next
    store(next)
    tell()
  }
  const read = () => {
    if (!memory.isRead) memory = fromStorage({ ...EMPTY_CART, deliveryMethod: takeHandedOverMethod() })
    return memory
  }
  const readAgain = (event: StorageEvent) => {
    if (event.key !== STORED || !memory.isRead) return
    memory = fromStorage(memory.cart)
    tell()
  }
  return {
    read,
    change: (next) => keep({ ...read(), cart: next(read().cart) }),
    renewKey: () => keep({ ...read(), checkoutKey: newUuid() }),
    clear: () =>
      keep({
        cart: { ...read().cart, items: [], deliveryMethod: 'pickup' },
        checkoutKey: newUuid(),
        isRead: true,
      }),
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

type Stored = { checkoutKey: string; items: CartLine[] }

function fromStorage(cart: Cart): CartMemory {
  const stored = storedCart()
  return {
    cart: { ...cart, items: stored?.items ?? [] },
    checkoutKey: stored?.checkoutKey ?? newUuid(),
    isRead: true,
  }
}

function storedCart(): Stored | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? 'null')
    return isStored(stored) ? stored : null
  } catch {
    return null
  }
}

/** A browser that forbids storage, or has none left, still has its cart until the page is left. */
function store({ cart, checkoutKey }: CartMemory): void {
  try {
    localStorage.setItem(STORED, JSON.stringify({ checkoutKey, items: cart.items } satisfies Stored))
  } catch {}
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null || !('checkoutKey' in value) || !('items' in value)) return false
  return typeof value.checkoutKey === 'string' && Array.isArray(value.items) && value.items.every(isLine)
}

function isLine(value: unknown): value is CartLine {
  if (typeof value !== 'object' || value === null || !('product' in value) || !('quantity' in value)) return false
  const { product, quantity } = value
  if (typeof product !== 'object' || product === null || !Number.isSafeInteger(quantity)) return false
  const { id, name, price, stock } = product as Record<string, unknown>
  const isPriced = typeof price === 'number' && parseDollars(price) !== null
  return isPriced && Number.isSafeInteger(id) && typeof name === 'string' && Number.isSafeInteger(stock)
}
