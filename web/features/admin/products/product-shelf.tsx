import { useState } from 'react'
import type { Product } from '#contract/products.ts'
import { ListEmpty } from '../list-states.tsx'
import { TOOL, ToolField } from '../tool-field.tsx'
import { arrangeProducts, isOrder, PRODUCT_ORDERS, type ProductOrder } from './arrange-products.ts'
import { ProductTable } from './product-table.tsx'

type ProductShelfProps = {
  products: readonly Product[]
  onEdit: (product: Product) => void
  onDelete: (product: Product) => void
}

/** The loaded products, to find and to put in order. */
export function ProductShelf({ products, ...actions }: ProductShelfProps) {
  const [words, setWords] = useState('')
  const [order, setOrder] = useState<ProductOrder>('stall')
  const shown = arrangeProducts(products, words, order)
  if (products.length === 0) {
    return (
      <ListEmpty words="No products found">
        <p className="text-bark-deep">Add the first one, and the stall is open.</p>
      </ListEmpty>
    )
  }
  return (
    <>
      <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-[20rem_14rem] sm:gap-4">
        <ToolField label="Find a product">
          {(id) => (
            <input
              id={id}
              type="search"
              value={words}
              onChange={(event) => setWords(event.target.value)}
              className={TOOL}
            />
          )}
        </ToolField>
        <ToolField label="In order of">
          {(id) => (
            <select
              id={id}
              value={order}
              onChange={(event) => isOrder(event.target.value) && setOrder(event.target.value)}
              className={TOOL}
            >
              {Object.entries(PRODUCT_ORDERS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </ToolField>
      </div>
      {shown.length > 0 ? (
        <ProductTable products={shown} {...actions} />
      ) : (
        <ListEmpty words="No products found">
          <p className="text-bark-deep">Nothing is called “{words.trim()}”.</p>
        </ListEmpty>
      )}
    </>
  )
}
