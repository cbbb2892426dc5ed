import { useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDollars, times, toCents } from '#contract/money/money.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { productPath } from '#contract/products/product-path.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { useCart } from './cart-store.tsx'

/** A line that was taken out, the place where it stood, and what the cart was without it. */
type Removed = { line: CartLine; at: number; rest: string }

/** The cart's lines; what was removed last can be put back until something else changes. */
export function CartLines() {
  const { items, addItem, removeItem } = useCart()
  const [last, setLast] = useState<Removed | null>(null)
  const removed = last?.rest === contentsOf(items) ? last : null
  if (last !== removed) setLast(null)
  const remove = (line: CartLine, at: number) => {
    setLast({ line, at, rest: contentsOf(items.filter((other) => other !== line)) })
    removeItem(line.product.id)
  }
  const putBack = ({ line, at }: Removed) => {
    flushSync(() => {
      setLast(null)
      addItem(line.product, line.quantity, at)
    })
    document.querySelectorAll<HTMLElement>('[data-remove]').item(at)?.focus()
  }
  const rows = items.map((line, at) => (
    <CartLineRow key={line.product.id} line={line} onRemove={() => remove(line, at)} />
  ))
  if (removed) {
    const { id, name } = removed.line.product
    const undo = <UndoRow key={`undo ${id}`} name={name} onUndo={() => putBack(removed)} />
    rows.splice(removed.at, 0, undo)
  }
  return rows.length > 0 && <ul className="-mt-3">{rows}</ul>
}

function contentsOf(items: readonly CartLine[]): string {
  return items.map(({ product, quantity }) => `${product.id} x ${quantity}`).join()
}

function UndoRow({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <li className="py-3">
      <div className="flex items-center justify-between gap-3 rounded-xl bg-sprout py-1 pr-2 pl-3.5 text-leaf-deep">
        <span className="wrap-anywhere">{name} removed.</span>
        <button
          type="button"
          ref={focusAtOnce}
          onClick={onUndo}
          aria-label={`Undo: put ${name} back`}
          className="min-h-11 shrink-0 cursor-pointer rounded-lg px-2 font-semibold underline underline-offset-4"
        >
          Undo
        </button>
      </div>
    </li>
  )
}

/** The button that was pressed is gone: the keyboard goes on where it was. */
function focusAtOnce(button: HTMLButtonElement | null): void {
  button?.focus()
}

type CartLineRowProps = { line: CartLine; onRemove: () => void }

function CartLineRow({ line: { product, quantity }, onRemove }: CartLineRowProps) {
  const { updateQuantity } = useCart()
  const price = toCents(product.price)
  return (
    <li className="grid grid-cols-[4rem_1fr_auto] items-center gap-x-3.5 border-b border-straw py-3.5 @max-[17rem]:grid-cols-1">
      <Picture url={product.imageUrl} use="thumb" className="size-16 rounded-xl" />
      <div className="min-w-0">
        <a
          href={productPath(product)}
          className="block leading-snug font-semibold text-pretty underline-offset-4 hover:underline"
        >
          {product.name}
        </a>
        {product.weighed && (
          <span className="block text-[0.9375rem] text-bark-deep">{product.weighed}</span>
        )}
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3">
          <QuantityStepper
            name={product.name}
            quantity={quantity}
            min={1}
            max={product.stock}
            onStep={(by) => updateQuantity(product.id, quantity + by)}
            className="inline-flex items-center rounded-full border-[1.5px] border-straw"
          />
          {quantity > 1 && !product.weighed && (
            <span className="text-sm text-bark-deep">{formatDollars(price)} each</span>
          )}
        </div>
      </div>
      <div className="grid justify-items-end gap-1 self-stretch">
        <Price
          amount={times(price, quantity)}
          className="font-serif text-[1.1875rem] font-semibold"
        />
        <button
          type="button"
          data-remove
          onClick={onRemove}
          aria-label={`Remove ${product.name}`}
          className="-mr-2 h-11 cursor-pointer self-end rounded-lg px-2 text-[0.9375rem] text-bark-deep underline underline-offset-2 hover:text-beet"
        >
          Remove
        </button>
      </div>
    </li>
  )
}
