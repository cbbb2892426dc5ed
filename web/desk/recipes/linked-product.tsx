import type { ReactNode, Ref } from 'react'
import { type Cents, formatDollars, toCents } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { type CostedLine, costedLines, costOfOne, marginOf } from '#contract/recipe-cost.ts'
import type { Recipe } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Price } from '#web/ui/price.tsx'
import { formatPermille } from './format-recipe.ts'
import { useRecipeChange } from './recipes-query.ts'
import { SuggestedPrice } from './suggested-price.tsx'

type LinkedProductProps = {
  recipe: Recipe
  product: Product
  unitsPerBatch: number
  changeButton: Ref<HTMLButtonElement>
  onChange: () => void
  onUnlink: () => void
}

export function LinkedProduct({ recipe, product, unitsPerBatch, changeButton, ...on }: LinkedProductProps) {
  const lines = costedLines(recipe.ingredients)
  const unlink = useRecipeChange({
    send: () => call(recipes.unlinkProduct, { params: { id: String(recipe.id) } }),
    done: 'Product unlinked',
    failed: 'Error updating recipe',
    onDone: on.onUnlink,
  })
  return (
    <>
      <p className="wrap-anywhere">
        One batch makes <strong>{unitsPerBatch.toLocaleString('en-US')}</strong> × <strong>{product.name}</strong>.
      </p>
      <UnitFigures lines={lines} price={toCents(product.price)} units={unitsPerBatch} />
      <SuggestedPrice lines={lines} units={unitsPerBatch} />
      <div className="flex flex-wrap gap-2">
        <Button ref={changeButton} variant="quiet" size="sm" onClick={on.onChange}>
          Change product
        </Button>
        <Button variant="quiet" size="sm" busy={unlink.isPending} onClick={() => unlink.mutate(undefined)}>
          Unlink
        </Button>
      </div>
    </>
  )
}

function UnitFigures({ lines, price, units }: { lines: readonly CostedLine[]; price: Cents; units: number }) {
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
      {isLoss && <p className="font-semibold text-beet">The ingredients cost more than the price brings in.</p>}
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
