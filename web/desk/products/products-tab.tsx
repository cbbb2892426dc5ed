import { useQuery } from '@tanstack/react-query'
import { ClipboardList, FileDown, FileUp, Table2 } from 'lucide-react'
import { bulkProducts } from '#contract/bulk-products.ts'
import type { Product } from '#contract/products.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import type { QuestionProps } from '../shared/change-question.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { type TaskAt, TaskTab } from '../shared/task-tab.tsx'
import { StockDialog } from '../stock/stock-dialog.tsx'
import { arrangeProducts, useListView } from './arrange-products.ts'
import { PriceGridDialog } from './grid/price-grid-dialog.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { DeleteProductDialog, ProductDialog } from './product-dialog.tsx'
import { ProductList } from './product-list.tsx'
import { deskProductsQuery } from './products-query.ts'

type Task =
  | { kind: 'edit'; product: Product | null }
  | { kind: 'delete'; product: Product }
  | { kind: 'stock'; product: Product }
  | { kind: 'grid'; products: readonly Product[] }
  | { kind: 'import' }

export function ProductsTab() {
  return (
    <TaskTab<Task>
      title="Products"
      addLabel="Add Product"
      base="products"
      taskAt={useTaskAt()}
      dialogOf={dialogOf}
    >
      {(begin) => <Products onTask={begin} />}
    </TaskTab>
  )
}

/** `new`, `12`, `12/limits`, `12/stock`, `12/delete`, `grid` and `import`. */
function useTaskAt() {
  const [view] = useListView()
  const { data: list } = useQuery(deskProductsQuery)
  return (path: string): TaskAt<Task> => {
    if (path === 'new') return { task: { kind: 'edit', product: null } }
    if (path === 'import') return { task: { kind: 'import' } }
    const [, id, , kind] = /^([1-9]\d{0,9}|grid)(\/(stock|delete|limits))?$/.exec(path) ?? []
    if (id === undefined) return null
    if (!list) return 'loading'
    if (id === 'grid') return { task: { kind: 'grid', products: arrangeProducts(list, view) } }
    const product = list.find((one) => String(one.id) === id)
    if (!product) return 'gone'
    if (kind === 'stock' || kind === 'delete') return { task: { kind, product } }
    // The dialog of its limits stands above its form.
    return { task: { kind: 'edit', product }, address: `products/${id}` }
  }
}

function dialogOf(task: Task, { focusElse, ...dialog }: QuestionProps) {
  if (task.kind === 'edit') return <ProductDialog product={task.product} {...dialog} />
  if (task.kind === 'grid') return <PriceGridDialog products={task.products} {...dialog} />
  if (task.kind === 'stock') return <StockDialog product={task.product} {...dialog} />
  if (task.kind === 'import') return <ImportDialog {...dialog} />
  return <DeleteProductDialog product={task.product} focusElse={focusElse} {...dialog} />
}

function Products({ onTask }: { onTask: (path: string) => void }) {
  return (
    <QueryStates
      loading="Loading products..."
      failed="Failed to load products. Please try again."
      query={useQuery(deskProductsQuery)}
    >
      {(products) => (
        <>
          <BulkTools
            isEmpty={products.length === 0}
            onGrid={() => onTask('grid')}
            onImport={() => onTask('import')}
          />
          <ProductList
            products={products}
            onEdit={({ id }) => onTask(`${id}`)}
            onDelete={({ id }) => onTask(`${id}/delete`)}
            onStock={({ id }) => onTask(`${id}/stock`)}
          />
        </>
      )}
    </QueryStates>
  )
}

const LOOK = { variant: 'quiet', size: 'sm' } as const
const ICON = 'size-5 max-sm:hidden'
const TIGHT = 'max-sm:px-3.5'

type BulkToolsProps = { isEmpty: boolean; onGrid: () => void; onImport: () => void }

function BulkTools({ isEmpty, onGrid, onImport }: BulkToolsProps) {
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {!isEmpty && (
        <Button {...LOOK} onClick={onGrid} className={TIGHT}>
          <Table2 aria-hidden="true" className={ICON} />
          Prices and stock
        </Button>
      )}
      {!isEmpty && (
        <a href="#stock" className={buttonLook(LOOK, TIGHT)}>
          <ClipboardList aria-hidden="true" className={ICON} />
          Count
        </a>
      )}
      <Button {...LOOK} onClick={onImport} className={TIGHT}>
        <FileUp aria-hidden="true" className={ICON} />
        Import
      </Button>
      {!isEmpty && (
        <a href={bulkProducts.export.path} download className={buttonLook(LOOK, TIGHT)}>
          <FileDown aria-hidden="true" className={ICON} />
          Export
        </a>
      )}
    </div>
  )
}
