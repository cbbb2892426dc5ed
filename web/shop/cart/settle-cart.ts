import { type Cart, type CartLine, settleMethod } from '#contract/cart.ts'
import { formatDollars, toCents } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'

/** A list of products; `isWhole` is false while only its beginning is known. */
export type KnownProducts = { products: readonly Product[]; isWhole: boolean }

/**
 * The cart against today's products: prices and stock as they
 * are now, quantities within the stock, vanished products gone.
 */
export function settleCart(cart: Cart, known: KnownProducts | null): Cart {
  const items = known ? cart.items.flatMap((line) => settledLine(line, known)) : cart.items
  return settleMethod({ ...cart, items })
}

export function changesInCart(before: readonly CartLine[], after: readonly CartLine[]): string[] {
  return before.flatMap(({ product, quantity }) => {
    const line = after.find((other) => other.product.id === product.id)
    if (!line) return [`${product.name} is sold out, so it left your cart.`]
    const { price } = line.product
    return [
      ...(line.quantity < quantity
        ? [
            `Only ${line.quantity} of ${product.name} left; your cart has ${line.quantity === 1 ? 'it' : 'them all'}.`,
          ]
        : []),
      ...(price === product.price
        ? []
        : [`${product.name}: the price is now ${formatDollars(toCents(price))}.`]),
    ]
  })
}

function settledLine(line: CartLine, { products, isWhole }: KnownProducts): CartLine[] {
  const product = products.find(({ id }) => id === line.product.id)
  if (!product) return isWhole ? [] : [line]
  const quantity = Math.min(line.quantity, product.stock)
  return quantity > 0 ? [{ product, quantity }] : []
}
