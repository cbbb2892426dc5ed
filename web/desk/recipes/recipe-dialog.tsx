import { type Recipe, recipeData } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { ChangeQuestion, type QuestionProps } from '../shared/change-question.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { formatText } from '../shared/format-value.ts'
import { changeOf } from '../shared/meanwhile.ts'
import { type Contested, MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { RECIPES_ADDRESS } from './recipe-address.ts'
import { readRecipe, type SentRecipe, typedRecipe } from './recipe-draft.ts'
import { RecipeFields } from './recipe-fields.tsx'
import { useRecipeChange } from './recipes-query.ts'

type RecipeProps = { recipe: Recipe }

/** The form for a recipe's own fields; only those that were changed are sent, with what the form had loaded. */
export function EditRecipeDialog({ recipe, ...dialog }: RecipeProps & DialogProps) {
  const save = useRecipeChange({
    send: ({ draft, loaded }: Saving<SentRecipe>) =>
      call(recipes.update, { params: { id: String(recipe.id) }, body: changeOf(loaded, draft) }),
    done: 'Recipe updated',
    failed: 'Error updating recipe',
    onShown: dialog.onClose,
  })
  const { typed, setTyped, form, submit, isTouched, isSaving, errors, question } = useEditForm({
    first: typedRecipe(recipe),
    read: readRecipe,
    check: recipeData.safeParse,
    save,
  })
  return (
    <FormDialog
      title="Edit Recipe"
      {...dialog}
      isTouched={isTouched}
      form={form}
      onSubmit={submit}
      save={{ label: 'Save Changes', busy: isSaving }}
    >
      <RecipeFields typed={typed} onType={setTyped} errors={errors} />
      <MeanwhileQuestion contested={CONTESTED} {...question} />
    </FormDialog>
  )
}

const CONTESTED: readonly Contested[] = [
  { field: 'name', label: 'Name', format: formatText },
  { field: 'description', label: 'Description', format: formatText },
  { field: 'servings', label: 'Servings', format: formatText },
  { field: 'preparationTime', label: 'Prep time in minutes', format: formatText },
  { field: 'instructions', label: 'Instructions', format: formatText },
  { field: 'batchQuantity', label: 'A batch makes', format: formatText },
  { field: 'batchUnit', label: 'Measured in', format: formatText },
]

export function DeleteRecipeDialog({ recipe, ...dialog }: RecipeProps & QuestionProps) {
  return (
    <ChangeQuestion
      {...dialog}
      title="Are you sure you want to delete this recipe?"
      send={() => call(recipes.delete, { params: { id: String(recipe.id) } })}
      leadsTo={RECIPES_ADDRESS}
      done="Recipe deleted"
      failed="Error deleting recipe"
      refreshes={[recipes.list]}
    >
      <strong className="wrap-anywhere">{recipe.name}</strong> will be deleted with its ingredients.
      Its product stays in the shop.
    </ChangeQuestion>
  )
}
