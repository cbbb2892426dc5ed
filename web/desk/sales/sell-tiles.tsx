import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { cents, parseDollars, toCents } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/field.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { ToolSearch } from '../shared/toolbar.tsx'
import type { DraftLine } from './sale-draft.ts'

const TILE =
  'relative grid min-h-28 cursor-pointer overflow-hidden rounded-2xl border-[1.5px] bg-card text-left hover:border-bark'

type SellTilesProps = {
  products: readonly Product[]
  unitsOf: (id: number) => number
  onTap: (product: Product) => void
  onFree: (line: DraftLine) => void
}

/** A big key for each product, and one for what is none. */
export function SellTiles({ products, unitsOf, onTap, onFree }: SellTilesProps) {
  const [text, setText] = useState('')
  const [isFree, setFree] = useState(false)
  const wanted = text.trim().toLowerCase()
  const shown = products.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <>
      {products.length > 11 && <ToolSearch label="Find a product" value={text} onType={setText} />}
      {isFree && (
        <FreeLine
          onAdd={(line) => {
            onFree(line)
            setFree(false)
          }}
        />
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,6.75rem),1fr))] gap-2.5 sm:grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))]">
        <li className="grid">
          <button
            type="button"
            aria-expanded={isFree}
            onClick={() => setFree(!isFree)}
            className={classNames(
              TILE,
              'place-content-center justify-items-center gap-1 border-straw',
            )}
          >
            <Plus aria-hidden="true" className="size-6" />
            <span className="px-1 text-center leading-tight font-semibold">Something else</span>
          </button>
        </li>
        {shown.map((product) => (
          <li key={product.id} className="grid">
            <Tile product={product} units={unitsOf(product.id)} onTap={() => onTap(product)} />
          </li>
        ))}
      </ul>
    </>
  )
}

type TileProps = { product: Product; units: number; onTap: () => void }

function Tile({ product: { name, price, stock, imageUrl }, units, onTap }: TileProps) {
  return (
    <button
      type="button"
      onClick={onTap}
      className={classNames(TILE, 'content-start', units > 0 ? 'border-leaf' : 'border-straw')}
    >
      <Picture url={imageUrl} use="thumb" className="aspect-2/1 w-full" />
      {units > 0 && (
        <span className="absolute top-1.5 right-1.5 grid min-w-8 place-items-center rounded-full bg-leaf px-2 py-0.5 font-bold text-on-leaf tabular-nums">
          {units}
          <span className="sr-only"> in this sale</span>
        </span>
      )}
      <span className="grid gap-0.5 p-2">
        <span className="line-clamp-2 leading-tight font-semibold wrap-anywhere">{name}</span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-2">
          <Price amount={toCents(price)} className="font-serif text-lg font-semibold" />
          <span className="text-sm text-bark-deep">
            {stock > 0 ? `${stock} left` : 'none left'}
          </span>
        </span>
      </span>
    </button>
  )
}

/** Such as a bag of seconds for $2: it takes nothing from the stock. */
function FreeLine({ onAdd }: { onAdd: (line: DraftLine) => void }) {
  const [name, setName] = useState('')
  const [amount, setAmount] = useState('')
  const [isTried, setTried] = useState(false)
  const typed = parseDollars(amount)
  const isAmount = typed !== null && typed >= 0
  const add = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || !isAmount) return
    onAdd({
      key: newUuid(),
      productId: null,
      name: name.trim(),
      units: 1,
      price: cents(typed),
      amount: null,
    })
  }
  return (
    <form
      noValidate
      onSubmit={add}
      className="flex flex-wrap items-start gap-3 rounded-2xl border border-straw bg-card p-3"
    >
      <TextField
        label="What is it?"
        className="min-w-0 grow basis-40"
        required
        name="name"
        maxLength={80}
        placeholder="Bag of seconds"
        value={name}
        error={isTried && name.trim() === '' ? 'Please say what it is.' : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Amount in $"
        className="min-w-0 grow basis-24"
        required
        name="amount"
        inputMode="decimal"
        value={amount}
        error={isTried && !isAmount ? 'An amount, such as 2.00.' : undefined}
        onChange={({ target }) => setAmount(target.value)}
      />
      <Button type="submit" variant="sprout" className="w-full">
        Add it
      </Button>
    </form>
  )
}
