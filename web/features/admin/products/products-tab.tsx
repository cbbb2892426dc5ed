import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { sentenceOf } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ListFailed, ListLoading } from '../list-states.tsx'
import { DeleteProductDialog } from './delete-product-dialog.tsx'
import { deskProductsQuery } from './desk-products-query.ts'
import { ProductDialog } from './product-dialog.tsx'
import { ProductShelf } from './product-shelf.tsx'

/** What is being done; it is kept while its dialog leaves the screen. */
type Task = { kind: 'edit'; product: Product | null } | { kind: 'delete'; product: Product }

/** The catalogue: every product of the shop, to add, change and delete. */
export function ProductsTab() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [task, setTask] = useState<Task>()
  const [opened, setOpened] = useState({ count: 0, isOpen: false })
  const begin = (next: Task) => {
    setTask(next)
    setOpened(({ count }) => ({ count: count + 1, isOpen: true }))
  }
  const dialog = { open: opened.isOpen, onClose: () => setOpened(({ count }) => ({ count, isOpen: false })) }
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
          Products
        </h2>
        <Button onClick={() => begin({ kind: 'edit', product: null })} className="pl-4">
          <Plus aria-hidden="true" className="size-5" />
          Add Product
        </Button>
      </div>
      <ProductList
        onEdit={(product) => begin({ kind: 'edit', product })}
        onDelete={(product) => begin({ kind: 'delete', product })}
      />
      {task && <TaskDialog key={opened.count} task={task} focusElse={heading} {...dialog} />}
    </>
  )
}

type TaskDialogProps = { task: Task; open: boolean; onClose: () => void; focusElse: RefObject<HTMLElement | null> }

function TaskDialog({ task, focusElse, ...dialog }: TaskDialogProps) {
  if (task.kind === 'edit') return <ProductDialog product={task.product} {...dialog} />
  return <DeleteProductDialog product={task.product} focusElse={focusElse} {...dialog} />
}

type ProductListProps = { onEdit: (product: Product) => void; onDelete: (product: Product) => void }

function ProductList(actions: ProductListProps) {
  const { data, isFetching, error, refetch } = useQuery(deskProductsQuery)
  if (data) return <ProductShelf products={data} {...actions} />
  if (!error) return <ListLoading words="Loading products..." />
  return (
    <ListFailed
      words="Failed to load products. Please try again."
      sentence={sentenceOf(error)}
      isTrying={isFetching}
      onTryAgain={() => void refetch()}
    />
  )
}
