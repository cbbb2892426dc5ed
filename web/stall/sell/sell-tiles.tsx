import { useEffect, useRef, useState } from 'react'
import { includesWords } from '#contract/chat/word-forms.ts'
import { linesOf, totalText } from '#contract/market/describe-command.ts'
import { readWeighed, type Weighed, weighOf } from '#contract/market/sale-by-weight.ts'
import type { StallDay } from '#contract/market/stall.ts'
import type { StallProduct } from '#contract/market/stall-goods.ts'
import { type Cents, cents, formatDollars, toCents } from '#contract/money/money.ts'
import { formatRate, formatWeighing, type Weigh } from '#contract/packing/weigh.ts'
import { typedDollars } from '#contract/text/typed-numbers.ts'
import { holdsLetterOrDigit, visibleLine } from '#contract/text/visible-text.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { tilePicture } from '../load-day.ts'
import type { Command, OutboxRow } from '../store/stored.ts'

const TILE =
  'relative grid min-h-28 cursor-pointer overflow-hidden rounded-2xl border-[1.5px] bg-card text-left hover:border-bark'

type Tiled = ReturnType<typeof tilesOf>[number]

type SellTilesProps = {
  products: readonly Tiled[]
  unitsOf: (id: number) => number
  onTap: (product: Tiled) => void
  onWeighed: (product: Tiled, weighed: Weighed) => void
  onFree: (line: Free) => void
}

export function SellTiles({ products, unitsOf, onTap, onWeighed, onFree }: SellTilesProps) {
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<Tiled | 'free' | null>(null)
  const isFree = opened === 'free'
  const shown = products.filter(({ name }) => includesWords(name, text))
  const addFree = (line: Free) => {
    onFree(line)
    setOpened(null)
  }
  return (
    <>
      <div className="flex gap-2">
        <SearchField label="Find a product" value={text} onType={setText} />
        <Button
          variant="quiet"
          aria-expanded={isFree}
          onClick={() => setOpened(isFree ? null : 'free')}
          className="min-h-13 rounded-2xl px-3.5"
        >
          <Icon name="plus" className="size-5" /> Other
        </Button>
      </div>
      {isFree && <FreeLine onAdd={addFree} />}
      {opened !== null && opened !== 'free' && opened.weigh && (
        <WeighLine
          key={opened.id}
          name={opened.name}
          weigh={opened.weigh}
          onAdd={(weighed) => {
            onWeighed(opened, weighed)
            setOpened(null)
          }}
        />
      )}
      {shown.length === 0 && (
        <p className="py-2">
          {text === '' ? 'You have no products yet.' : 'No product has this name.'} Tap Other.
        </p>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,6.5rem),1fr))] gap-2.5 sm:grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))]">
        {shown.map((product) => (
          <li key={product.id} className="grid">
            <Tile
              product={product}
              units={unitsOf(product.id)}
              onTap={() => (product.weigh ? setOpened(product) : onTap(product))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const PRICE = 'font-serif text-lg font-semibold tabular-nums'

type TileProps = { product: Tiled; units: number; onTap: () => void }

function Tile({ product: { name, price, image, weigh, left }, units, onTap }: TileProps) {
  return (
    <button
      type="button"
      onClick={onTap}
      className={classNames(TILE, 'content-start', units > 0 ? 'border-leaf' : 'border-straw')}
    >
      <TilePicture image={image} />
      {units > 0 && (
        <span className="absolute top-1.5 right-1.5 grid min-w-8 place-items-center rounded-full bg-leaf px-2 py-0.5 font-bold text-on-leaf tabular-nums">
          {units}
          <span className="sr-only"> in this sale</span>
        </span>
      )}
      <span className="grid gap-0.5 p-2">
        <span className="line-clamp-3 leading-tight font-semibold wrap-anywhere max-sm:text-[0.9375rem]">
          {name}
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-2">
          {weigh ? (
            <span className={PRICE}>{formatRate(weigh)}</span>
          ) : (
            <Price amount={toCents(price)} className={PRICE} />
          )}
          <span className="text-sm text-bark-deep">{left}</span>
        </span>
      </span>
    </button>
  )
}

function TilePicture({ image }: { image: string | null }) {
  const [isMissing, setMissing] = useState(false)
  const src = tilePicture(image)
  const look = 'aspect-2/1 w-full bg-sprout object-cover'
  if (!src || isMissing) return <span className={look} />
  return (
    <img
      src={src}
      alt=""
      width={280}
      height={140}
      onError={() => setMissing(true)}
      className={look}
    />
  )
}

type Free = { name: string; price: Cents }

function FreeLine({ onAdd }: { onAdd: (line: Free) => void }) {
  const [name, setName] = useState('')
  const [amount, setAmount] = useState('')
  const [isTried, setTried] = useState(false)
  const typed = typedDollars(amount)
  const isAmount = typed !== null && typed >= 0
  const isNamed = holdsLetterOrDigit(visibleLine(name))
  const add = () => {
    setTried(true)
    if (!isNamed || !isAmount) return
    onAdd({ name: visibleLine(name), price: cents(typed) })
  }
  return (
    <Form
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
        error={isTried && !isNamed ? 'Please say what it is.' : undefined}
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
    </Form>
  )
}

type WeighLineProps = { name: string; weigh: Weigh; onAdd: (weighed: Weighed) => void }

function WeighLine({ name, weigh, onAdd }: WeighLineProps) {
  const [typed, setTyped] = useState({ weight: '', amount: '' })
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'center' })
    form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  const weighed = readWeighed(typed, weigh)
  const fault = isTried && typeof weighed === 'string' ? weighed : undefined
  const isAmount = typed.amount.trim() !== ''
  const add = () => {
    setTried(true)
    if (typeof weighed !== 'string') onAdd(weighed)
  }
  return (
    <Form
      ref={form}
      onSubmit={add}
      className="flex flex-wrap items-start gap-3 rounded-2xl border border-straw bg-card p-3"
    >
      <p className="w-full wrap-anywhere">
        <strong>{name}</strong>, {formatRate(weigh)}
      </p>
      <TextField
        label={`Weight in ${weigh.unit}`}
        className="min-w-0 grow basis-28"
        required
        inputMode="decimal"
        value={typed.weight}
        error={isAmount ? undefined : fault}
        onChange={({ target }) => setTyped({ ...typed, weight: target.value })}
      />
      <TextField
        label="Or the amount in $"
        className="min-w-0 grow basis-28"
        required
        inputMode="decimal"
        value={typed.amount}
        error={isAmount ? fault : undefined}
        onChange={({ target }) => setTyped({ ...typed, amount: target.value })}
      />
      <p role="status" className="w-full text-bark-deep tabular-nums empty:hidden">
        {typeof weighed !== 'string' && weighed.weight !== null && weighingText(weighed, weigh)}
      </p>
      <Button type="submit" variant="sprout" className="w-full">
        {typeof weighed === 'string' ? (
          'Add it'
        ) : (
          <span>Add for {formatDollars(weighed.amount)}</span>
        )}
      </Button>
    </Form>
  )
}

function weighingText({ amount, weight }: Weighed, { unit, cents: rate }: Weigh): string {
  const most = Number.POSITIVE_INFINITY
  return formatWeighing({ thousandths: weight, cents: amount, unit, rate, most })
}

export function tilesOf(products: readonly StallProduct[]) {
  return products
    .toSorted((a, b) => Number(b.loaded > 0) - Number(a.loaded > 0) || a.name.localeCompare(b.name))
    .map((product) => ({ ...product, weigh: weighOf(product), left: formatOnTruck(product) }))
}

export function formatOnTruck({ loaded, sold, stock }: Omit<StallProduct, 'id'>): string {
  if (loaded > 0) return loaded > sold ? `${loaded - sold} on the truck` : 'none on the truck'
  return stock > 0 ? `${stock} at the farm` : 'none left'
}

type SellCommand = Extract<Command, { kind: 'sell' }>

export type StallSale = ReturnType<typeof ownSales>[number]

export function ownSales(rows: readonly OutboxRow[], day: StallDay) {
  const own = rows.map(({ command }) => command)
  const here = new Set(own.flatMap((one) => (one.kind === 'void-sale' ? one.target : [])))
  const known = new Set(day.undone)
  const undoneWhere = (id: string): keyof typeof UNDONE | null => {
    if (here.has(id)) return 'here'
    return known.has(id) ? 'elsewhere' : null
  }
  return own
    .filter((one) => one.kind === 'sell')
    .filter(({ marketDayId }) => marketDayId === day.marketDay.id)
    .toSorted((a, b) => b.seq - a.seq)
    .map((command) => ({ command, undone: undoneWhere(command.id) }))
}

export function formatSale({ command, undone }: StallSale): string {
  const isGift = command.tenders.length === 0
  const total = totalText(command.lines)
  if (undone) return isGift ? 'Gift undone' : `Sale of ${total} undone`
  return isGift ? 'Given as a gift' : `Sold for ${total}`
}

export const UNDONE = { here: 'Undone', elsewhere: 'Undone at the farm' } as const

/** `Cash, Venmo` */
export function formatWays({ tenders }: Pick<SellCommand, 'tenders'>): string {
  return [...new Set(tenders.map(({ way }) => way))].join(', ')
}

/** `2 × Eggs, 1 × Bag of seconds` */
export function formatGoods({ lines }: SellCommand, { products }: StallDay): string {
  return linesOf(lines, new Map(products.map(({ id, name }) => [id, name])))
}
