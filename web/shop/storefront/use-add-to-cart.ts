import { productPath } from '#contract/products/product-path.ts'
import type { Product } from '#contract/products/products.ts'
import { useCartActions } from '#web/shop/cart/cart-store.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** If it can't be added, says why (specification, section 5). */
export function useAddToCart(): (product: Product, quantity?: number) => void {
  const { addItem, quantityOf } = useCartActions()
  return (product, quantity = 1) => {
    const { name, stock } = product
    const inCart = quantityOf(product)
    if (stock <= 0) {
      const href = productPath(product)
      toast({
        title: 'Out of Stock',
        description: 'This product is currently out of stock.',
        variant: 'destructive',
        ...(location.pathname !== href && { link: { href, label: `See ${name}` } }),
      })
    } else if (inCart >= stock) {
      toast({ title: 'That was the last one', description: `You have the last of our ${name}.` })
    } else {
      addItem(product, quantity)
      announce(`Added ${name}; ${quantityOf(product)} in your cart.`)
    }
  }
}
