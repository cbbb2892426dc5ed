import { type Ref, type SubmitEvent, useRef, useState } from 'react'
import { type Ingredient, ingredientDraft } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { IngredientFields } from './ingredient-fields.tsx'
import {
  BLANK_INGREDIENT,
  changedFields,
  errorsIn,
  type FieldErrors,
  focusFirst,
  readIngredient,
  refusedFields,
  type TypedIngredient,
  typedIngredient,
} from './recipe-draft.ts'
import { useRecipeChange } from './recipes-query.ts'
import { TypedLineCost } from './typed-line-cost.tsx'

type IngredientFormProps = {
  recipeId: number
  /** Null: a new one. */
  opened: Ingredient | null
  firstField: Ref<HTMLInputElement>
  onClose: () => void
}

/** A row of the recipe as a form; it stays, with all that was typed, until the shop has said yes. */
export function IngredientForm({ recipeId, opened, firstField, onClose }: IngredientFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [first] = useState(opened ? typedIngredient(opened) : BLANK_INGREDIENT)
  const [typed, setTyped] = useState<TypedIngredient>(first)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const save = useSaveIngredient(recipeId, { opened, first, onSaved: onClose })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const errors = errorsIn(ingredientDraft.safeParse(readIngredient(typed)))
    setWrong(errors)
    save.reset()
    if (Object.keys(errors).length > 0) focusFirst(form.current, errors)
    else save.mutate(typed, { onError: (failure) => focusFirst(form.current, refusedFields(failure)) })
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={opened ? `Edit ${opened.name}` : 'New ingredient'}
      className="grid gap-4 py-4"
      onSubmit={submit}
    >
      <IngredientFields
        typed={typed}
        onType={setTyped}
        errors={{ ...refusedFields(save.error), ...wrong }}
        path=""
        firstField={firstField}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <TypedLineCost typed={typed} />
      </div>
    </form>
  )
}

type SaveParts = { opened: Ingredient | null; first: TypedIngredient; onSaved: () => void }

function useSaveIngredient(recipeId: number, { opened, first, onSaved }: SaveParts) {
  return useRecipeChange({
    ask: (typed: TypedIngredient) => {
      const body = readIngredient(typed)
      if (!opened) return call(recipes.addIngredient, { params: { recipeId: String(recipeId) }, body })
      const changed = changedFields(readIngredient(first), body)
      return call(recipes.changeIngredient, { params: { id: String(opened.id) }, body: changed })
    },
    done: opened ? 'Ingredient updated' : 'Ingredient added',
    failed: 'Error updating recipe',
    onDone: onSaved,
  })
}
