import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { deskProducts } from '#contract/products/desk-products.ts'
import type { DeskProduct } from '#contract/products/products.ts'
import { call } from '#web/api/call.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Picture, THUMB } from '#web/ui/picture.tsx'
import { type DialogProps, useDraft } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { MoveButtons } from '../shared/move-buttons.tsx'
import { ToolSelect } from '../shared/toolbar.tsx'
import { useChange } from '../shared/use-change.ts'
import { PRODUCT_LISTS } from './products-query.ts'

type OrderDialogProps = DialogProps & { products: readonly DeskProduct[] }

export function SortDialog({ products: listed, open, onClose }: OrderDialogProps) {
  const categories = [...new Set(listed.map((product) => product.category))].filter(
    (one) => withinPlace(listed, one).length > 1,
  )
  const [category, setCategory] = useState(categories[0] ?? '')
  const [moved, setMoved] = useDraft<Readonly<Record<string, readonly number[]>>>('moved', {})
  const orderOf = (one: string) => withinPlace(listed, one, moved[one])
  const isTouched = Object.keys(moved).length > 0
  const saving = useChange({
    send: async (orders: readonly (readonly DeskProduct[])[]) => {
      for (const order of orders)
        await call(deskProducts.arrange, { body: { ids: order.map(({ id }) => id) } })
    },
    done: 'Order saved',
    failed: 'The order was not saved',
    refreshes: PRODUCT_LISTS,
    onShown: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      isTouched={() => isTouched}
      onSubmit={() => saving.mutate(categories.filter((one) => moved[one]).map(orderOf))}
      title="Order in the shop"
      description="Drag a product, or tap the arrows. Sold-out products always come last in their category."
      save={{ label: 'Save this order', busy: saving.isPending, disabled: !isTouched }}
    >
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
    </FormDialog>
  )
}

/** By place, so a sold-out product comes back where it was; moved ones go first, new ones last. */
function withinPlace(
  listed: readonly DeskProduct[],
  category: string,
  moved: readonly number[] = [],
) {
  const place = ({ id, place = id }: DeskProduct) => place
  const rank = ({ id }: DeskProduct) => (moved.includes(id) ? moved.indexOf(id) : moved.length)
  return listed
    .filter((product) => product.category === category)
    .sort((one, other) => rank(one) - rank(other) || place(one) - place(other))
}

type OrderListProps = {
  products: readonly DeskProduct[]
  onOrder: (order: readonly DeskProduct[]) => void
}

function OrderList({ products, onOrder }: OrderListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const move = (id: number, to: number) => {
    const from = products.findIndex((one) => one.id === id)
    const product = products[from]
    if (!product || to === from || to < 0 || to >= products.length) return
    onOrder(products.toSpliced(from, 1).toSpliced(to, 0, product))
    setAnnouncement(`${product.name} is now ${to + 1} of ${products.length}.`)
  }
  const drag = (event: PointerEvent, id: number) => {
    if (dragged === id) move(id, indexAt(list.current, event.clientY))
  }
  return (
    <>
      <ul ref={list} className="mt-4 rounded-2xl border border-straw bg-field">
        {products.map((product, index) => (
          <OrderRow
            key={product.id}
            product={product}
            isDragged={dragged === product.id}
            place={{ index, count: products.length }}
            onMove={(by) => move(product.id, index + by)}
            onGrip={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              setDragged(product.id)
            }}
            onDrag={(event) => drag(event, product.id)}
            onDrop={() => setDragged(null)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

type OrderRowProps = {
  product: DeskProduct
  isDragged: boolean
  place: { index: number; count: number }
  onMove: (by: 1 | -1) => void
  onGrip: (event: PointerEvent<HTMLButtonElement>) => void
  onDrag: (event: PointerEvent) => void
  onDrop: () => void
}

function OrderRow({ product, isDragged, place, onMove, ...drag }: OrderRowProps) {
  const { name } = product
  const stepByKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (by === null) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li
      className={classNames(
        'flex items-center gap-1 border-b border-straw py-1.5 pr-1.5 last:border-0',
        isDragged && 'bg-sprout',
      )}
    >
      <button
        type="button"
        aria-label={`Move ${name}: drag, or press the arrow keys`}
        className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-bark-deep"
        onPointerDown={drag.onGrip}
        onPointerMove={drag.onDrag}
        onPointerUp={drag.onDrop}
        onPointerCancel={drag.onDrop}
        onKeyDown={stepByKey}
      >
        <GripVertical aria-hidden="true" className="size-5" />
      </button>
      <Picture url={product.imageUrl} use={THUMB} className="size-10 shrink-0 rounded-lg" />
      <span className="min-w-0 flex-1 pl-2 leading-snug wrap-anywhere">
        <span className="font-semibold">{name}</span>
        {stockText(product) && <span className="block text-bark-deep">{stockText(product)}</span>}
      </span>
      <MoveButtons name={name} {...place} onMove={onMove} />
    </li>
  )
}

function stockText({ hidden, stock }: DeskProduct): string {
  if (hidden) return 'Hidden'
  return stock > 0 ? '' : 'Sold out'
}

/** `y` is on screen, in px. */
function indexAt(list: HTMLUListElement | null, y: number): number {
  const rows = Array.from(list?.children ?? [], (row) => row.getBoundingClientRect())
  const below = rows.findIndex(({ bottom }) => y < bottom)
  return below < 0 ? rows.length - 1 : below
}
