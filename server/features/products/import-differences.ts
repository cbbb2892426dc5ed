import type { ImportedRow } from '#contract/bulk-products.ts'
import { formatDollars, toCents } from '#contract/money.ts'
import type { Product, ProductChange } from '#contract/products.ts'

type Difference = ImportedRow['changes'][number]

const TEXTS = ['name', 'description', 'category', 'unit', 'allergens', 'imageUrl'] as const

/**
 * What of a wanted change is really different, and how people read it. Stock moves by the difference to `baseStock`, where
 * there is one; `shortage` says when that is more than the shop has left.
 */
export function differences(product: Product, wanted: ProductChange) {
  const changes: Difference[] = []
  const change: ProductChange = {}
  for (const column of TEXTS) {
    const [before, after] = [product[column] ?? '', wanted[column] ?? '']
    if (wanted[column] === undefined || before === after) continue
    changes.push({ column, before, after })
    Object.assign(change, { [column]: wanted[column] })
  }
  if (wanted.price !== undefined && wanted.price !== toCents(product.price)) {
    const [before, after] = [formatDollars(toCents(product.price)), formatDollars(wanted.price)]
    changes.push({ column: 'price', before, after })
    change.price = wanted.price
  }
  const moved = wanted.stock === undefined ? 0 : wanted.stock - (wanted.baseStock ?? product.stock)
  const after = product.stock + moved
  if (moved === 0) return { change, changes, shortage: null }
  changes.push({ column: 'stock', before: String(product.stock), after: String(after) })
  Object.assign(change, { stock: wanted.stock, baseStock: wanted.baseStock })
  return { change, changes, shortage: after < 0 ? `Only ${product.stock} are left to take ${-moved} from.` : null }
}
