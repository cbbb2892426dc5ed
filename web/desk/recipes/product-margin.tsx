import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product } from '#contract/products.ts'
import type { Recipe } from '#contract/recipe-shapes.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { deskProductsQuery } from '../products/products-query.ts'
import { TryAgain } from '../shared/list-states.tsx'
import { LinkForm } from './link-form.tsx'
import { LinkedProduct } from './linked-product.tsx'
import { useFollowingFocus } from './use-following-focus.ts'

export function ProductMargin({ recipe }: { recipe: Recipe }) {
  const list = useQuery(deskProductsQuery)
  const { data, error } = list
  return (
    <div className="mt-8 grid gap-3 border-t border-straw pt-6">
      <h5 className="font-serif text-xl font-semibold">Product and margin</h5>
      {data && <Margin recipe={recipe} products={data} />}
      {!data && !error && (
        <p role="status">
          <span className="sr-only">Loading products...</span>
          <Skeleton className="h-24 rounded-xl" />
        </p>
      )}
      {!data && error && (
        <div
          role="alert"
          className="grid justify-items-start gap-2 rounded-xl border border-beet p-4"
        >
          <p>Failed to load products. Please try again.</p>
          <p className="text-bark-deep">{sentenceOf(error)}</p>
          <TryAgain size="sm" query={list} />
        </div>
      )}
      <p className="text-[0.9375rem] text-bark-deep">
        Only the ingredients are counted. Labor, packaging and energy are not included.
      </p>
    </div>
  )
}

function Margin({ recipe, products }: { recipe: Recipe; products: readonly Product[] }) {
  const focus = useFollowingFocus()
  const [isChanging, setChanging] = useState(false)
  const product = products.find(({ id }) => id === recipe.product?.productId)
  const close = () => {
    focus.sendFocus('change')
    setChanging(false)
  }
  const change = () => {
    focus.sendFocus('product')
    setChanging(true)
  }
  const focusProduct = () => focus.sendFocus('product')
  if (recipe.product && product && !isChanging) {
    const changeButton = focus.focusTarget('change')
    const unitsPerBatch = recipe.product.unitsPerBatch
    return (
      <LinkedProduct
        {...{ recipe, product, unitsPerBatch, changeButton }}
        onChange={change}
        onUnlink={focusProduct}
      />
    )
  }
  return (
    <LinkForm
      recipe={recipe}
      products={products}
      productField={focus.focusTarget('product')}
      onLinked={close}
    >
      {isChanging && (
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      )}
    </LinkForm>
  )
}
