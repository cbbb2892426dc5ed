import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { replaceReturns, sumReturns } from '#contract/market/returns.ts'
import type { StallDay } from '#contract/market/stall.ts'
import type { StallProduct } from '#contract/market/stall-goods.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { ActBar } from '../frame/act-bar.tsx'
import { formatOnTruck, tilesOf } from '../sell/sell-tiles.tsx'
import { isFilled, parseUnits, type TypedUnits } from '../typed-units.ts'
import { useStallDraft } from '../use-stall.ts'

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
      onSave={save}
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
          <GoodsRow key={product.id} name={product.name} where={whereIsIt(product)}>
            <UnitsField
              label={`${KINDS[kind]}: ${product.name}`}
              value={typed[product.id] ?? ''}
              onType={(text) => type({ ...typed, [product.id]: text })}
            />
          </GoodsRow>
        ))}
      </ul>
    </GoodsPage>
  )
}

function everything(products: readonly StallProduct[], isLoading: boolean): TypedUnits {
  const unitsOf = ({ stock, loaded, sold }: StallProduct) =>
    isLoading ? stock : Math.max(0, loaded - sold)
  return Object.fromEntries(products.map((one) => [one.id, String(unitsOf(one) || '')]))
}

/** `12 on the truck, 20 at the farm` */
function whereIsIt(product: StallProduct): string {
  const { loaded, stock } = product
  return loaded > 0 ? `${formatOnTruck(product)}, ${stock} at the farm` : formatOnTruck(product)
}

type Typed = { back: TypedUnits; waste: TypedUnits }

/** Sending it again replaces the earlier report. */
export function Unsold({ day }: { day: StallDay }) {
  const first: Typed = { back: {}, waste: {} }
  const [typed, setTyped, send] = useStallDraft<Typed>(`home ${day.marketDay.id}`, first)
  const [notice, setNotice] = useState<string | null>(null)
  const reports = day.home
  const written = sumReturns(reports)
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
    // Entries for products no longer in the shop stay as they are.
    if (await send({ kind: 'came-home', ...replaceReturns(reports, counted) }))
      setNotice('Saved on this phone.')
  }
  return (
    <GoodsPage
      title="Unsold"
      hint="How many go back in stock, and how many are waste."
      notice={notice ?? (reports.length > 0 ? 'Saved before. Saving again replaces it.' : null)}
      save="Save unsold"
      isReady={isReady}
      onSave={save}
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
            <GoodsRow key={product.id} name={product.name} where={formatOnTruck(product)}>
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
            </GoodsRow>
          ))}
        </ul>
      )}
    </GoodsPage>
  )
}

type GoodsPageProps = {
  title: string
  hint: string
  notice: string | null
  save: string
  isReady: boolean
  onSave: () => Promise<void>
  children: ReactNode
}

function GoodsPage(props: GoodsPageProps) {
  const { title, hint, notice, save, isReady, onSave, children } = props
  return (
    <Form onSubmit={onSave} className="mx-auto grid max-w-xl gap-3 pt-1">
      <BackToClose />
      <h2 className="text-2xl">{title}</h2>
      <p className="text-bark-deep">{hint}</p>
      {children}
      <ActBar>
        {notice && (
          <p role="status" className="text-center font-semibold">
            {notice}
          </p>
        )}
        <Button type="submit" size="lg" disabled={!isReady}>
          {save}
        </Button>
      </ActBar>
    </Form>
  )
}

function GoodsRow({ name, where, children }: { name: string; where: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-end gap-3 border-b border-straw py-2 last:border-0">
      <span className="min-w-0 grow basis-24 leading-snug wrap-anywhere">
        <strong className="block font-semibold">{name}</strong>
        <span className="text-[0.9375rem] text-bark-deep">{where}</span>
      </span>
      {children}
    </li>
  )
}

type UnitsFieldProps = { label: string; value: string; onType: (text: string) => void }

function UnitsField({ label, value, onType }: UnitsFieldProps) {
  return (
    <input
      aria-label={label}
      aria-invalid={parseUnits(value) === null || undefined}
      inputMode="numeric"
      autoComplete="off"
      placeholder="0"
      value={value}
      onChange={({ target }) => onType(target.value)}
      className={classNames('h-12 w-18! shrink-0 text-center text-lg tabular-nums', inputLook)}
    />
  )
}

export function BackToClose() {
  return (
    <a
      href="#close"
      className={buttonLook({ variant: 'plain', size: 'sm' }, '-ml-3 justify-self-start')}
    >
      <ChevronLeft aria-hidden="true" className="size-5" /> Close
    </a>
  )
}
