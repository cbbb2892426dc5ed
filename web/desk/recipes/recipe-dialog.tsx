import { type RefObject, useState } from 'react'
import { changedFields } from '#contract/changes.ts'
import { type Recipe, recipeData } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { errorsIn, useCheckedForm } from '../shared/checked-form.ts'
import { FormDialog, SaveButton } from '../shared/form-dialog.tsx'
import { formatText } from '../shared/format-value.ts'
import { changeOf, useLoaded } from '../shared/meanwhile.ts'
import { type Contested, MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { RECIPES_ADDRESS } from './recipe-address.ts'
import { readRecipe, type TypedRecipe, typedRecipe } from './recipe-draft.ts'
import { RecipeFields } from './recipe-fields.tsx'
import { useRecipeChange } from './recipes-query.ts'

type EditRecipeDialogProps = { recipe: Recipe; open: boolean; onClose: () => void }

/** The form for a recipe's own fields; only those that were changed are sent, with what the form had loaded. */
export function EditRecipeDialog({ recipe, open, onClose }: EditRecipeDialogProps) {
  const [first] = useState(() => typedRecipe(recipe))
  const [typed, setTyped] = useState<TypedRecipe>(first)
  const save = useSaveRecipe(recipe.id, onClose)
  const { loaded, meanwhile, see } = useLoaded(readRecipe(first), save.error)
  const { form, send, errors } = useCheckedForm(save)
  const submit = () => send(errorsIn(recipeData.safeParse(readRecipe(typed))), { typed, loaded })
  return (
    <FormDialog
      title="Edit Recipe"
      open={open}
      isTouched={() => Object.keys(changedFields(first, typed)).length > 0}
      onClose={onClose}
      form={form}
      onSubmit={submit}
      footer={(formId) => <SaveButton formId={formId} label="Save Changes" busy={save.isPending} />}
    >
      <RecipeFields typed={typed} onType={setTyped} errors={errors} path="" />
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
    </FormDialog>
  )
}

function useSaveRecipe(id: number, onDone: () => void) {
  return useRecipeChange({
    send: ({ typed, loaded }: { typed: TypedRecipe; loaded: ReturnType<typeof readRecipe> }) =>
      call(recipes.update, {
        params: { id: String(id) },
        body: changeOf(loaded, readRecipe(typed)),
      }),
    done: 'Recipe updated',
    failed: 'Error updating recipe',
    onDone,
  })
}

const CONTESTED: readonly Contested[] = [
  { field: 'name', label: 'Name', format: formatText },
  { field: 'description', label: 'Description', format: formatText },
  { field: 'servings', label: 'Servings', format: formatText },
  { field: 'preparationTime', label: 'Prep time in minutes', format: formatText },
  { field: 'instructions', label: 'Instructions', format: formatText },
]

type DeleteRecipeDialogProps = {
  recipe: Recipe
  open: boolean
  onClose: () => void
  focusElse: RefObject<HTMLElement | null>
}

export function DeleteRecipeDialog({ recipe, open, onClose, focusElse }: DeleteRecipeDialogProps) {
  const deletion = useRecipeChange({
    send: async () => {
      await call(recipes.delete, { params: { id: String(recipe.id) } })
      goToHash(RECIPES_ADDRESS)
    },
    done: 'Recipe deleted',
    failed: 'Error deleting recipe',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Are you sure you want to delete this recipe?"
      confirmLabel={deletion.isPending ? 'Deleting…' : 'Delete'}
      onConfirm={() => deletion.mutate(undefined)}
      busy={deletion.isPending}
      focusElse={focusElse}
    >
      <strong className="wrap-anywhere">{recipe.name}</strong> will be deleted with its ingredients.
      Its product stays in the shop.
    </ConfirmDialog>
  )
}
