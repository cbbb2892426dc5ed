const byName = new Intl.Collator('en')

type Shelved = { productId: number; name: string; category: string }

export function byShelf(categories: readonly string[]) {
  return (one: Shelved, other: Shelved): number =>
    categories.indexOf(one.category) - categories.indexOf(other.category) ||
    byName.compare(one.name, other.name) ||
    one.productId - other.productId
}
