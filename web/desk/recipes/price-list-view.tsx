import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { dimensionOf } from '#contract/products/units.ts'
import {
  type IngredientPrice,
  ingredientPrices,
  PRICE_FIELDS,
  type PriceDraft,
  priceDraft,
} from '#contract/recipes/ingredient-prices.ts'
import { costPerUnit, type PackagePrice } from '#contract/recipes/recipe-cost.ts'
import { type Ingredient, type Recipe, recipes } from '#contract/recipes/recipes.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { CardList, CardRow, QueryStates, RowText } from '../shared/card.tsx'
import { CheckField } from '../shared/check-field.tsx'
import {
  ChangeQuestion,
  type DialogProps,
  openDialog,
  type QuestionProps,
} from '../shared/dialog-at.tsx'
import { changeOf } from '../shared/edit-conflict.ts'
import { type Saving, useEditForm, type WiredProps } from '../shared/edit-form.ts'
import {
  EditDialog,
  FormField,
  fieldsOf,
  readFields,
  type TypedFields,
  typedFields,
} from '../shared/form-fields.tsx'
import { RowButtons } from '../shared/table.tsx'
import { type TaskAt, TaskDialog } from '../shared/task-dialog.tsx'
import { formatPackage } from './format-recipe.ts'
import { PRICES_ADDRESS, useRecipeChange, useShopKitchen } from './ingredient-draft.ts'

export function PriceListView() {
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery(query(ingredientPrices.list))
  const taskAt = (path: string): TaskAt => {
    if (path === 'new') return { dialogOf: (dialog) => <PriceDialog price={null} {...dialog} /> }
    const [, id, kind] = /^([1-9]\d{0,9})\/(edit|delete)$/.exec(path) ?? []
    if (id === undefined) return null
    if (!list.data) return 'loading'
    const price = list.data.find((one) => String(one.id) === id)
    if (!price) return 'gone'
    const Task = kind === 'edit' ? PriceDialog : DeletePriceDialog
    return { dialogOf: (dialog) => <Task price={price} {...dialog} /> }
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 ref={heading} tabIndex={-1} className="text-xl outline-none">
          Price list
        </h3>
        <Button variant="quiet" size="sm" onClick={() => openDialog(`${PRICES_ADDRESS}/new`)}>
          <Plus aria-hidden="true" className="size-4.5" />
          Add price
        </Button>
      </div>
      <QueryStates
        loading="Loading prices…"
        failed="The price list could not be loaded."
        query={list}
      >
        {(prices) => <Prices prices={prices} />}
      </QueryStates>
      <TaskDialog base={PRICES_ADDRESS} taskAt={taskAt} heading={heading} />
    </>
  )
}

function Prices({ prices }: { prices: readonly IngredientPrice[] }) {
  const { recipes } = useShopKitchen()
  const usesOf = (id: number) =>
    recipes.filter(({ ingredients }) => ingredients.some(({ priceId }) => priceId === id)).length
  return (
    <CardList
      aria-label="Price list"
      empty="No prices yet"
      hint="Enter a price once; recipes update: 25 lb for $18.40."
    >
      {prices.map((price) => (
        <CardRow key={price.id} className="flex items-center gap-3 px-4 py-2">
          <RowText
            title={price.name}
            note={`${formatPackage(price)} · ${formatUses(usesOf(price.id))}`}
          />
          <RowButtons
            name={price.name}
            onEdit={() => openDialog(`${PRICES_ADDRESS}/${price.id}/edit`)}
            onDelete={() => openDialog(`${PRICES_ADDRESS}/${price.id}/delete`)}
          />
        </CardRow>
      ))}
    </CardList>
  )
}

function formatUses(uses: number): string {
  if (uses === 0) return 'in no recipe'
  return uses === 1 ? 'in 1 recipe' : `in ${uses} recipes`
}

function PriceDialog({ price, ...dialog }: DialogProps & { price: IngredientPrice | null }) {
  const save = useRecipeChange({
    send: ({ draft, loaded }: Saving<ReturnType<typeof readPrice>>) => {
      if (!price) return call(ingredientPrices.create, { body: draft })
      const body = { ...changeOf(loaded, draft), useEverywhere: draft.useEverywhere }
      return call(ingredientPrices.change, { params: { id: price.id }, body })
    },
    done: price ? 'Price updated' : 'Price added',
    failed: price ? 'Error updating price' : 'Error adding price',
    onShown: dialog.onClose,
  })
  const edit = useEditForm({
    first: typedPrice(price),
    read: readPrice,
    check: priceDraft.safeParse,
    save,
  })
  return (
    <EditDialog
      title={price ? 'Edit Price' : 'Add Price'}
      {...dialog}
      edit={edit}
      fields={PRICE_FIELDS}
      save={price ? 'Save Changes' : 'Add Price'}
    >
      <div className="grid gap-5">
        <PriceFields {...edit.wires} />
        <EffectsOfPrice {...edit.wires} id={price?.id ?? null} />
      </div>
    </EditDialog>
  )
}

function PriceFields(form: WiredProps<TypedPrice>) {
  const field = fieldsOf(PRICE_FIELDS, form)
  const isWork = form.typed.packageUnit === 'h' || form.typed.packageUnit === 'min'
  const [isWeighed] = useState(form.typed.measureWeight !== '')
  return (
    <>
      <FormField {...field('name')} />
      <div className="grid grid-cols-[1fr_6.5rem_1fr] gap-3">
        <FormField {...field('packageQuantity')} />
        <FormField {...field('packageUnit')} />
        <FormField {...field('packagePrice')} label="Price, $" />
      </div>
      {!isWork && (
        <details open={isWeighed} className="rounded-xl bg-paper px-4 py-1">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
            Do your recipes measure it by cups or pieces?
          </summary>
          <fieldset className="grid grid-cols-[1fr_6.5rem] gap-x-3 gap-y-2 pb-3 sm:grid-cols-[1fr_6.5rem_1fr_6.5rem]">
            <legend className="mb-2 text-bark-deep">Say once what this much weighs.</legend>
            <FormField {...field('measureQuantity')} label="This much" required />
            <FormField {...field('measureUnit')} label="of" />
            <FormField {...field('measureWeight')} label="Weighs" />
            <FormField {...field('measureWeightUnit')} label="in" />
          </fieldset>
        </details>
      )}
    </>
  )
}

function DeletePriceDialog({ price, ...dialog }: QuestionProps & { price: IngredientPrice }) {
  return (
    <ChangeQuestion
      {...dialog}
      title="Delete this price?"
      send={() => call(ingredientPrices.delete, { params: { id: price.id } })}
      done="Price deleted"
      failed="Error deleting price"
      refreshes={[recipes.list, ingredientPrices.list]}
    >
      <strong className="wrap-anywhere">{price.name}</strong> will leave the price list. A price
      that a recipe uses stays.
    </ChangeQuestion>
  )
}

type EffectsOfPriceProps = Pick<WiredProps<TypedPrice>, 'typed' | 'onType'> & { id: number | null }

function EffectsOfPrice({ typed, onType, id }: EffectsOfPriceProps) {
  const { recipes } = useShopKitchen()
  const { data } = priceDraft.safeParse(readPrice({ ...typed, name: typed.name || 'any' }))
  if (!data) return null
  const price = packageOfDraft(data)
  const isNamed = (line: Ingredient) =>
    line.exactCost === undefined && nameKey(line.name) === nameKey(typed.name)
  const named = recipes.flatMap(({ ingredients }) => ingredients.filter(isNamed))
  const fitting = named.filter(({ unit }) => costPerUnit(price, unit) !== null)
  const left = named.length - fitting.length
  const isOn = typed.useEverywhere === 'yes'
  const changed = recipesWith(
    recipes,
    (line) => line.priceId === (id ?? undefined) || (isOn && fitting.includes(line)),
  )
  return (
    <>
      {named.length > 0 && (
        <CheckField
          checked={isOn}
          onChange={(isOn) => onType({ ...typed, useEverywhere: isOn ? 'yes' : 'no' })}
          label={
            <>
              <b>Use it everywhere:</b>{' '}
              {fitting.length === 1 ? '1 line' : `${fitting.length} lines`} named “
              {typed.name.trim()}” with a typed cost
              {fitting.length === 1 ? ' follows' : ' follow'} it from now on.
              {left > 0 &&
                ` ${left} more ${left === 1 ? 'stays' : 'stay'} as typed: nobody said how their unit converts.`}
            </>
          }
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

/** `useEverywhere`: `yes` if lines of that name follow this price from now on. */
type TypedPrice = TypedFields<typeof PRICE_FIELDS> & { useEverywhere: string }

const BLANK = { packageUnit: 'lb', measureQuantity: 1, measureUnit: 'cup', measureWeightUnit: 'g' }

function typedPrice(price: IngredientPrice | null): TypedPrice {
  const useEverywhere = price ? 'no' : 'yes'
  return { ...typedFields(PRICE_FIELDS, price ?? {}, BLANK), useEverywhere }
}

const NOT_WEIGHED = {
  measureQuantity: null,
  measureUnit: null,
  measureWeight: null,
  measureWeightUnit: null,
}

function readPrice({ useEverywhere, ...typed }: TypedPrice) {
  const read = readFields(PRICE_FIELDS, typed)
  const isWeighed = typed.measureWeight.trim() !== '' && dimensionOf(read.packageUnit) !== 'time'
  const weight = isWeighed ? {} : NOT_WEIGHED
  return { ...read, ...weight, useEverywhere: useEverywhere === 'yes' }
}
