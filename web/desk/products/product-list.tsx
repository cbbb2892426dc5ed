import { useQuery } from '@tanstack/react-query'
import { Diff } from 'lucide-react'
import { useState } from 'react'
import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import type { Product } from '#contract/products.ts'
import { STOCK_LABELS, type StockLevel, stockLevel } from '#contract/stock.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { ListEmpty, MoreButton } from '../shared/list-states.tsx'
import { RowButtons, Table, TableRow } from '../shared/table.tsx'
import { type ToolOptions, ToolSearch, ToolSelect } from '../shared/toolbar.tsx'
import {
  arrangeProducts,
  type ListView,
  NO_VIEW,
  PRODUCT_ORDERS,
  preview,
  readView,
  useListView,
} from './arrange-products.ts'
import { type DeskProduct, waitingCountsQuery } from './products-query.ts'

const SHOWN_AT_ONCE = 100

type ProductListProps = {
  products: readonly DeskProduct[]
} & RowActions

export function ProductList({ products, ...actions }: ProductListProps) {
  const [view, setView] = useListView()
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
        <MoreButton onMore={() => setMost(most + SHOWN_AT_ONCE)}>
          Show more products ({shown.length - most})
        </MoreButton>
      )}
    </>
  )
}

type ProductToolsProps = { view: ListView; onView: (change: Partial<ListView>) => void }

function ProductTools({ view, onView }: ProductToolsProps) {
  return (
    <div className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-3 md:grid-cols-[1.5fr_1fr_1fr_1fr] md:gap-4">
      <ToolSearch label="Find a product" value={view.find} onType={(find) => onView({ find })} />
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

type RowActions = Record<'onEdit' | 'onDelete' | 'onStock', (product: Product) => void>

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

type RowProps = { product: DeskProduct; waiting: number } & RowActions

function ProductRow({ product, waiting, onEdit, onDelete, onStock }: RowProps) {
  return (
    <TableRow className="max-md:flex max-md:flex-wrap max-md:justify-end max-md:gap-y-1">
      <td className="max-md:w-full">
        <div className="flex items-center gap-3">
          <Picture
            url={product.imageUrl}
            use="thumb"
            className="size-14 shrink-0 rounded-xl md:size-12"
          />
          <div className="min-w-0">
            <p className="leading-snug font-semibold wrap-anywhere">{product.name}</p>
            <p className="text-[0.9375rem] leading-snug text-bark-deep wrap-anywhere">
              {preview(product.description)}
            </p>
          </div>
        </div>
      </td>
      <td className="text-bark-deep max-md:w-full max-md:-mt-1 max-md:pl-17 max-md:text-[0.9375rem] md:text-soil">
        {product.category}
      </td>
      <td className="font-semibold max-md:mr-auto max-md:font-serif max-md:text-xl md:font-normal">
        <PriceInDollars dollars={product.price} />
      </td>
      <td>
        <StockBadge stock={product.stock} />
        {product.forSale !== undefined && (
          <p className="text-[0.9375rem] text-bark-deep tabular-nums">
            buyers see {product.forSale}
          </p>
        )}
        {waiting > 0 && (
          <p className="text-[0.9375rem] text-bark-deep">
            {waiting === 1 ? '1 person waits for it' : `${waiting} people wait for it`}
          </p>
        )}
      </td>
      <td className="whitespace-nowrap">
        <RowButtons
          name={product.name}
          onEdit={() => onEdit(product)}
          onDelete={() => onDelete(product)}
        >
          <IconButton
            tip="Harvest or waste"
            label={`Harvest or waste of ${product.name}`}
            Icon={Diff}
            onClick={() => onStock(product)}
          />
        </RowButtons>
      </td>
    </TableRow>
  )
}

const VARIANTS: Record<StockLevel, BadgeVariant> = {
  in: 'default',
  low: 'secondary',
  out: 'destructive',
}

/** How many are there; the colour says low or gone, the number says it too. */
export function StockBadge({ stock }: { stock: number }) {
  return (
    <Badge variant={VARIANTS[stockLevel(stock)]} className="tabular-nums">
      {stock} in stock
    </Badge>
  )
}
