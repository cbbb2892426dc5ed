import type { Ref, SubmitEvent } from 'react'
import {
  INGREDIENT_FIELDS,
  type Ingredient,
  ingredientDraft,
  type LineKind,
} from '#contract/ingredient-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { EditQuestion } from '../shared/form-fields.tsx'
import { changeOf } from '../shared/meanwhile.ts'
import { IngredientFields, TypedLineCost } from './ingredient-fields.tsx'
import { readIngredient, type SentIngredient, typedIngredient } from './line-draft.ts'
import { BLANK_LINES } from './recipe-draft.ts'
import { useRecipeChange } from './recipes-query.ts'
import { useShopKitchen } from './shop-kitchen.ts'

type IngredientFormProps = {
  recipeId: number
  opened: Ingredient | LineKind
  firstField: Ref<HTMLInputElement & HTMLSelectElement>
  onClose: () => void
}

export function IngredientForm({ recipeId, opened, firstField, onClose }: IngredientFormProps) {
  const shop = useShopKitchen()
  const isNew = typeof opened === 'string'
  const edit = useEditForm({
    first: isNew ? BLANK_LINES[opened] : typedIngredient(opened),
    read: (line) => readIngredient(line, shop.prices),
    check: ingredientDraft.safeParse,
    save: useSaveIngredient(recipeId, isNew ? null : opened, onClose),
  })
  const { typed, isSaving } = edit
  return (
    <form
      ref={edit.form}
      noValidate
      aria-label={isNew ? `New ${opened}` : `Edit ${opened.name}`}
      className="grid gap-4 py-4"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        if (!isSaving) edit.submit()
      }}
    >
      <IngredientFields {...edit.wires} {...{ shop, recipeId, firstField }} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <TypedLineCost typed={typed} shop={shop} />
      </div>
      <EditQuestion edit={edit} fields={INGREDIENT_FIELDS} />
    </form>
  )
}

function useSaveIngredient(recipeId: number, opened: Ingredient | null, onShown: () => void) {
  return useRecipeChange({
    send: ({ draft, loaded }: Saving<SentIngredient>) =>
      opened
        ? call(recipes.changeIngredient, {
            params: { id: String(opened.id) },
            body: changeOf(loaded, draft),
          })
        : call(recipes.addIngredient, { params: { recipeId: String(recipeId) }, body: draft }),
    done: opened ? 'Ingredient updated' : 'Ingredient added',
    failed: 'Error updating recipe',
    onShown,
  })
}
