import { useState } from 'react'
import { PRODUCT_CATEGORIES, type ProductCategory } from '#contract/categories.ts'
import { deskProducts } from '#contract/desk-products.ts'
import type { DeskProduct } from '#contract/products.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { DraftNote } from '../shared/draft-note.tsx'
import { LeaveQuestion } from '../shared/form-dialog.tsx'
import { ToolSelect } from '../shared/toolbar.tsx'
import { useChange } from '../shared/use-change.ts'
import { useDraft } from '../shared/use-draft.ts'
import { useLeaving } from '../shared/use-leaving.ts'
import { OrderList } from './order-list.tsx'
import { PRODUCT_LISTS } from './products-query.ts'

/** By their ids, in the order they were given here. */
type MovedProducts = Partial<Record<ProductCategory, readonly number[]>>

type OrderDialogProps = DialogProps & { products: readonly DeskProduct[] }

/** The farmer's own order within each category; the shop shows categories in an order of its own. */
export function OrderDialog({ products: listed, open, onClose }: OrderDialogProps) {
  const categories = PRODUCT_CATEGORIES.filter((one) => withinPlace(listed, one).length > 1)
  const [category, setCategory] = useState(categories[0] ?? PRODUCT_CATEGORIES[0])
  const [moved, setMoved] = useDraft<MovedProducts>('moved', {})
  const orderOf = (one: ProductCategory) => withinPlace(listed, one, moved[one])
  const isTouched = Object.keys(moved).length > 0
  const leaving = useLeaving({ open, isTouched: () => isTouched, onClose })
  const saving = useSaveOrder(onClose)
  return (
    <Dialog
      open={open}
      onClose={leaving.close}
      title="Order in the shop"
      description="Drag a product, or tap the arrows. Sold-out products always come last in their category."
      footer={
        <Button
          size="lg"
          className="w-full"
          disabled={!isTouched}
          busy={saving.isPending}
          onClick={() => saving.mutate(categories.filter((one) => moved[one]).map(orderOf))}
        >
          {saving.isPending ? 'Saving…' : 'Save this order'}
        </Button>
      }
    >
      <DraftNote />
      <ToolSelect
        label="Category"
        value={category}
        options={categories.map((one) => [one, one] as const)}
        onChoose={(value) => setCategory(categories.find((one) => one === value) ?? category)}
      />
      <OrderList
        key={category}
        products={orderOf(category)}
        onOrder={(order) => setMoved({ ...moved, [category]: order.map(({ id }) => id) })}
      />
      <LeaveQuestion {...leaving.question} />
    </Dialog>
  )
}

/**
 * By their own places: those that are sold out now are back there with new
 * stock. What was moved goes first; a product added since comes after it.
 */
function withinPlace(
  listed: readonly DeskProduct[],
  category: ProductCategory,
  moved: readonly number[] = [],
) {
  const place = ({ id, place = id }: DeskProduct) => place
  const rank = ({ id }: DeskProduct) => (moved.includes(id) ? moved.indexOf(id) : moved.length)
  return listed
    .filter((product) => product.category === category)
    .sort((one, other) => rank(one) - rank(other) || place(one) - place(other))
}

function useSaveOrder(onShown: () => void) {
  return useChange({
    send: async (orders: readonly (readonly DeskProduct[])[]) => {
      for (const order of orders)
        await call(deskProducts.arrange, { body: { ids: order.map(({ id }) => id) } })
    },
    done: 'Order saved',
    failed: 'The order was not saved',
    refreshes: PRODUCT_LISTS,
    onShown,
  })
}
