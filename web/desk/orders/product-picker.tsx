import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { fold } from '#contract/chat/word-forms.ts'
import { formatMoney } from '#contract/money/money.ts'
import { type Product, products } from '#contract/products/products.ts'
import { query } from '#web/api/call.ts'
import { FieldError, TextField } from '#web/ui/field.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { CardList, CardRow } from '../shared/card.tsx'
import { TOOL, ToolField } from '../shared/toolbar.tsx'
import { type SwappedIn, wrongPrice } from './change-draft.ts'

type ProductPickerProps = {
  label: string
  /** What is not offered again. */
  taken: ReadonlySet<number>
  onPick: (product: Product) => void
  error?: string | undefined
}

const MOST = 6

/** Finds a product by the beginnings of its words; Enter takes the first. */
export function ProductPicker({ label, taken, onPick, error }: ProductPickerProps) {
  const errorId = useId()
  const [text, setText] = useState('')
  const onSale = useQuery(query(products.list)).data ?? []
  const isTyped = text.trim() !== ''
  const found = onSale.filter(
    ({ id, name, stock }) => isTyped && stock > 0 && !taken.has(id) && isNamed(name, text),
  )
  const pick = (product: Product | undefined) => {
    if (!product) return
    onPick(product)
    setText('')
  }
  return (
    <div className="grid gap-1">
      <ToolField label={label}>
        {(id) => (
          <input
            id={id}
            name="items"
            type="search"
            autoComplete="off"
            placeholder="Type a few letters"
            value={text}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              pick(found[0])
            }}
            className={TOOL}
          />
        )}
      </ToolField>
      <FieldError id={errorId}>{error}</FieldError>
      {isTyped && (
        <CardList
          ref={(list) => list?.scrollIntoView?.({ block: 'nearest' })}
          aria-label="Products found"
        >
          {found.length === 0 && <li className="px-4 py-2.5">Nothing in stock matches.</li>}
          {found.slice(0, MOST).map((product) => (
            <CardRow key={product.id}>
              <button
                type="button"
                onClick={() => pick(product)}
                className="flex min-h-11 w-full cursor-pointer items-center gap-3 px-4 py-1.5 text-left -outline-offset-4"
              >
                <Plus aria-hidden="true" className="size-4.5 shrink-0 text-leaf" />
                <span className="grow font-semibold wrap-anywhere">{product.name}</span>
                <span className="text-[0.9375rem] text-bark-deep whitespace-nowrap">
                  {formatMoney(product.price)} · {product.stock} left
                </span>
              </button>
            </CardRow>
          ))}
        </CardList>
      )}
    </div>
  )
}

function isNamed(name: string, text: string): boolean {
  const words = ` ${fold(name)}`
  const terms = fold(text).split(/\s+/).filter(Boolean)
  return terms.every((term) => words.includes(` ${term}`))
}

type PickedProductsProps = {
  label: string
  items: readonly SwappedIn[]
  /** What the order has already. */
  others?: readonly { productId: number }[]
  error?: string | undefined
  onItems: (items: SwappedIn[]) => void
}

export function PickedProducts(props: PickedProductsProps) {
  const { label, items, others = [], error, onItems } = props
  const onSale = useQuery(query(products.list)).data ?? []
  return (
    <div className="grid gap-3">
      {items.map((line, index) => (
        <SwapLine
          key={line.productId}
          line={line}
          most={onSale.find(({ id }) => id === line.productId)?.stock ?? line.units}
          onChange={(changed) =>
            onItems(changed.units > 0 ? items.with(index, changed) : items.toSpliced(index, 1))
          }
        />
      ))}
      <ProductPicker
        label={label}
        taken={new Set([...others, ...items].map(({ productId }) => productId))}
        error={error}
        onPick={(product) => onItems([...items, startOf(product)])}
      />
    </div>
  )
}

export function startOf({ id, name, price }: Product): SwappedIn {
  return { productId: id, name, units: 1, price: price.toFixed(2) }
}

type SwapLineProps = { line: SwappedIn; most: number; onChange: (line: SwappedIn) => void }

function SwapLine({ line, most, onChange }: SwapLineProps) {
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
      <Stepper
        name={line.name}
        quantity={line.units}
        max={most}
        onStep={(by) => onChange({ ...line, units: line.units + by })}
      />
    </div>
  )
}

type StepperProps = Omit<ComponentProps<typeof QuantityStepper>, 'min' | 'className'>

export function Stepper(props: StepperProps) {
  return (
    <QuantityStepper
      {...props}
      min={0}
      className="flex shrink-0 items-center rounded-full border-[1.5px] border-bark bg-field"
    />
  )
}
