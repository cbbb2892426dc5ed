import { type Ref, type SubmitEvent, useState } from 'react'
import { type Ingredient, ingredientDraft } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { errorsIn, useCheckedForm } from '../shared/checked-form.ts'
import { formatDollarsOrNone, formatText } from '../shared/format-value.ts'
import { changeOf, useLoaded } from '../shared/meanwhile.ts'
import { type Contested, MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { IngredientFields, TypedLineCost } from './ingredient-fields.tsx'
import {
  BLANK_INGREDIENT,
  readIngredient,
  type TypedIngredient,
  typedIngredient,
} from './recipe-draft.ts'
import { useRecipeChange } from './recipes-query.ts'

type IngredientFormProps = {
  recipeId: number
  /** Null: a new one. */
  opened: Ingredient | null
  firstField: Ref<HTMLInputElement>
  onClose: () => void
}

/** A row of the recipe as a form; it stays, with all that was typed, until the shop has said yes. */
export function IngredientForm({ recipeId, opened, firstField, onClose }: IngredientFormProps) {
  const [first] = useState(opened ? typedIngredient(opened) : BLANK_INGREDIENT)
  const [typed, setTyped] = useState<TypedIngredient>(first)
  const save = useSaveIngredient(recipeId, { opened, onSaved: onClose })
  const { loaded, meanwhile, see } = useLoaded(readIngredient(first), save.error)
  const { form, send, errors } = useCheckedForm(save)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!save.isPending)
      send(errorsIn(ingredientDraft.safeParse(readIngredient(typed))), { typed, loaded })
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
        errors={errors}
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
      <MeanwhileQuestion
        contested={CONTESTED}
        typed={typed}
        meanwhile={meanwhile}
        onBack={save.reset}
        onSave={(chosen) => {
          setTyped(chosen)
          save.mutate({ typed: chosen, loaded: see() })
        }}
      />
    </form>
  )
}

type SaveParts = { opened: Ingredient | null; onSaved: () => void }

function useSaveIngredient(recipeId: number, { opened, onSaved }: SaveParts) {
  return useRecipeChange({
    send: ({
      typed,
      loaded,
    }: {
      typed: TypedIngredient
      loaded: ReturnType<typeof readIngredient>
    }) => {
      const body = readIngredient(typed)
      if (!opened)
        return call(recipes.addIngredient, { params: { recipeId: String(recipeId) }, body })
      return call(recipes.changeIngredient, {
        params: { id: String(opened.id) },
        body: changeOf(loaded, body),
      })
    },
    done: opened ? 'Ingredient updated' : 'Ingredient added',
    failed: 'Error updating recipe',
    onDone: onSaved,
  })
}

const CONTESTED: readonly Contested[] = [
  { field: 'name', label: 'Name', format: formatText },
  { field: 'quantity', label: 'Quantity', format: formatText },
  { field: 'unit', label: 'Unit', format: formatText },
  { field: 'costPerUnit', label: 'Cost per unit', format: formatDollarsOrNone },
  { field: 'notes', label: 'Notes', format: formatText },
]
