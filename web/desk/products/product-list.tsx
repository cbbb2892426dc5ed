import { useQuery } from '@tanstack/react-query'
import { Copy, Diff, Eye, EyeOff, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { type DeskProduct, products } from '#contract/products/products.ts'
import { STOCK_LABELS, type StockLevel, stockLevel } from '#contract/products/stock.ts'
import { formatSeason, seasonOf } from '#contract/time/season.ts'
import { call } from '#web/api/call.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Picture, THUMB } from '#web/ui/picture.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ListEmpty, MoreButton } from '../shared/card.tsx'
import { openDialog } from '../shared/dialog-at.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { MenuButton } from '../shared/menu-button.tsx'
import type { MenuItem } from '../shared/menu-items.tsx'
import { RowButtons, Table, TableRow } from '../shared/table.tsx'
import { type ToolOptions, ToolSelect } from '../shared/toolbar.tsx'
import { useChange } from '../shared/use-change.ts'
import {
  arrangeProducts,
  type ListView,
  NO_VIEW,
  PRODUCT_ORDERS,
  preview,
  readView,
  useListView,
} from './arrange-products.ts'
import { PRODUCT_LISTS, useAddedProduct, waitingCountsQuery } from './products-query.ts'
import { useCategories } from './use-categories.ts'

const SHOWN_AT_ONCE = 100

export function ProductList({ products: all }: { products: readonly DeskProduct[] }) {
  const [view, setView] = useListView()
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const addedId = useAddedProduct()
  const added = all.find(({ id }) => id === addedId)
  const listed = arrangeProducts(all, view)
  const shown = added ? [added, ...listed.filter((one) => one !== added)] : listed
  if (all.length === 0)
    return <ListEmpty text="No products found" hint="Add the first one to open the shop." />
  return (
    <>
      <ProductTools view={view} onView={setView} />
      {shown.length > 0 ? (
        <ProductTable products={shown.slice(0, most)} />
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
  const categories = useCategories()
  const choices: readonly Choice[] = [
    ['category', 'Show category', [ALL, ...categories.map((one) => [one, one] as const)]],
    ['stock', 'Show stock', [ALL, ...Object.entries(STOCK_LABELS)]],
    ['order', 'Sort by', Object.entries(PRODUCT_ORDERS)],
  ]
  const isNarrowed = choices.some(([name]) => view[name] !== NO_VIEW[name])
  const [showsChoices, setShowsChoices] = useState(isNarrowed)
  return (
    <div className="mb-3 grid grid-cols-[1fr_auto] items-end gap-2 @3xl:mb-4 @3xl:grid-cols-[1.5fr_1fr_1fr_1fr] @3xl:gap-4">
      <SearchField label="Find a product" value={view.find} onType={(find) => onView({ find })} />
      <Button
        variant="quiet"
        size="icon"
        aria-label="Filters"
        aria-expanded={showsChoices}
        className="aria-expanded:bg-sprout @3xl:hidden"
        onClick={() => setShowsChoices(!showsChoices)}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
      </Button>
      <div
        className={classNames(
          'col-span-2 grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 @3xl:contents',
          showsChoices ? 'grid' : 'hidden',
        )}
      >
        {choices.map(([name, label, options]) => (
          <ToolSelect
            key={name}
            label={label}
            options={options}
            className="pr-1"
            value={view[name]}
            onChoose={(value) =>
              onView({ [name]: readView(new URLSearchParams({ [name]: value }), categories)[name] })
            }
          />
        ))}
      </div>
    </div>
  )
}

type Choice = readonly [name: 'category' | 'stock' | 'order', label: string, options: ToolOptions]

const ALL = ['', 'All'] as const

const COLUMNS = ['Product', 'Category', 'Price', 'Stock', 'Actions']

function ProductTable({ products }: { products: readonly DeskProduct[] }) {
  const { data: counts } = useQuery(waitingCountsQuery)
  return (
    <Table caption="Products" columns={COLUMNS}>
      {products.map((product) => (
        <ProductRow
          key={product.id}
          product={product}
          waiting={counts?.find(({ productId }) => productId === product.id)?.waiting ?? 0}
        />
      ))}
    </Table>
  )
}

function ProductRow({ product, waiting }: { product: DeskProduct; waiting: number }) {
  const hiding = useHide()
  const { id, name, hidden = false } = product
  return (
    <TableRow className="@max-3xl:grid @max-3xl:grid-cols-[auto_minmax(0,1fr)_auto] @max-3xl:gap-x-1! @max-3xl:gap-y-0.5 @max-3xl:p-3!">
      <td className="@max-3xl:col-span-full">
        <div className="flex items-center gap-3">
          <Picture
            url={product.imageUrl}
            use={THUMB}
            className={classNames(
              'size-12 shrink-0 rounded-xl @max-3xl:-mb-7 @max-3xl:self-start',
              hidden && 'opacity-60',
            )}
          />
          <div className="min-w-0">
            <p className="leading-snug font-semibold wrap-anywhere">{name}</p>
            <p className="text-[0.9375rem] leading-snug text-bark-deep wrap-anywhere line-clamp-1">
              {preview(product.description)}
            </p>
            {hidden && <Badge variant="outline">Hidden</Badge>}
          </div>
        </div>
      </td>
      <td className="@max-3xl:pl-15 @max-3xl:text-[0.9375rem] @max-3xl:leading-snug @max-3xl:text-bark-deep @max-[17rem]:col-span-full">
        {product.category}
      </td>
      <td className="@max-3xl:col-span-2 @max-3xl:text-[0.9375rem] @max-3xl:leading-snug @max-[17rem]:col-span-full @max-[17rem]:pl-15">
        <span aria-hidden="true" className="text-bark-deep @3xl:hidden">
          ·{' '}
        </span>
        <PriceInDollars dollars={product.price} />
        {product.unit && <span className="text-bark-deep"> / {product.unit}</span>}
      </td>
      <td className="@max-3xl:col-span-2 @max-3xl:pl-15 @max-3xl:flex @max-3xl:flex-wrap @max-3xl:items-center @max-3xl:gap-x-2">
        <Badge variant={VARIANTS[stockLevel(product.stock)]} className="tabular-nums">
          {product.stock} in stock
        </Badge>
        <StockNotes product={product} waiting={waiting} />
      </td>
      <td className="whitespace-nowrap @max-3xl:-my-1.5 @max-[17rem]:col-span-full">
        <RowButtons
          name={name}
          onEdit={() => openDialog(`products/${id}`)}
          onDelete={() => openDialog(`products/${id}/delete`)}
          menu={<MenuButton label={`More for ${name}`} items={menuOf(product, hiding.mutate)} />}
        >
          <IconButton
            tip="Harvest or waste"
            label={`Harvest or waste of ${name}`}
            Icon={Diff}
            onClick={() => openDialog(`products/${id}/stock`)}
            className="@max-3xl:hidden"
          />
        </RowButtons>
      </td>
    </TableRow>
  )
}

function StockNotes({ product, waiting }: { product: DeskProduct; waiting: number }) {
  const { forSale, lowLimit, stock } = product
  const season = seasonOf(product)
  const notes = [
    season ? `in season ${formatSeason(season)}` : '',
    forSale === undefined ? '' : `buyers see ${forSale}`,
    lowLimit !== undefined && stock <= lowLimit ? `at your limit of ${lowLimit}` : '',
    waiting === 0 ? '' : waiting === 1 ? '1 person waits for it' : `${waiting} people wait for it`,
  ].filter(Boolean)
  return notes.map((note) => (
    <p key={note} className="text-[0.9375rem] text-bark-deep tabular-nums">
      {note}
    </p>
  ))
}

function menuOf(product: DeskProduct, onHide: (product: DeskProduct) => void): readonly MenuItem[] {
  const { id, hidden } = product
  return [
    {
      label: hidden ? 'Show in the shop' : 'Hide from the shop',
      Icon: hidden ? Eye : EyeOff,
      onSelect: () => onHide(product),
    },
    { label: 'Copy', Icon: Copy, onSelect: () => openDialog(`products/${id}/copy`) },
    {
      label: 'Harvest or waste',
      Icon: Diff,
      onPhone: true,
      onSelect: () => openDialog(`products/${id}/stock`),
    },
  ]
}

function useHide() {
  const change = useChange({
    send: ({ id, hidden = false }: Pick<DeskProduct, 'id' | 'hidden'>) =>
      call(products.update, { params: { id }, body: { hidden: !hidden } }),
    done: ({ id, name, hidden = false }) => ({
      title: hidden ? `${name} is hidden` : `${name} is in the shop`,
      description: hidden
        ? 'Nobody can order it. What is ordered already stays ordered.'
        : 'Customers can order it again.',
      action: { label: 'Undo', run: () => change.mutate({ id, hidden }) },
    }),
    failed: 'Error updating product',
    refreshes: PRODUCT_LISTS,
  })
  return change
}

const VARIANTS: Record<StockLevel, BadgeVariant> = {
  in: 'default',
  low: 'secondary',
  out: 'destructive',
}
