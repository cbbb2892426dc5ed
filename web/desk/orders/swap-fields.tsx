import { useQuery } from '@tanstack/react-query'
import { type Product, products } from '#contract/products/products.ts'
import { query } from '#web/api/call.ts'
import { TextField } from '#web/ui/field.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { type EditedChange, offersFor, type SwappedIn, wrongPrice } from './change-draft.ts'
import { ProductPicker } from './product-picker.tsx'

export function SwapFields({ order, form, onForm }: EditedChange) {
  const onSale = useQuery(query(products.list)).data ?? []
  const offers = offersFor(order, form, onSale)
  const change = (line: SwappedIn) =>
    onForm((now) => ({
      ...now,
      swappedIn: now.swappedIn.flatMap((one) =>
        one.productId !== line.productId ? [one] : line.units > 0 ? [line] : [],
      ),
    }))
  return (
    <div className="grid gap-3">
      {form.swappedIn.map((line) => (
        <SwapLine
          key={line.productId}
          line={line}
          most={onSale.find(({ id }) => id === line.productId)?.stock ?? line.units}
          onChange={change}
        />
      ))}
      {offers.length > 0 && (
        <ProductPicker
          label="Replace with…"
          offers={offers}
          onPick={(product) =>
            onForm((now) => ({ ...now, swappedIn: [...now.swappedIn, startOf(product)] }))
          }
        />
      )}
    </div>
  )
}

export function startOf({ id, name, price }: Product): SwappedIn {
  return { productId: id, name, units: 1, price: price.toFixed(2) }
}

type SwapLineProps = { line: SwappedIn; most: number; onChange: (line: SwappedIn) => void }

export function SwapLine({ line, most, onChange }: SwapLineProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-end gap-x-4 border-b border-straw pb-3">
      <TextField
        label={`${line.name}, price each in $`}
        name={`price-${line.productId}`}
        inputMode="decimal"
        value={line.price}
        error={wrongPrice(line) ?? undefined}
        onChange={({ target }) => onChange({ ...line, price: target.value })}
      />
      <QuantityStepper
        name={line.name}
        quantity={line.units}
        min={0}
        max={most}
        onStep={(by) => onChange({ ...line, units: line.units + by })}
        className="flex items-center rounded-full border-[1.5px] border-bark bg-field"
      />
    </div>
  )
}
