import { ChevronDown, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDollars, formatMoney, times, toCents } from '#contract/money/money.ts'
import type { CartOnScreen } from '#web/shop/cart/cart-store.tsx'
import { Picture, THUMB } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { SumList } from '#web/ui/sum-list.tsx'
import { SectionCard } from './section-card.tsx'

type OrderSummaryProps = {
  cart: CartOnScreen
  /** Off during a payment, which is for the order as it was. */
  canEdit: boolean
  /** When and where; null until chosen. */
  when: string | null
  children: ReactNode
}

export function OrderSummary({ cart, canEdit, when, children }: OrderSummaryProps) {
  return (
    <SectionCard
      title="Order summary"
      aside={
        <button
          type="button"
          disabled={!canEdit}
          onClick={() => cart.setCartOpen(true)}
          aria-haspopup="dialog"
          aria-label="Edit your order"
          className="-my-2 inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg font-semibold text-leaf-deep disabled:cursor-not-allowed disabled:opacity-55"
        >
          <Pencil aria-hidden="true" className="size-4.5" />
          <span className="underline underline-offset-4">Edit</span>
        </button>
      }
    >
      {cart.changes.map((change) => (
        <p key={change} className="mb-2 rounded-xl bg-yolk-pale px-3.5 py-2.5 text-[0.9375rem]">
          {change}
        </p>
      ))}
      <Lines cart={cart} />
      <div aria-live="polite">
        <SumList sums={cart} />
        {when && <p className="mt-2 text-bark-deep">{when}</p>}
      </div>
      <div className="mt-5">{children}</div>
    </SectionCard>
  )
}

export function OrderGlance({ cart }: { cart: CartOnScreen }) {
  const [isOpen, setOpen] = useState(false)
  const { count, total } = cart
  return (
    <details
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="mt-5 rounded-2xl border border-straw bg-card px-4.5 lg:hidden"
    >
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-3">
        <span className="font-semibold tabular-nums">
          {count} {count === 1 ? 'item' : 'items'} · {formatDollars(total)}
        </span>
        <span className="inline-flex items-center gap-2 text-leaf-deep">
          <span className="underline underline-offset-4">
            {isOpen ? 'Hide the order' : 'Show the order'}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={isOpen ? 'size-5 shrink-0 rotate-180' : 'size-5 shrink-0'}
          />
        </span>
      </summary>
      {isOpen && <Lines cart={cart} />}
    </details>
  )
}

function Lines({ cart: { items } }: { cart: CartOnScreen }) {
  return (
    <ul className="mb-3">
      {items.map(({ product, quantity }) => (
        <li
          key={product.id}
          className="flex flex-wrap items-center gap-3 border-b border-straw py-2.5 first:pt-0"
        >
          <Picture url={product.imageUrl} use={THUMB} className="size-13 shrink-0 rounded-xl" />
          <span className="flex-1">
            <span className="block leading-snug font-semibold">{product.name}</span>
            <span className="text-[0.9375rem] text-bark-deep tabular-nums">
              {quantity} × {formatMoney(product.price)}
              {product.weighed && ' at most: you pay for what it weighs'}
            </span>
          </span>
          <Price
            amount={times(toCents(product.price), quantity)}
            className="ml-auto font-semibold"
          />
        </li>
      ))}
    </ul>
  )
}
