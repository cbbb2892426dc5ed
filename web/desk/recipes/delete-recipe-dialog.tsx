import type { RefObject } from 'react'
import type { Recipe } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { RECIPES_ADDRESS } from './recipe-address.ts'
import { useRecipeChange } from './recipes-query.ts'

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
      <strong className="wrap-anywhere">{recipe.name}</strong> will be deleted with its ingredients. Its product stays
      in the shop.
    </ConfirmDialog>
  )
}
