import { RECIPE_FIELDS, type Recipe, recipeData } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { ChangeQuestion, type QuestionProps } from '../shared/change-question.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { EditDialog } from '../shared/form-fields.tsx'
import { changeOf } from '../shared/meanwhile.ts'
import { RECIPE_FORMATS } from './format-recipe.ts'
import { RECIPES_ADDRESS } from './recipe-address.ts'
import { readRecipe, typedRecipe } from './recipe-draft.ts'
import { RecipeFields } from './recipe-fields.tsx'
import { useRecipeChange } from './recipes-query.ts'

type RecipeProps = { recipe: Recipe }

/** The form for a recipe's own fields; only those that were changed are sent, with what the form had loaded. */
export function EditRecipeDialog({ recipe, ...dialog }: RecipeProps & DialogProps) {
  const save = useRecipeChange({
    send: ({ draft, loaded }: Saving<ReturnType<typeof readRecipe>>) =>
      call(recipes.update, { params: { id: String(recipe.id) }, body: changeOf(loaded, draft) }),
    done: 'Recipe updated',
    failed: 'Error updating recipe',
    onShown: dialog.onClose,
  })
  const edit = useEditForm({
    first: typedRecipe(recipe),
    read: readRecipe,
    check: recipeData.safeParse,
    save,
  })
  return (
    <EditDialog
      title="Edit Recipe"
      {...dialog}
      edit={edit}
      fields={RECIPE_FIELDS}
      formats={RECIPE_FORMATS}
      save="Save Changes"
    >
      <RecipeFields {...edit.wires} />
    </EditDialog>
  )
}

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
