import { useQuery } from '@tanstack/react-query'
import { FileDown, FileUp, Table2 } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { bulkProducts } from '#contract/bulk-products.ts'
import type { Product } from '#contract/products.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { TabHead, useDialogTask } from '../shared/dialog-task.tsx'
import { ListFailed, ListLoading } from '../shared/list-states.tsx'
import { arrangeProducts, useShelfView } from './arrange-products.ts'
import { PriceGridDialog } from './grid/price-grid-dialog.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { DeleteProductDialog, ProductDialog } from './product-dialog.tsx'
import { ProductShelf } from './product-list.tsx'
import { deskProductsQuery } from './products-query.ts'

type Task =
  | { kind: 'edit'; product: Product | null }
  | { kind: 'delete'; product: Product }
  | { kind: 'grid'; products: readonly Product[] }
  | { kind: 'import' }

export function ProductsTab() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { task, count, begin, dialog } = useDialogTask<Task>()
  return (
    <>
      <TabHead
        title="Products"
        heading={heading}
        addLabel="Add Product"
        onAdd={() => begin({ kind: 'edit', product: null })}
      />
      <ProductList onTask={begin} />
      {task && <TaskDialog key={count} task={task} focusElse={heading} {...dialog} />}
    </>
  )
}

type TaskDialogProps = {
  task: Task
  open: boolean
  onClose: () => void
  focusElse: RefObject<HTMLElement | null>
}

function TaskDialog({ task, focusElse, ...dialog }: TaskDialogProps) {
  if (task.kind === 'edit') return <ProductDialog product={task.product} {...dialog} />
  if (task.kind === 'grid') return <PriceGridDialog products={task.products} {...dialog} />
  if (task.kind === 'import') return <ImportDialog {...dialog} />
  return <DeleteProductDialog product={task.product} focusElse={focusElse} {...dialog} />
}

function ProductList({ onTask }: { onTask: (task: Task) => void }) {
  const { data, isFetching, error, refetch } = useQuery(deskProductsQuery)
  const [view] = useShelfView()
  if (data) {
    return (
      <>
        <BulkTools
          isEmpty={data.length === 0}
          onGrid={() => onTask({ kind: 'grid', products: arrangeProducts(data, view) })}
          onImport={() => onTask({ kind: 'import' })}
        />
        <ProductShelf
          products={data}
          onEdit={(product) => onTask({ kind: 'edit', product })}
          onDelete={(product) => onTask({ kind: 'delete', product })}
        />
      </>
    )
  }
  if (!error) return <ListLoading text="Loading products..." />
  return (
    <ListFailed
      text="Failed to load products. Please try again."
      query={{ error, isFetching, refetch }}
    />
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
