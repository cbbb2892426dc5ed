import {
  categoryAddress,
  isInCategory,
  STOREFRONT_CATEGORIES,
} from '#contract/products/categories.ts'
import { groupId } from '#web/shop/storefront/product-card.tsx'

/** Where the home page shows a category: filtered by its word, or where it begins if no word names it. */
export function categoryInShop(category: string): string {
  const found = STOREFRONT_CATEGORIES.find(
    (one) => one !== 'all' && isInCategory({ category }, one),
  )
  return found ? `${categoryAddress(found)}#products` : `/#${groupId(category)}`
}
