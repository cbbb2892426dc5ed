import { useQuery } from '@tanstack/react-query'
import { type DeletedProduct, deskProducts } from '#contract/products/desk-products.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Picture, THUMB } from '#web/ui/picture.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { CardList, CardRow, QueryStates } from '../shared/card.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { PRODUCT_LISTS, showAdded } from './products-query.ts'

export function DeletedProducts({ open, onClose }: DialogProps) {
  const list = useQuery({ ...query(deskProducts.deleted), staleTime: 0 })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Deleted products"
      description="A restored product comes back with its picture, history and recipe."
      shape="wide"
    >
      <QueryStates
        loading="Loading products..."
        failed="Failed to load products. Please try again."
        query={list}
      >
        {(deleted) => (
          <CardList empty="Nothing was deleted">
            {deleted.map((product) => (
              <DeletedRow key={product.id} product={product} />
            ))}
          </CardList>
        )}
      </QueryStates>
    </Dialog>
  )
}

function DeletedRow({ product }: { product: DeletedProduct }) {
  const { id, name, category, price, stock, imageUrl, deletedAt } = product
  const restore = useChange({
    send: (hidden: boolean) => call(deskProducts.restore, { params: { id }, body: { hidden } }),
    done: ({ hidden = false, stock }) => ({
      title: `${name} is back`,
      description: hidden ? 'It is hidden.' : `For sale again, with ${stock} in stock.`,
    }),
    failed: 'Error restoring product',
    refreshes: PRODUCT_LISTS,
    onDone: () => showAdded(id),
  })
  const { formatDate } = useFarmDates()
  return (
    <CardRow className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3">
      <Picture url={imageUrl} use={THUMB} className="size-12 shrink-0 rounded-xl" />
      <div className="min-w-40 flex-1">
        <p className="leading-snug font-semibold wrap-anywhere">{name}</p>
        <p className="text-[0.9375rem] text-bark-deep">
          {category} · <PriceInDollars dollars={price} /> · {stock} in stock · deleted{' '}
          {formatDate(deletedAt)}
        </p>
      </div>
      <div className="flex gap-2 max-sm:w-full">
        {[false, true].map((hidden) => {
          const label = hidden ? 'Restore hidden' : 'Restore to the shop'
          return (
            <Button
              key={label}
              variant="quiet"
              size="sm"
              busy={restore.isPending && restore.variables === hidden}
              disabled={restore.isPending}
              aria-label={`${label}: ${name}`}
              onClick={() => restore.mutate(hidden)}
              className="max-sm:flex-1"
            >
              {label}
            </Button>
          )
        })}
      </div>
    </CardRow>
  )
}
