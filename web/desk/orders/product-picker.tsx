import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { fold } from '#contract/chat/word-forms.ts'
import { formatMoney } from '#contract/money/money.ts'
import type { Product } from '#contract/products/products.ts'
import { TOOL, ToolField } from '../shared/toolbar.tsx'

type ProductPickerProps = {
  label: string
  offers: readonly Product[]
  onPick: (product: Product) => void
  error?: string | undefined
}

const MOST = 6

/** Finds a product by the beginnings of its words; Enter takes the first. */
export function ProductPicker({ label, offers, onPick, error }: ProductPickerProps) {
  const errorId = useId()
  const [text, setText] = useState('')
  const found = text.trim() === '' ? [] : offers.filter(({ name }) => isNamed(name, text))
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
      {error && (
        <p id={errorId} className="text-[0.9375rem] font-semibold text-beet">
          {error}
        </p>
      )}
      {text.trim() !== '' && (
        <ul aria-label="Products found" className="rounded-xl border border-straw bg-card">
          {found.length === 0 && <li className="px-4 py-2.5">Nothing in stock matches.</li>}
          {found.slice(0, MOST).map((product) => (
            <li key={product.id} className="border-b border-straw last:border-0">
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
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function isNamed(name: string, text: string): boolean {
  const words = ` ${fold(name)}`
  const terms = fold(text).split(/\s+/).filter(Boolean)
  return terms.every((term) => words.includes(` ${term}`))
}
