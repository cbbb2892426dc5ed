import { useQuery } from '@tanstack/react-query'
import { products } from '#contract/products.ts'
import { query } from '#web/api/query.ts'
import { SelectField } from '#web/ui/field.tsx'
import type { SwappedIn } from './change-draft.ts'
import { optionOf, SwapLine, startOf } from './swap-fields.tsx'

type ItemsProps = {
  items: SwappedIn[]
  error: string | undefined
  onItems: (items: SwappedIn[]) => void
}

export function PhoneOrderItems({ items, error, onItems }: ItemsProps) {
  const onSale = useQuery(query(products.list)).data ?? []
  const taken = new Set(items.map(({ productId }) => productId))
  const offers = onSale.filter(({ id, stock }) => stock > 0 && !taken.has(id))
  const add = (value: string) => {
    const product = offers.find(({ id }) => id === Number(value))
    if (product) onItems([...items, startOf(product)])
  }
  const change = (line: SwappedIn) =>
    onItems(
      items.flatMap((one) =>
        one.productId !== line.productId ? [one] : line.units > 0 ? [line] : [],
      ),
    )
  return (
    <div className="grid gap-3">
      {items.map((line) => (
        <SwapLine
          key={line.productId}
          line={line}
          most={onSale.find(({ id }) => id === line.productId)?.stock ?? line.units}
          onChange={change}
        />
      ))}
      <SelectField
        label={items.length === 0 ? 'What is ordered?' : 'Add something else'}
        name="items"
        required
        value=""
        error={error}
        onChange={({ target }) => add(target.value)}
      >
        <option value="">Choose a product</option>
        {offers.map(optionOf).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
