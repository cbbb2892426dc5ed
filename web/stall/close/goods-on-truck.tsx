import { useState } from 'react'
import type { StallDay } from '#contract/market/stall.ts'
import type { StallProduct } from '#contract/market/stall-goods.ts'
import { Button } from '#web/ui/button.tsx'
import { formatOnTruck, tilesOf } from '../sell/tiles-of.ts'
import { isFilled, parseUnits, type TypedUnits } from '../typed-units.ts'
import { useStallDraft } from '../use-stall.ts'
import { GoodsPage } from './goods-page.tsx'
import { UnitsField } from './units-field.tsx'

const KINDS = { load: 'Load', unload: 'Take off' } as const

export function GoodsOnTruck({ day }: { day: StallDay }) {
  const [kind, setKind] = useState<keyof typeof KINDS>('load')
  const [typed, setTyped, send] = useStallDraft<TypedUnits>(`${kind} ${day.marketDay.id}`, {})
  const [notice, setNotice] = useState<string | null>(null)
  const isLoading = kind === 'load'
  const products = tilesOf(day.products).filter(({ loaded }) => isLoading || loaded > 0)
  const type = (units: TypedUnits) => {
    setNotice(null)
    setTyped(units)
  }
  const save = async () => {
    const goods = Object.entries(typed).flatMap(([id, text]) => {
      const units = parseUnits(text)
      return units ? [{ productId: Number(id), units }] : []
    })
    if (await send({ kind, goods })) setNotice('Saved on this phone.')
  }
  return (
    <GoodsPage
      title="On the truck"
      hint="What is on the truck can’t be ordered online."
      notice={notice}
      save={isLoading ? 'Load the truck' : 'Take off the truck'}
      isReady={isFilled(typed)}
      onSave={() => void save()}
    >
      <div className="flex flex-wrap gap-2 *:grow">
        {(['load', 'unload'] as const).map((one) => (
          <Button
            key={one}
            variant="quiet"
            aria-pressed={one === kind}
            className="aria-pressed:border-soil aria-pressed:bg-soil aria-pressed:text-paper"
            onClick={() => {
              setNotice(null)
              setKind(one)
            }}
          >
            {KINDS[one]}
          </Button>
        ))}
      </div>
      <Button
        variant="plain"
        size="sm"
        className="justify-self-start underline"
        onClick={() => type(everything(products, isLoading))}
      >
        {isLoading ? 'Load everything' : 'Take everything off'}
      </Button>
      <ul className="rounded-2xl border border-straw bg-card px-4">
        {products.map((product) => (
          <li
            key={product.id}
            className="flex flex-wrap items-center gap-3 border-b border-straw py-2 last:border-0"
          >
            <span className="min-w-0 grow basis-32 leading-snug wrap-anywhere">
              <strong className="block font-semibold">{product.name}</strong>
              <span className="text-[0.9375rem] text-bark-deep">{whereIsIt(product)}</span>
            </span>
            <UnitsField
              label={`${KINDS[kind]}: ${product.name}`}
              value={typed[product.id] ?? ''}
              onType={(text) => type({ ...typed, [product.id]: text })}
            />
          </li>
        ))}
      </ul>
    </GoodsPage>
  )
}

/** All that is left at the farm, or on the truck; typed, so that it can be looked at before it is saved. */
function everything(products: readonly StallProduct[], isLoading: boolean): TypedUnits {
  const units = products.map(({ id, stock, loaded, sold }) => [
    String(id),
    isLoading ? stock : Math.max(0, loaded - sold),
  ])
  return Object.fromEntries(units.map(([id, count]) => [id, count ? String(count) : '']))
}

/** `12 on the truck, 20 at the farm` */
function whereIsIt(product: StallProduct): string {
  const { loaded, stock } = product
  return loaded > 0 ? `${formatOnTruck(product)}, ${stock} at the farm` : formatOnTruck(product)
}
