import { useQuery } from '@tanstack/react-query'
import { formatDollars, toCents } from '#contract/money/money.ts'
import { type Product, products } from '#contract/products/products.ts'
import { query } from '#web/api/query.ts'
import { TextField } from '#web/ui/field.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { ToolSelect } from '../shared/toolbar.tsx'
import { type EditedChange, offersFor, type SwappedIn, wrongPrice } from './change-draft.ts'

export function SwapFields({ order, form, onForm }: EditedChange) {
  const onSale = useQuery(query(products.list)).data ?? []
  const offers = offersFor(order, form, onSale)
  const add = (value: string) => {
    const product = offers.find(({ id }) => id === Number(value))
    if (product) onForm((now) => ({ ...now, swappedIn: [...now.swappedIn, startOf(product)] }))
  }
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
        <ToolSelect
          label="Swap in something else"
          value=""
          options={[['', 'Choose a product'], ...offers.map(optionOf)]}
          onChoose={add}
        />
      )}
    </div>
  )
}

export function startOf({ id, name, price }: Product): SwappedIn {
  return { productId: id, name, units: 1, price: price.toFixed(2) }
}

export function optionOf({ id, name, price, stock }: Product): [string, string] {
  return [String(id), `${name}, ${formatDollars(toCents(price))} (${stock} in stock)`]
}

type SwapLineProps = { line: SwappedIn; most: number; onChange: (line: SwappedIn) => void }

export function SwapLine({ line, most, onChange }: SwapLineProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-end gap-x-4 border-b border-straw pb-3">
      <TextField
        label={`${line.name}, price for one in $`}
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
