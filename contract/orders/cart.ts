import {
  canDeliver,
  DEFAULT_TERMS,
  type DeliveryMethod,
  type DeliveryTerms,
  deliveryFee,
} from '../calendar/delivery.ts'
import { type Cents, sum, times, toCents } from '../money/money.ts'
import type { Product } from '../products/products.ts'

export type CartLine = { product: Product; quantity: number }

export type Cart = {
  items: CartLine[]
  isCartOpen: boolean
  deliveryMethod: DeliveryMethod
  /** Delivery was chosen but isn't allowed: pickup until the buyer chooses again. */
  fellBack?: boolean
  terms?: DeliveryTerms
}

export const EMPTY_CART: Cart = { items: [], isCartOpen: false, deliveryMethod: 'pickup' }

export type CartTotals = { subtotal: Cents; deliveryFee: Cents; total: Cents; canDeliver: boolean }

export function addItem(
  { items: before, ...cart }: Cart,
  product: Product,
  quantity = 1,
  at = before.length,
): Cart {
  const line = before.find((item) => item.product.id === product.id)
  const items = line
    ? withProduct(before, product)
    : [...before.slice(0, at), { product, quantity: 0 }, ...before.slice(at)]
  return updateQuantity({ ...cart, items }, product.id, (line?.quantity ?? 0) + quantity)
}

export function removeItem(cart: Cart, productId: number): Cart {
  return { ...cart, items: cart.items.filter((item) => item.product.id !== productId) }
}

/** At most the stock; zero or less removes the line. */
export function updateQuantity(cart: Cart, productId: number, quantity: number): Cart {
  const items = cart.items.map((item) =>
    item.product.id === productId
      ? { ...item, quantity: Math.min(quantity, item.product.stock) }
      : item,
  )
  return { ...cart, items: items.filter((item) => item.quantity > 0) }
}

/** A method that isn't allowed costs nothing here; `settleMethod` resets it. */
export function cartTotals(cart: Omit<Cart, 'isCartOpen'>): CartTotals {
  const { terms = DEFAULT_TERMS } = cart
  const subtotal = sum(
    ...cart.items.map((item) => times(toCents(item.product.price), item.quantity)),
  )
  const fee = deliveryFee(cart.deliveryMethod, subtotal, terms)
  const isEnough = canDeliver(subtotal, terms)
  return { subtotal, deliveryFee: fee, total: sum(subtotal, fee), canDeliver: isEnough }
}

export function settleMethod(cart: Cart): Cart {
  return cart.deliveryMethod === 'delivery' && !cartTotals(cart).canDeliver
    ? { ...cart, deliveryMethod: 'pickup', fellBack: true }
    : cart
}

export function itemCount(cart: Pick<Cart, 'items'>): number {
  return cart.items.reduce((count, item) => count + item.quantity, 0)
}

function withProduct(items: CartLine[], product: Product): CartLine[] {
  return items.map((item) => (item.product.id === product.id ? { ...item, product } : item))
}
