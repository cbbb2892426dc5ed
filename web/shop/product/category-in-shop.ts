import {
  categoryAddress,
  isInCategory,
  STOREFRONT_CATEGORIES,
} from '#contract/products/categories.ts'
import { groupId } from '#web/shop/storefront/product-card.tsx'

export function categoryInShop(category: string): string {
  const found = STOREFRONT_CATEGORIES.find(
    (one) => one !== 'all' && isInCategory({ category }, one),
  )
  return found ? `${categoryAddress(found)}#products` : `/#${groupId(category)}`
}
