import { useQuery } from '@tanstack/react-query'
import { formatDollars } from '#contract/money.ts'
import { deskProductsQuery } from '../products/products-query.ts'
import { formatPermille } from './format-recipe.ts'
import { type TypedPrice, wantedPrice } from './price-draft.ts'
import { effectsOf, type PriceEffect, type PriceEffects, typedLinesNamed } from './price-effects.ts'
import { useShopKitchen } from './shop-kitchen.ts'

type EffectsOfPriceProps = {
  typed: TypedPrice
  onType: (typed: TypedPrice) => void
  id: number | null
}

export function EffectsOfPrice({ typed, onType, id }: EffectsOfPriceProps) {
  const shop = useShopKitchen()
  const { data: products } = useQuery(deskProductsQuery)
  const wanted = wantedPrice(typed, id)
  if (!wanted) return null
  const { all, fitting } = typedLinesNamed(wanted, shop)
  return (
    <>
      {all > 0 && (
        <EverywhereSwitch
          {...{ all, fitting }}
          name={typed.name}
          isOn={typed.useEverywhere === 'yes'}
          onTurn={(isOn) => onType({ ...typed, useEverywhere: isOn ? 'yes' : 'no' })}
        />
      )}
      {products && <EffectsList effects={effectsOf(wanted, shop, products)} />}
    </>
  )
}

type EverywhereSwitchProps = {
  name: string
  all: number
  fitting: number
  isOn: boolean
  onTurn: (isOn: boolean) => void
}

function EverywhereSwitch({ name, all, fitting, isOn, onTurn }: EverywhereSwitchProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onTurn(target.checked)}
        className="mt-0.5 size-6 shrink-0 accent-leaf"
      />
      <span>
        <span className="font-semibold">Use it everywhere:</span>{' '}
        {fitting === 1 ? '1 line' : `${fitting} lines`} named “{name.trim()}” with a typed cost
        {fitting === 1 ? ' follows' : ' follow'} it from now on.
        {all > fitting &&
          ` ${all - fitting} more ${all - fitting === 1 ? 'stays' : 'stay'} as typed: nobody said how their unit converts.`}
      </span>
    </label>
  )
}

function EffectsList({ effects: { products, broken } }: { effects: PriceEffects }) {
  return (
    <section aria-label="What this changes" aria-live="polite" className="grid gap-2">
      {broken.length > 0 && (
        <p className="font-semibold text-beet wrap-anywhere">
          {broken.join(', ')}: a line there is measured in a unit that this price does not convert
          to.
        </p>
      )}
      <h3 className="text-lg">
        {products.length === 0 ? 'No product costs more or less by it.' : 'What this changes'}
      </h3>
      {products.length > 0 && (
        <ul className="divide-y divide-straw rounded-xl border border-straw">
          {products.map((effect) => (
            <EffectRow
              key={`${effect.before.product.id} ${effect.before.recipe.id}`}
              effect={effect}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function EffectRow({ effect: { before, after } }: { effect: PriceEffect }) {
  return (
    <li className="px-4 py-2.5">
      <p className="font-semibold wrap-anywhere">{before.product.name}</p>
      <p className="flex flex-wrap justify-between gap-x-4 text-[0.9375rem] tabular-nums">
        <span>
          Cost {formatDollars(before.cost)} to <strong>{formatDollars(after.cost)}</strong>
        </span>
        <span>
          Margin {formatPermille(before.permille)} to{' '}
          <strong className={after.permille < before.permille ? 'text-beet' : 'text-leaf-deep'}>
            {formatPermille(after.permille)}
          </strong>
        </span>
      </p>
    </li>
  )
}
