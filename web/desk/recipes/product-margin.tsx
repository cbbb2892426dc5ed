import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { formatDollars, toCents } from '#contract/money/money.ts'
import type { Product } from '#contract/products/products.ts'
import {
  type CostedLine,
  costedLines,
  costOfOne,
  HIGHEST_MARGIN,
  marginOf,
  priceForMargin,
} from '#contract/recipes/recipe-cost.ts'
import { kindOf, productLink, type Recipe, recipes } from '#contract/recipes/recipes.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { namesOf, SelectField, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Price } from '#web/ui/price.tsx'
import { deskProductsQuery } from '../products/products-query.ts'
import { QueryStates } from '../shared/card.tsx'
import { useDraft, useDraftBook } from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm, wiredTo } from '../shared/edit-form.ts'
import { Fact } from '../shared/facts.tsx'
import { leftOutText } from './costs-by-kind.tsx'
import { formatPermille } from './format-recipe.ts'
import { useRecipeChange, useShopKitchen } from './ingredient-draft.ts'
import { useFollowingFocus } from './use-following-focus.ts'

export function ProductMargin({ recipe }: { recipe: Recipe }) {
  const shop = useShopKitchen()
  return (
    <div className="mt-8 grid gap-3 border-t border-straw pt-6">
      <h5 className="font-serif text-xl font-semibold">Product and margin</h5>
      <QueryStates
        loading="Loading products..."
        failed="Failed to load products. Please try again."
        query={useQuery(deskProductsQuery)}
      >
        {(products) => <Margin recipe={recipe} products={products} />}
      </QueryStates>
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
  if (recipe.product && product && !isChanging)
    return (
      <LinkedProduct
        recipe={recipe}
        product={product}
        units={recipe.product.unitsPerBatch}
        changeButton={focus.focusTarget('change')}
        onChange={() => {
          focus.sendFocus('product')
          setChanging(true)
        }}
        onUnlink={() => focus.sendFocus('product')}
      />
    )
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
      call(recipes.linkProduct, { params: { id: recipe.id }, body }),
    done: 'Product linked',
    failed: 'Error updating recipe',
    onShown: close,
  })
  const { form, send, errors } = useCheckedForm(save)
  const wired = wiredTo({ typed, onType: setTyped, errors })
  const submit = () => {
    if (save.isPending) return
    const body = {
      productId: typedNumber(typed.productId),
      unitsPerBatch: typedNumber(typed.unitsPerBatch),
    }
    const wrong = errorsIn(productLink.safeParse(body))
    send(typed.productId ? wrong : { ...wrong, productId: 'Please choose a product.' }, body)
  }
  return (
    <Form
      ref={form}
      onSubmit={submit}
      className="grid gap-4 sm:grid-cols-[1fr_11rem] sm:items-start"
    >
      <SelectField
        label="Product"
        required
        ref={productField}
        options={namesOf(products)}
        {...wired('productId')}
      >
        <option value="">Please choose</option>
      </SelectField>
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
    </Form>
  )
}

type LinkedProductProps = {
  recipe: Recipe
  product: Product
  units: number
  changeButton: Ref<HTMLButtonElement>
  onChange: () => void
  onUnlink: () => void
}

function LinkedProduct({ recipe, product, units, ...props }: LinkedProductProps) {
  const { changeButton, onChange, onUnlink } = props
  const lines = costedLines(recipe.ingredients)
  const isBare = recipe.ingredients.every((line) => kindOf(line) === 'ingredient')
  const price = toCents(product.price)
  const { amount, permille } = marginOf(lines, { price, units })
  const isLoss = permille < 0
  const unlink = useRecipeChange({
    send: () => call(recipes.unlinkProduct, { params: { id: recipe.id } }),
    done: 'Product unlinked',
    failed: 'Error updating recipe',
    onShown: onUnlink,
  })
  return (
    <>
      <p className="wrap-anywhere">
        One batch makes <strong>{units.toLocaleString('en-US')}</strong> ×{' '}
        <strong>{product.name}</strong>.
      </p>
      <dl className="grid overflow-hidden rounded-xl border border-straw sm:grid-cols-3">
        <Fact name="Price" className={FIGURE}>
          <Price amount={price} />
        </Fact>
        <Fact name="Cost per unit" className={FIGURE}>
          <Price amount={costOfOne(lines, units)} />
        </Fact>
        <Fact name="Margin" className={FIGURE}>
          <span className={classNames('tabular-nums', isLoss ? 'text-beet' : 'text-leaf-deep')}>
            {formatDollars(amount).replace('-', '−')} · {formatPermille(permille)}
          </span>
        </Fact>
      </dl>
      {isLoss && (
        <p className="font-semibold text-beet">
          {isBare ? 'The ingredients cost' : 'Making it costs'} more than the price brings in.
        </p>
      )}
      <SuggestedPrice lines={lines} units={units} />
      <div className="flex flex-wrap gap-2">
        <Button ref={changeButton} variant="quiet" size="sm" onClick={onChange}>
          Change product
        </Button>
        <Button variant="quiet" size="sm" busy={unlink.isPending} onClick={() => unlink.mutate()}>
          Unlink
        </Button>
      </div>
    </>
  )
}

const FIGURE =
  'flex items-baseline justify-between gap-4 border-straw px-4 py-2.5 not-last:border-b sm:block sm:not-last:border-r sm:not-last:border-b-0'

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
  return `Suggested price: ${formatDollars(price)}, for ${percent}% or better.`
}
