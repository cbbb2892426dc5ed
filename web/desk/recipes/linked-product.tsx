import { type ReactNode, type Ref, useState } from 'react'
import { kindOf } from '#contract/ingredient-shapes.ts'
import { type Cents, formatDollars, toCents } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import {
  type CostedLine,
  costedLines,
  costOfOne,
  HIGHEST_MARGIN,
  marginOf,
  priceForMargin,
} from '#contract/recipe-cost.ts'
import type { Recipe } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { typedNumber } from '#contract/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/field.tsx'
import { Price } from '#web/ui/price.tsx'
import { formatPermille } from './format-recipe.ts'
import { useRecipeChange } from './recipes-query.ts'

type LinkedProductProps = {
  recipe: Recipe
  product: Product
  unitsPerBatch: number
  changeButton: Ref<HTMLButtonElement>
  onChange: () => void
  onUnlink: () => void
}

export function LinkedProduct({
  recipe,
  product,
  unitsPerBatch,
  changeButton,
  ...on
}: LinkedProductProps) {
  const lines = costedLines(recipe.ingredients)
  const isBare = recipe.ingredients.every((line) => kindOf(line) === 'ingredient')
  const unlink = useRecipeChange({
    send: () => call(recipes.unlinkProduct, { params: { id: String(recipe.id) } }),
    done: 'Product unlinked',
    failed: 'Error updating recipe',
    onShown: on.onUnlink,
  })
  return (
    <>
      <p className="wrap-anywhere">
        One batch makes <strong>{unitsPerBatch.toLocaleString('en-US')}</strong> ×{' '}
        <strong>{product.name}</strong>.
      </p>
      <UnitFigures
        isBare={isBare}
        lines={lines}
        price={toCents(product.price)}
        units={unitsPerBatch}
      />
      <SuggestedPrice lines={lines} units={unitsPerBatch} />
      <div className="flex flex-wrap gap-2">
        <Button ref={changeButton} variant="quiet" size="sm" onClick={on.onChange}>
          Change product
        </Button>
        <Button
          variant="quiet"
          size="sm"
          busy={unlink.isPending}
          onClick={() => unlink.mutate(undefined)}
        >
          Unlink
        </Button>
      </div>
    </>
  )
}

type UnitFiguresProps = {
  isBare: boolean
  lines: readonly CostedLine[]
  price: Cents
  units: number
}

function UnitFigures({ isBare, lines, price, units }: UnitFiguresProps) {
  const { amount, permille } = marginOf(lines, { price, units })
  const isLoss = permille < 0
  return (
    <>
      <dl className="grid overflow-hidden rounded-xl border border-straw sm:grid-cols-3">
        <Figure name="Price">
          <Price amount={price} />
        </Figure>
        <Figure name="Cost per unit">
          <Price amount={costOfOne(lines, units)} />
        </Figure>
        <Figure name="Margin">
          <span className={classNames('tabular-nums', isLoss ? 'text-beet' : 'text-leaf-deep')}>
            {formatDollars(amount).replace('-', '−')} · {formatPermille(permille)}
          </span>
        </Figure>
      </dl>
      {isLoss && (
        <p className="font-semibold text-beet">
          {isBare ? 'The ingredients cost' : 'Making it costs'} more than the price brings in.
        </p>
      )}
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-straw px-4 py-2.5 not-last:border-b sm:block sm:not-last:border-r sm:not-last:border-b-0">
      <dt className="text-[0.9375rem] text-bark-deep">{name}</dt>
      <dd className="font-serif text-lg font-semibold sm:text-xl">{children}</dd>
    </div>
  )
}

const USUAL_MARGIN = '60'

function SuggestedPrice({ lines, units }: { lines: readonly CostedLine[]; units: number }) {
  const [typed, setTyped] = useState(USUAL_MARGIN)
  const percent = typedNumber(typed)
  const isPercent = Number.isInteger(percent) && percent >= 0 && percent <= HIGHEST_MARGIN
  const wrong = isPercent ? undefined : `Please enter a whole number from 0 to ${HIGHEST_MARGIN}.`
  return (
    <div className="grid items-end gap-x-6 gap-y-3 rounded-xl bg-paper p-4 sm:grid-cols-[11rem_1fr]">
      <TextField
        label="Target margin in %"
        required
        inputMode="numeric"
        value={typed}
        error={wrong}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p aria-live="polite" className="pb-2">
        {isPercent && formatPrice(priceForMargin(lines, { percent, units }), percent)}
      </p>
    </div>
  )
}

function formatPrice(price: ReturnType<typeof priceForMargin>, percent: number): string {
  if (price === 0) return 'The ingredients cost nothing yet, so there is no price to suggest.'
  return `Suggested price: ${formatDollars(price)}. It leaves at least ${percent}%.`
}
