import { useState } from 'react'
import type { Product } from '#contract/products.ts'
import { Button } from '#web/ui/button.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { arrangeProducts, NO_VIEW, useShelfView } from './arrange-products.ts'
import { ProductTable } from './product-table.tsx'
import { ProductTools } from './product-tools.tsx'

const SHOWN_AT_ONCE = 100

type ProductShelfProps = {
  products: readonly Product[]
  onEdit: (product: Product) => void
  onDelete: (product: Product) => void
}

export function ProductShelf({ products, ...actions }: ProductShelfProps) {
  const [view, setView] = useShelfView()
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const shown = arrangeProducts(products, view)
  if (products.length === 0) {
    return (
      <ListEmpty text="No products found">
        <p className="text-bark-deep">Add the first one to open the shop.</p>
      </ListEmpty>
    )
  }
  return (
    <>
      <ProductTools view={view} onView={setView} />
      {shown.length > 0 ? (
        <ProductTable products={shown.slice(0, most)} {...actions} />
      ) : (
        <ListEmpty text="No products found">
          <Button variant="quiet" onClick={() => setView(NO_VIEW)}>
            Show all products
          </Button>
        </ListEmpty>
      )}
      {shown.length > most && (
        <Button variant="plain" onClick={() => setMost(most + SHOWN_AT_ONCE)} className="mx-auto mt-6 flex">
          Show more products ({shown.length - most})
        </Button>
      )}
    </>
  )
}
