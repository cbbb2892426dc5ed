import { Pencil, Trash2 } from 'lucide-react'
import type { Product } from '#contract/products.ts'
import { Button } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { preview } from './arrange-products.ts'
import { StockBadge } from './stock-badge.tsx'

type RowActions = { onEdit: (product: Product) => void; onDelete: (product: Product) => void }

/** The products as a table; on a phone each row is a card. */
export function ProductTable({ products, ...actions }: { products: readonly Product[] } & RowActions) {
  return (
    <table className="w-full overflow-hidden rounded-2xl border border-straw bg-card max-md:block md:border-separate md:border-spacing-0">
      <caption className="sr-only">Products</caption>
      <thead className="max-md:sr-only">
        <tr className="text-left text-[0.9375rem] text-bark-deep [&>th]:border-b [&>th]:border-straw [&>th]:px-4 [&>th]:py-3 [&>th]:font-semibold">
          <th scope="col">Product</th>
          <th scope="col">Category</th>
          <th scope="col">Price</th>
          <th scope="col">Stock</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {products.map((product) => (
          <ProductRow key={product.id} product={product} {...actions} />
        ))}
      </tbody>
    </table>
  )
}

const ROW =
  'border-straw max-md:grid max-md:grid-cols-[1fr_auto_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:p-4 max-md:last:border-0 md:hover:bg-paper/60 md:[&>td]:border-b md:[&>td]:border-straw md:[&>td]:px-4 md:[&>td]:py-3 md:last:[&>td]:border-0'

function ProductRow({ product, onEdit, onDelete }: { product: Product } & RowActions) {
  return (
    <tr className={ROW}>
      <td className="max-md:col-span-3">
        <div className="flex items-center gap-3">
          <Picture url={product.imageUrl} use="thumb" className="size-14 shrink-0 rounded-xl md:size-12" />
          <div className="min-w-0">
            <p className="leading-snug font-semibold wrap-anywhere">{product.name}</p>
            <p className="text-[0.9375rem] leading-snug text-bark-deep wrap-anywhere">{preview(product.description)}</p>
          </div>
        </div>
      </td>
      <td className="text-bark-deep max-md:col-span-3 max-md:-mt-1 max-md:pl-17 max-md:text-[0.9375rem] md:text-soil">
        {product.category}
      </td>
      <td className="font-semibold max-md:pl-17 max-md:font-serif max-md:text-xl md:font-normal">
        <PriceInDollars dollars={product.price} />
      </td>
      <td>
        <StockBadge stock={product.stock} />
      </td>
      <td className="whitespace-nowrap">
        <RowButtons product={product} onEdit={onEdit} onDelete={onDelete} />
      </td>
    </tr>
  )
}

function RowButtons({ product, onEdit, onDelete }: { product: Product } & RowActions) {
  return (
    <span className="flex max-md:-mr-2 md:-ml-2.5">
      <Tooltip text="Edit">
        <Button variant="plain" size="icon" aria-label={`Edit ${product.name}`} onClick={() => onEdit(product)}>
          <Pencil aria-hidden="true" className="size-5" />
        </Button>
      </Tooltip>
      <Tooltip text="Delete">
        <Button
          variant="plain"
          size="icon"
          aria-label={`Delete ${product.name}`}
          className="hover:bg-beet-pale"
          onClick={() => onDelete(product)}
        >
          <Trash2 aria-hidden="true" className="size-5 text-beet" />
        </Button>
      </Tooltip>
    </span>
  )
}
