import { type ReactNode, useState } from 'react'
import { toCents } from '#contract/money.ts'
import type { Weighed } from '#contract/sale-by-weight.ts'
import type { Sellable } from '#contract/sale-draft.ts'
import { formatRate } from '#contract/weigh.ts'
import { includesWords } from '#contract/word-forms.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { Price } from '../price.tsx'
import { SearchField } from '../search-field.tsx'
import { type Free, FreeLine } from './free-line.tsx'
import { WeighLine } from './weigh-line.tsx'

const TILE =
  'relative grid min-h-28 cursor-pointer overflow-hidden rounded-2xl border-[1.5px] bg-card text-left hover:border-bark'

export const TILE_PICTURE = 'aspect-2/1 w-full'

/** From this many products on, there is a search by name. */
const MANY = 12

/** `left`: how many there are, in words. */
type Tiled = Sellable & { left: string }

type SellTilesProps<Product extends Tiled> = {
  products: readonly Product[]
  unitsOf: (id: number) => number
  pictureOf: (product: Product) => ReactNode
  onTap: (product: Product) => void
  onWeighed: (product: Product, weighed: Weighed) => void
  onFree: (line: Free) => void
}

export function SellTiles<Product extends Tiled>(props: SellTilesProps<Product>) {
  const { products, unitsOf, pictureOf, onTap, onWeighed, onFree } = props
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<Product | 'free' | null>(null)
  const isFree = opened === 'free'
  const shown = products.filter(({ name }) => includesWords(name, text))
  const addFree = (line: Free) => {
    onFree(line)
    setOpened(null)
  }
  return (
    <>
      {products.length >= MANY && (
        <SearchField label="Find a product" value={text} onType={setText} />
      )}
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
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,6.5rem),1fr))] gap-2.5 sm:grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))]">
        <li className="grid">
          <button
            type="button"
            aria-expanded={isFree}
            onClick={() => setOpened(isFree ? null : 'free')}
            className={classNames(
              TILE,
              'place-content-center justify-items-center gap-1 border-straw',
            )}
          >
            <Icon name="plus" className="size-6" />
            <span className="px-1 text-center leading-tight font-semibold">Something else</span>
          </button>
        </li>
        {shown.map((product) => (
          <li key={product.id} className="grid">
            <Tile
              product={product}
              units={unitsOf(product.id)}
              onTap={() => (product.weigh ? setOpened(product) : onTap(product))}
            >
              {pictureOf(product)}
            </Tile>
          </li>
        ))}
      </ul>
    </>
  )
}

const PRICE = 'font-serif text-lg font-semibold tabular-nums'

type TileProps = { product: Tiled; units: number; onTap: () => void; children: ReactNode }

function Tile({ product: { name, price, weigh, left }, units, onTap, children }: TileProps) {
  return (
    <button
      type="button"
      onClick={onTap}
      className={classNames(TILE, 'content-start', units > 0 ? 'border-leaf' : 'border-straw')}
    >
      {children}
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
