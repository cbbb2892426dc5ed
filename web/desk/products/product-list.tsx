import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import type { DeskProduct } from '#contract/products.ts'
import { STOCK_LABELS } from '#contract/stock.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ListEmpty, MoreButton } from '../shared/list-states.tsx'
import { Table } from '../shared/table.tsx'
import { type ToolOptions, ToolSearch, ToolSelect } from '../shared/toolbar.tsx'
import { firstOf, useAddedProduct } from './added-product.ts'
import {
  arrangeProducts,
  type ListView,
  NO_VIEW,
  PRODUCT_ORDERS,
  readView,
  useListView,
} from './arrange-products.ts'
import { ProductRow } from './product-row.tsx'
import { waitingCountsQuery } from './products-query.ts'
import type { RowActions } from './row-actions.ts'

const SHOWN_AT_ONCE = 100

type ProductListProps = {
  products: readonly DeskProduct[]
} & RowActions

export function ProductList({ products, ...actions }: ProductListProps) {
  const [view, setView] = useListView()
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const shown = firstOf(useAddedProduct(), products, arrangeProducts(products, view))
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
        <MoreButton onMore={() => setMost(most + SHOWN_AT_ONCE)}>
          Show more products ({shown.length - most})
        </MoreButton>
      )}
    </>
  )
}

type ProductToolsProps = { view: ListView; onView: (change: Partial<ListView>) => void }

function ProductTools({ view, onView }: ProductToolsProps) {
  const isNarrowed = CHOICES.some(({ name }) => view[name] !== NO_VIEW[name])
  const [showsChoices, setShowsChoices] = useState(isNarrowed)
  return (
    <div className="mb-3 grid grid-cols-[1fr_auto] items-end gap-2 md:mb-4 md:grid-cols-[1.5fr_1fr_1fr_1fr] md:gap-4">
      <ToolSearch label="Find a product" value={view.find} onType={(find) => onView({ find })} />
      <Button
        variant="quiet"
        size="icon"
        aria-label="Filters"
        aria-expanded={showsChoices}
        className="aria-expanded:bg-sprout md:hidden"
        onClick={() => setShowsChoices(!showsChoices)}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
      </Button>
      <div
        className={classNames(
          'col-span-2 grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 md:contents',
          showsChoices ? 'grid' : 'hidden',
        )}
      >
        {CHOICES.map(({ name, ...choice }) => (
          <ToolSelect
            key={name}
            {...choice}
            className="pr-1"
            value={view[name]}
            onChoose={(value) =>
              onView({ [name]: readView(new URLSearchParams({ [name]: value }))[name] })
            }
          />
        ))}
      </div>
    </div>
  )
}

type Choice = { name: 'category' | 'stock' | 'order'; label: string; options: ToolOptions }

const CHOICES: readonly Choice[] = [
  {
    name: 'category',
    label: 'Show category',
    options: [['', 'All'], ...PRODUCT_CATEGORIES.map((category) => [category, category] as const)],
  },
  { name: 'stock', label: 'Show stock', options: [['', 'All'], ...Object.entries(STOCK_LABELS)] },
  { name: 'order', label: 'Sort by', options: Object.entries(PRODUCT_ORDERS) },
]

const COLUMNS = ['Product', 'Category', 'Price', 'Stock', 'Actions']

function ProductTable({ products, ...actions }: { products: readonly DeskProduct[] } & RowActions) {
  const { data: counts } = useQuery(waitingCountsQuery)
  return (
    <Table caption="Products" columns={COLUMNS}>
      {products.map((product) => (
        <ProductRow
          key={product.id}
          product={product}
          waiting={counts?.find(({ productId }) => productId === product.id)?.waiting ?? 0}
          {...actions}
        />
      ))}
    </Table>
  )
}
