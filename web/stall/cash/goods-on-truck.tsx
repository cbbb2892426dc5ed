import { useState } from 'react'
import type { StallDay } from '#contract/stall.ts'
import type { StallProduct } from '#contract/stall-goods.ts'
import { Button } from '#web/ui/button.tsx'
import { formatOnTruck, tilesOf } from '../sell/tiles-of.ts'
import { useStallDraft } from '../use-stall.ts'
import { GoodsPage } from './goods-page.tsx'
import { isFilled, parseUnits, type TypedUnits } from './typed-units.ts'
import { UnitsField } from './units-field.tsx'

const KINDS = { load: 'Put on', unload: 'Take off' } as const

export function GoodsOnTruck({ day }: { day: StallDay }) {
  const [kind, setKind] = useState<keyof typeof KINDS>('load')
  const [typed, setTyped, send] = useStallDraft<TypedUnits>(`${kind} ${day.marketDay.id}`, {})
  const [notice, setNotice] = useState<string | null>(null)
  const isReady = isFilled(typed)
  const save = async () => {
    const goods = Object.entries(typed).flatMap(([id, text]) => {
      const units = parseUnits(text)
      return units ? [{ productId: Number(id), units }] : []
    })
    if (await send({ kind, goods })) setNotice('Saved on this phone.')
  }
  return (
    <GoodsPage
      title="Goods on the truck"
      hint="What rides along cannot be ordered in the shop meanwhile."
      notice={notice}
      save={kind === 'load' ? 'Put them on the truck' : 'Take them off the truck'}
      isReady={isReady}
      onSave={() => void save()}
    >
      <div className="flex gap-2 *:grow">
        {(['load', 'unload'] as const).map((one) => (
          <Button
            key={one}
            variant={one === kind ? 'primary' : 'quiet'}
            aria-pressed={one === kind}
            onClick={() => {
              setNotice(null)
              setKind(one)
            }}
          >
            {KINDS[one]}
          </Button>
        ))}
      </div>
      <ul className="rounded-2xl border border-straw bg-card px-4">
        {tilesOf(day.products)
          .filter(({ loaded }) => kind === 'load' || loaded > 0)
          .map((product) => (
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
                onType={(text) => {
                  setNotice(null)
                  setTyped({ ...typed, [product.id]: text })
                }}
              />
            </li>
          ))}
      </ul>
    </GoodsPage>
  )
}

/** `12 on the truck, 20 at the farm` */
function whereIsIt(product: StallProduct): string {
  const { loaded, stock } = product
  return loaded > 0 ? `${formatOnTruck(product)}, ${stock} at the farm` : formatOnTruck(product)
}
