import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type Ref, type SubmitEvent, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { productLink, type Recipe } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { typedNumber } from '#contract/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { deskProductsQuery } from '../products/products-query.ts'
import { errorsIn, useCheckedForm, wiredTo } from '../shared/checked-form.ts'
import { TryAgain } from '../shared/list-states.tsx'
import { useDraft, useDraftBook } from '../shared/use-draft.ts'
import { leftOutText } from './costs-by-kind.tsx'
import { LinkedProduct } from './linked-product.tsx'
import { useRecipeChange } from './recipes-query.ts'
import { useShopKitchen } from './shop-kitchen.ts'
import { useFollowingFocus } from './use-following-focus.ts'

export function ProductMargin({ recipe }: { recipe: Recipe }) {
  const list = useQuery(deskProductsQuery)
  const shop = useShopKitchen()
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
      <p className="text-[0.9375rem] text-bark-deep">{leftOutText(recipe, shop.recipes)}</p>
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
      isChanging={isChanging}
      onClose={close}
    />
  )
}

type LinkFormProps = {
  recipe: Recipe
  products: readonly Product[]
  productField: Ref<HTMLSelectElement>
  isChanging: boolean
  onClose: () => void
}

function LinkForm({ recipe, products, productField, isChanging, onClose }: LinkFormProps) {
  const book = useDraftBook(`recipes/${recipe.id}/product`, 'own')
  const first = {
    productId: String(recipe.product?.productId ?? ''),
    unitsPerBatch: String(recipe.product?.unitsPerBatch ?? ''),
  }
  const [typed, setTyped] = useDraft('link', first, book)
  const close = () => {
    book.forget()
    onClose()
  }
  const save = useRecipeChange({
    send: (body: { productId: number; unitsPerBatch: number }) =>
      call(recipes.linkProduct, { params: { id: String(recipe.id) }, body }),
    done: 'Product linked',
    failed: 'Error updating recipe',
    onShown: close,
  })
  const { form, send, errors } = useCheckedForm(save)
  const wired = wiredTo({ typed, onType: setTyped, errors })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const body = {
      productId: typedNumber(typed.productId),
      unitsPerBatch: typedNumber(typed.unitsPerBatch),
    }
    const wrong = errorsIn(productLink.safeParse(body))
    send(typed.productId ? wrong : { ...wrong, productId: 'Please choose a product.' }, body)
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className="grid gap-4 sm:grid-cols-[1fr_11rem] sm:items-start"
    >
      <ProductField products={products} ref={productField} {...wired('productId')} />
      <TextField label="Units per batch" required inputMode="numeric" {...wired('unitsPerBatch')} />
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Link product'}
        </Button>
        {isChanging && (
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

type ProductFieldProps = Omit<ComponentProps<typeof SelectField>, 'label'> & {
  products: readonly Product[]
}

function ProductField({ products, ...select }: ProductFieldProps) {
  return (
    <SelectField label="Product" required {...select}>
      <option value="">Please choose</option>
      {products.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
