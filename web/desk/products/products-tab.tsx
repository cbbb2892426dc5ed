import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore, ArrowUpDown, FileDown, FileUp, Table2, Tags } from 'lucide-react'
import { bulkProducts } from '#contract/products/bulk-products.ts'
import { Button } from '#web/ui/button.tsx'
import { QueryStates } from '../shared/card.tsx'
import { openDialog } from '../shared/dialog-at.tsx'
import { later } from '../shared/lazy-part.tsx'
import { MenuButton } from '../shared/menu-button.tsx'
import type { MenuItem } from '../shared/menu-items.tsx'
import { type TaskAt, TaskTab } from '../shared/task-dialog.tsx'
import { arrangeProducts, useListView } from './arrange-products.ts'
import { ProductList } from './product-list.tsx'
import { deskProductsQuery } from './products-query.ts'

const StockDialog = later(() =>
  import('../stock/stock-dialog.tsx').then((code) => code.StockDialog),
)
const DeleteProductDialog = later(() =>
  import('./delete-product.tsx').then((code) => code.DeleteProductDialog),
)
const ProductDialog = later(() => import('./product-dialog.tsx').then((code) => code.ProductDialog))
const PriceGridDialog = later(() =>
  import('./grid/price-grid-dialog.tsx').then((code) => code.PriceGridDialog),
)
const ImportDialog = later(() =>
  import('./import/import-dialog.tsx').then((code) => code.ImportDialog),
)
const SortDialog = later(() => import('./sort-dialog.tsx').then((code) => code.SortDialog))
const CategoriesDialog = later(() =>
  import('./categories-dialog.tsx').then((code) => code.CategoriesDialog),
)
const DeletedProducts = later(() =>
  import('./deleted-products.tsx').then((code) => code.DeletedProducts),
)

export function ProductsTab() {
  return (
    <TaskTab title="Products" addLabel="Add Product" base="products" taskAt={useTaskAt()}>
      <Products />
    </TaskTab>
  )
}

/** `new`, `12`, `12/limits`, `12/stock`, `12/copy`, `12/delete`, `grid`, `order`, `import`, `deleted`, `categories`. */
function useTaskAt() {
  const [view] = useListView()
  const { data: list } = useQuery(deskProductsQuery)
  return (path: string): TaskAt => {
    if (path === 'new')
      return { dialogOf: (dialog) => <ProductDialog product={null} {...dialog} /> }
    if (path === 'import') return { dialogOf: (dialog) => <ImportDialog {...dialog} /> }
    if (path === 'deleted') return { dialogOf: (dialog) => <DeletedProducts {...dialog} /> }
    if (path === 'categories') return { dialogOf: (dialog) => <CategoriesDialog {...dialog} /> }
    const [, id, , kind] =
      /^([1-9]\d{0,9}|grid|order)(\/(stock|copy|delete|limits))?$/.exec(path) ?? []
    if (id === undefined) return null
    if (!list) return 'loading'
    if (id === 'grid') {
      const products = arrangeProducts(list, view)
      return { dialogOf: (dialog) => <PriceGridDialog products={products} {...dialog} /> }
    }
    if (id === 'order') return { dialogOf: (dialog) => <SortDialog products={list} {...dialog} /> }
    const product = list.find((one) => String(one.id) === id)
    if (!product) return 'gone'
    if (kind === 'stock')
      return { dialogOf: (dialog) => <StockDialog product={product} {...dialog} /> }
    if (kind === 'delete')
      return { dialogOf: (dialog) => <DeleteProductDialog product={product} {...dialog} /> }
    if (kind === 'copy')
      return { dialogOf: (dialog) => <ProductDialog product={null} like={product} {...dialog} /> }
    return {
      dialogOf: (dialog) => <ProductDialog product={product} {...dialog} />,
      // The limits dialog is on top of the product's form.
      address: `products/${id}`,
    }
  }
}

function Products() {
  return (
    <QueryStates
      loading="Loading products..."
      failed="Failed to load products. Please try again."
      query={useQuery(deskProductsQuery)}
    >
      {(products) => (
        <>
          <BulkTools isEmpty={products.length === 0} />
          <ProductList products={products} />
        </>
      )}
    </QueryStates>
  )
}

function BulkTools({ isEmpty }: { isEmpty: boolean }) {
  const ofSome: readonly MenuItem[] = [
    { label: 'Order in the shop', Icon: ArrowUpDown, onSelect: () => openDialog('products/order') },
    { label: 'Export', Icon: FileDown, download: bulkProducts.export.path },
  ]
  return (
    <div className="mb-3 flex flex-wrap items-center justify-end gap-1 sm:mb-4">
      {!isEmpty && (
        <Button variant="quiet" size="sm" onClick={() => openDialog('products/grid')}>
          <Table2 aria-hidden="true" className="size-5" />
          Prices &amp; stock
        </Button>
      )}
      <MenuButton
        label="More for products"
        items={[
          { label: 'Categories', Icon: Tags, onSelect: () => openDialog('products/categories') },
          ...(isEmpty ? [] : ofSome),
          { label: 'Import', Icon: FileUp, onSelect: () => openDialog('products/import') },
          {
            label: 'Deleted',
            Icon: ArchiveRestore,
            onSelect: () => openDialog('products/deleted'),
          },
        ]}
      />
    </div>
  )
}
