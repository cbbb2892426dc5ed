import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDollars, times, toCents } from '#contract/money.ts'
import { type CartOnScreen, useCart } from '#web/shop/cart/cart-store.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { SumList } from '#web/ui/sum-list.tsx'
import { SectionCard } from './section-card.tsx'

type OrderSummaryProps = {
  cart: CartOnScreen
  /** Not while a payment is on its way: it is for the order as it stood. */
  canEdit: boolean
  /** When and where it is picked up or delivered; null before that is chosen. */
  when: string | null
  children: ReactNode
}

/** What is bought and what it costs, with what pays for it below. */
export function OrderSummary({ cart, canEdit, when, children }: OrderSummaryProps) {
  return (
    <SectionCard title="Order summary" aside={<EditButton canEdit={canEdit} />}>
      {cart.changes.map((change) => (
        <p key={change} className="mb-2 rounded-xl bg-yolk-pale px-3.5 py-2.5 text-[0.9375rem]">
          {change}
        </p>
      ))}
      <ul className="mb-3">
        {cart.items.map(({ product, quantity }) => (
          <li
            key={product.id}
            className="flex items-center gap-3 border-b border-straw py-2.5 first:pt-0"
          >
            <Picture url={product.imageUrl} use="thumb" className="size-13 shrink-0 rounded-xl" />
            <span className="min-w-0 grow">
              <span className="block leading-snug font-semibold text-pretty">{product.name}</span>
              <span className="text-[0.9375rem] text-bark-deep tabular-nums">
                {quantity} × {formatDollars(toCents(product.price))}
              </span>
            </span>
            <Price amount={times(toCents(product.price), quantity)} className="font-semibold" />
          </li>
        ))}
      </ul>
      <div aria-live="polite">
        <SumList sums={cart} />
        {when && <p className="mt-2 text-bark-deep">{when}</p>}
      </div>
      <div className="mt-5">{children}</div>
    </SectionCard>
  )
}

/** Opens the cart right here. */
function EditButton({ canEdit }: Pick<OrderSummaryProps, 'canEdit'>) {
  const { setCartOpen } = useCart()
  return (
    <button
      type="button"
      disabled={!canEdit}
      onClick={() => setCartOpen(true)}
      aria-haspopup="dialog"
      aria-label="Edit your order"
      className="-my-2 inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg font-semibold text-leaf-deep disabled:cursor-not-allowed disabled:opacity-55"
    >
      <Pencil aria-hidden="true" className="size-4.5" />
      <span className="underline underline-offset-4">Edit</span>
    </button>
  )
}
