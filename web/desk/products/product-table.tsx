import type { Product } from '#contract/products.ts'
import { Picture } from '#web/ui/picture.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { RowButtons, Table, TableRow } from '../shared/table.tsx'
import { preview } from './arrange-products.ts'
import { StockBadge } from './stock-badge.tsx'

type RowActions = { onEdit: (product: Product) => void; onDelete: (product: Product) => void }

const COLUMNS = ['Product', 'Category', 'Price', 'Stock', 'Actions']

export function ProductTable({ products, ...actions }: { products: readonly Product[] } & RowActions) {
  return (
    <Table caption="Products" columns={COLUMNS}>
      {products.map((product) => (
        <ProductRow key={product.id} product={product} {...actions} />
      ))}
    </Table>
  )
}

function ProductRow({ product, onEdit, onDelete }: { product: Product } & RowActions) {
  return (
    <TableRow className="max-md:grid-cols-[1fr_auto_auto] max-md:gap-y-1">
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
        <RowButtons name={product.name} onEdit={() => onEdit(product)} onDelete={() => onDelete(product)} />
      </td>
    </TableRow>
  )
}
