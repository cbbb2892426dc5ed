import { useId, useState } from 'react'
import { type Recipe, recipeData } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import {
  changedFields,
  errorsIn,
  type FieldErrors,
  focusFirst,
  readRecipe,
  refusedFields,
  type TypedRecipe,
  typedRecipe,
} from './recipe-draft.ts'
import { RecipeFields } from './recipe-fields.tsx'
import { RecipeFormDialog } from './recipe-form-dialog.tsx'
import { useRecipeChange } from './recipes-query.ts'

type EditRecipeDialogProps = { recipe: Recipe; open: boolean; onClose: () => void }

/** The form for a recipe's own fields; only those that were changed are sent. */
export function EditRecipeDialog({ recipe, open, onClose }: EditRecipeDialogProps) {
  const formId = useId()
  const [first] = useState(() => typedRecipe(recipe))
  const [typed, setTyped] = useState<TypedRecipe>(first)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const save = useRecipeChange({
    ask: (body: ReturnType<typeof readRecipe>) =>
      call(recipes.update, { params: { id: String(recipe.id) }, body: changedFields(readRecipe(first), body) }),
    done: 'Recipe updated',
    failed: 'Error updating recipe',
    onDone: onClose,
  })
  const submit = (form: HTMLFormElement) => {
    const body = readRecipe(typed)
    const errors = errorsIn(recipeData.safeParse(body))
    setWrong(errors)
    save.reset()
    if (Object.keys(errors).length > 0) focusFirst(form, errors)
    else save.mutate(body, { onError: (failure) => focusFirst(form, refusedFields(failure)) })
  }
  return (
    <RecipeFormDialog
      title="Edit Recipe"
      place="middle"
      open={open}
      isTouched={Object.keys(changedFields(first, typed)).length > 0}
      onClose={onClose}
      onSubmit={submit}
      formId={formId}
      footer={
        <Button type="submit" form={formId} size="lg" busy={save.isPending} className="w-full">
          {save.isPending ? 'Saving…' : 'Save Changes'}
        </Button>
      }
    >
      <RecipeFields typed={typed} onType={setTyped} errors={{ ...refusedFields(save.error), ...wrong }} path="" />
    </RecipeFormDialog>
  )
}
