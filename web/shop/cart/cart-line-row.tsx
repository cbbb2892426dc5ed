import type { CartLine } from '#contract/cart.ts'
import { formatDollars, times, toCents } from '#contract/money.ts'
import { productPath } from '#contract/product-path.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { useCart } from './cart-store.tsx'

type CartLineRowProps = { line: CartLine; onRemove: () => void }

export function CartLineRow({ line: { product, quantity }, onRemove }: CartLineRowProps) {
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
