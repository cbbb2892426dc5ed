import { type ComponentProps, type ReactNode, type Ref, type SubmitEvent, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { productLink, type Recipe } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { errorsIn, useCheckedForm } from '../shared/checked-form.ts'
import { numberIn } from './recipe-draft.ts'
import { useRecipeChange } from './recipes-query.ts'

type LinkFormProps = {
  recipe: Recipe
  products: readonly Product[]
  productField: Ref<HTMLSelectElement>
  onLinked: () => void
  children: ReactNode
}

export function LinkForm({ recipe, products, productField, onLinked, children }: LinkFormProps) {
  const [typed, setTyped] = useState({
    productId: String(recipe.product?.productId ?? ''),
    unitsPerBatch: String(recipe.product?.unitsPerBatch ?? ''),
  })
  const save = useRecipeChange({
    send: (body: { productId: number; unitsPerBatch: number }) =>
      call(recipes.linkProduct, { params: { id: String(recipe.id) }, body }),
    done: 'Product linked',
    failed: 'Error updating recipe',
    onShown: onLinked,
  })
  const { form, send, errors } = useCheckedForm(save)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const body = {
      productId: numberIn(typed.productId),
      unitsPerBatch: numberIn(typed.unitsPerBatch),
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
      <ProductField
        products={products}
        ref={productField}
        value={typed.productId}
        error={errors.productId}
        onChange={(event) => setTyped({ ...typed, productId: event.target.value })}
      />
      <TextField
        label="Units per batch"
        name="unitsPerBatch"
        required
        type="number"
        inputMode="numeric"
        min="1"
        step="1"
        value={typed.unitsPerBatch}
        error={errors.unitsPerBatch}
        onChange={(event) => setTyped({ ...typed, unitsPerBatch: event.target.value })}
      />
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Link product'}
        </Button>
        {children}
      </div>
    </form>
  )
}

type ProductFieldProps = Omit<ComponentProps<typeof SelectField>, 'label'> & {
  products: readonly Product[]
}

function ProductField({ products, ...select }: ProductFieldProps) {
  return (
    <SelectField label="Product" name="productId" required {...select}>
      <option value="">Please choose</option>
      {products.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
