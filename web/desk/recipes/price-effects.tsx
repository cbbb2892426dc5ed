import { type PriceDraft, priceDraft } from '#contract/ingredient-prices.ts'
import type { Ingredient } from '#contract/ingredient-shapes.ts'
import { costPerUnit, type PackagePrice } from '#contract/kitchen.ts'
import type { Recipe } from '#contract/recipe-shapes.ts'
import { nameKey } from '#contract/visible-text.ts'
import type { WiredProps } from '../shared/checked-form.ts'
import { readPrice, type TypedPrice } from './price-draft.ts'
import { useShopKitchen } from './shop-kitchen.ts'

type EffectsOfPriceProps = Pick<WiredProps<TypedPrice>, 'typed' | 'onType'> & { id: number | null }

/** What saving a price would do to the recipes. */
export function EffectsOfPrice({ typed, onType, id }: EffectsOfPriceProps) {
  const { recipes } = useShopKitchen()
  const { data } = priceDraft.safeParse(readPrice({ ...typed, name: typed.name || 'any' }))
  if (!data) return null
  const price = packageOfDraft(data)
  const isNamed = (line: Ingredient) =>
    line.exactCost === undefined && nameKey(line.name) === nameKey(typed.name)
  const named = recipes.flatMap(({ ingredients }) => ingredients.filter(isNamed))
  const fitting = named.filter(({ unit }) => costPerUnit(price, unit) !== null)
  const isOn = typed.useEverywhere === 'yes'
  const changed = recipesWith(
    recipes,
    (line) => line.priceId === (id ?? undefined) || (isOn && fitting.includes(line)),
  )
  return (
    <>
      {named.length > 0 && (
        <EverywhereSwitch
          {...{ all: named.length, fitting: fitting.length, isOn }}
          name={typed.name}
          onTurn={(isOn) => onType({ ...typed, useEverywhere: isOn ? 'yes' : 'no' })}
        />
      )}
      {changed.size > 0 && (
        <p role="status">
          Changes what {changed.size === 1 ? '1 recipe costs' : `${changed.size} recipes cost`}.
        </p>
      )}
    </>
  )
}

/** The recipes with such a line, and those that use one of them. */
function recipesWith(
  recipes: readonly Recipe[],
  isMeant: (line: Ingredient) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>()
  const isFound = (line: Ingredient) => isMeant(line) || found.has(line.recipeId ?? 0)
  let known = -1
  while (known < found.size) {
    known = found.size
    for (const { id, ingredients } of recipes) if (ingredients.some(isFound)) found.add(id)
  }
  return found
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

function packageOfDraft(draft: Omit<PriceDraft, 'name'>): PackagePrice {
  const { measureQuantity: quantity, measureUnit: unit } = draft
  const { measureWeight: weight, measureWeightUnit: weightUnit } = draft
  const isWeighed = quantity != null && unit != null && weight != null && weightUnit != null
  return {
    price: draft.packagePrice,
    size: { quantity: draft.packageQuantity, unit: draft.packageUnit },
    weighs: isWeighed
      ? { of: { quantity, unit }, weight: { quantity: weight, unit: weightUnit } }
      : null,
  }
}
