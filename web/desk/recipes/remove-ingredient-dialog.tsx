import type { RefObject } from 'react'
import type { Ingredient } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useRecipeChange } from './recipes-query.ts'

type RemoveIngredientDialogProps = {
  ingredient: Ingredient
  open: boolean
  onClose: () => void
  focusElse: RefObject<HTMLElement | null>
}

export function RemoveIngredientDialog({ ingredient, open, onClose, focusElse }: RemoveIngredientDialogProps) {
  const removal = useRecipeChange({
    send: () => call(recipes.removeIngredient, { params: { id: String(ingredient.id) } }),
    done: 'Ingredient removed',
    failed: 'Error updating recipe',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Remove this ingredient?"
      confirmLabel={removal.isPending ? 'Removing…' : 'Remove'}
      onConfirm={() => removal.mutate(undefined)}
      busy={removal.isPending}
      focusElse={focusElse}
    >
      <strong className="wrap-anywhere">{ingredient.name}</strong> will leave the recipe, along with its cost.
    </ConfirmDialog>
  )
}
