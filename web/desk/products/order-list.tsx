import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { DeskProduct } from '#contract/products.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Picture } from '#web/ui/picture.tsx'
import { IconButton } from '../shared/icon-button.tsx'

type OrderListProps = {
  products: readonly DeskProduct[]
  onOrder: (order: readonly DeskProduct[]) => void
}

/** A list whose rows are moved by finger, mouse, keys (arrows at the handle) or buttons. */
export function OrderList({ products, onOrder }: OrderListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const move = (id: number, to: number) => {
    const order = withMoved(products, id, to)
    if (order === products) return
    onOrder(order)
    const index = order.findIndex((one) => one.id === id)
    setAnnouncement(`${order[index]?.name ?? ''} is now ${index + 1} of ${order.length}.`)
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
            isFirst={index === 0}
            isLast={index === products.length - 1}
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
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  onGrip: (event: PointerEvent<HTMLButtonElement>) => void
  onDrag: (event: PointerEvent) => void
  onDrop: () => void
}

function OrderRow({ product, isDragged, isFirst, isLast, onMove, ...drag }: OrderRowProps) {
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
      <Picture url={product.imageUrl} use="thumb" className="size-10 shrink-0 rounded-lg" />
      <span className="min-w-0 flex-1 pl-2 leading-snug wrap-anywhere">
        <span className="font-semibold">{name}</span>
        {noteOf(product) && <span className="block text-bark-deep">{noteOf(product)}</span>}
      </span>
      <IconButton
        tip="Up"
        label={`Move ${name} up`}
        Icon={ArrowUp}
        aria-disabled={isFirst}
        className={isFirst ? 'opacity-40' : ''}
        onClick={() => onMove(-1)}
      />
      <IconButton
        tip="Down"
        label={`Move ${name} down`}
        Icon={ArrowDown}
        aria-disabled={isLast}
        className={isLast ? 'opacity-40' : ''}
        onClick={() => onMove(1)}
      />
    </li>
  )
}

function noteOf({ hidden, stock }: DeskProduct): string {
  if (hidden) return 'Hidden'
  return stock > 0 ? '' : 'Sold out'
}

/** A list with one of its products at another index; the same list where nothing moves. */
function withMoved(
  products: readonly DeskProduct[],
  id: number,
  to: number,
): readonly DeskProduct[] {
  const from = products.findIndex((one) => one.id === id)
  const product = products[from]
  if (!product || to === from || to < 0 || to >= products.length) return products
  return products.toSpliced(from, 1).toSpliced(to, 0, product)
}

/** The row at a height of the screen, in px. */
function indexAt(list: HTMLUListElement | null, y: number): number {
  const rows = Array.from(list?.children ?? [], (row) => row.getBoundingClientRect())
  const below = rows.findIndex(({ bottom }) => y < bottom)
  return below < 0 ? rows.length - 1 : below
}
