import { useState } from 'react'
import { replaceHome, sumHome } from '#contract/market/home-reports.ts'
import type { StallDay } from '#contract/market/stall.ts'
import { formatOnTruck, tilesOf } from '../sell/tiles-of.ts'
import { parseUnits, type TypedUnits } from '../typed-units.ts'
import { useStallDraft } from '../use-stall.ts'
import { GoodsPage } from './goods-page.tsx'
import { UnitsField } from './units-field.tsx'

type Typed = { back: TypedUnits; waste: TypedUnits }

/** What came home: so many go back in stock, so many are waste. Sent again, it replaces the earlier report. */
export function Unsold({ day }: { day: StallDay }) {
  const first: Typed = { back: {}, waste: {} }
  const [typed, setTyped, send] = useStallDraft<Typed>(`home ${day.marketDay.id}`, first)
  const [notice, setNotice] = useState<string | null>(null)
  const reports = day.home
  const written = sumHome(reports)
  const products = tilesOf(day.products).filter(({ id, loaded }) => loaded > 0 || written.has(id))
  const textOf = (of: keyof Typed, id: number) =>
    typed[of][id] ?? String(Math.max(0, written.get(id)?.[of] ?? 0) || '')
  const unitsOf = (of: keyof Typed, id: number) => parseUnits(textOf(of, id))
  const type = (of: keyof Typed, id: number, text: string) => {
    setNotice(null)
    setTyped({ ...typed, [of]: { ...typed[of], [id]: text } })
  }
  const isReady =
    products.length > 0 &&
    products.every(({ id }) => unitsOf('back', id) !== null && unitsOf('waste', id) !== null)
  const save = async () => {
    const counted = products.map(
      ({ id }) =>
        [id, { back: unitsOf('back', id) ?? 0, waste: unitsOf('waste', id) ?? 0 }] as const,
    )
    // What was written down of products that are not in the shop any more stays as it is.
    if (await send({ kind: 'came-home', ...replaceHome(reports, counted) }))
      setNotice('Saved on this phone.')
  }
  return (
    <GoodsPage
      title="Unsold"
      hint="What came home: how many go back in stock, and how many are waste."
      notice={notice ?? (reports.length > 0 ? 'Saved before. Saving again replaces it.' : null)}
      save="Save unsold"
      isReady={isReady}
      onSave={() => void save()}
    >
      {products.length === 0 ? (
        <p className="py-4">Nothing was on the truck.</p>
      ) : (
        <ul className="rounded-2xl border border-straw bg-card px-4">
          <li
            aria-hidden="true"
            className="flex justify-end gap-3 pt-2 text-[0.9375rem] text-bark-deep"
          >
            <span className="w-18 text-center">Back in stock</span>
            <span className="w-18 text-center">Waste</span>
          </li>
          {products.map((product) => (
            <li
              key={product.id}
              className="flex flex-wrap items-center justify-end gap-3 border-b border-straw py-2 last:border-0"
            >
              <span className="min-w-0 grow basis-24 leading-snug wrap-anywhere">
                <strong className="block font-semibold">{product.name}</strong>
                <span className="text-[0.9375rem] text-bark-deep">{formatOnTruck(product)}</span>
              </span>
              <UnitsField
                label={`${product.name}: back in stock`}
                value={textOf('back', product.id)}
                onType={(text) => type('back', product.id, text)}
              />
              <UnitsField
                label={`${product.name}: waste`}
                value={textOf('waste', product.id)}
                onType={(text) => type('waste', product.id, text)}
              />
            </li>
          ))}
        </ul>
      )}
    </GoodsPage>
  )
}
