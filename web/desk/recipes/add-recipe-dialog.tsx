import { changedFields } from '#contract/changes.ts'
import { costOfOne, totalCost } from '#contract/recipe-cost.ts'
import { recipeData, recipeDraft } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { typedNumber } from '#contract/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'
import { errorsIn, useCheckedForm } from '../shared/checked-form.ts'
import { type DialogProps, useFinish } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { IngredientRows, NEW_ROWS, type Row } from './ingredient-rows.tsx'
import { readIngredient, typedLines } from './line-draft.ts'
import { recipeAddress } from './recipe-address.ts'
import { BLANK_LINES, readRecipe, type TypedRecipe, typedRecipe } from './recipe-draft.ts'
import { RecipeFields } from './recipe-fields.tsx'
import { useRecipeChange } from './recipes-query.ts'
import { type ShopKitchen, useShopKitchen } from './shop-kitchen.ts'

const BLANK_RECIPE = typedRecipe({})

export function AddRecipeDialog({ open, onClose }: DialogProps) {
  const [typed, setTyped] = useDraft<TypedRecipe>('typed', BLANK_RECIPE)
  const [rows, setRows] = useDraft<readonly Row[]>('rows', NEW_ROWS)
  const save = useCreateRecipe()
  const shop = useShopKitchen()
  const { form, send, errors, forgetErrors } = useCheckedForm(save)
  const submit = () => {
    const body = readDraft({ typed, rows, shop })
    send(errorsIn(recipeDraft.safeParse(body)), body)
  }
  const changeRows = (next: readonly Row[]) => {
    // A message belongs to its row; rows that moved are checked again when they are sent.
    if (next.length !== rows.length) forgetErrors()
    setRows(next)
  }
  return (
    <FormDialog
      title="Add Recipe"
      place="wide"
      open={open}
      isTouched={() => isTouched(typed, rows)}
      onClose={onClose}
      onSubmit={submit}
      form={form}
      footer={(formId) => (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <LiveCost rows={rows} shop={shop} servings={typed.servings} />
          <Button
            type="submit"
            form={formId}
            size="lg"
            busy={save.isPending}
            className="max-sm:w-full"
          >
            {save.isPending ? 'Saving…' : 'Create Recipe'}
          </Button>
        </div>
      )}
    >
      <div className="grid gap-8">
        <RecipeFields typed={typed} onType={setTyped} errors={errors} path="recipeData." />
        <IngredientRows rows={rows} onChange={changeRows} errors={errors} shop={shop} />
      </div>
    </FormDialog>
  )
}

function useCreateRecipe() {
  const finish = useFinish()
  return useRecipeChange({
    send: (body: ReturnType<typeof readDraft>) => call(recipes.create, { body }),
    done: 'Recipe created',
    failed: 'Error creating recipe',
    onShown: ({ id }) => finish(recipeAddress(id)),
  })
}

type Draft = { typed: TypedRecipe; rows: readonly Row[]; shop: ShopKitchen }

function readDraft({ typed, rows, shop }: Draft) {
  const { batchQuantity, batchUnit, ...fields } = readRecipe(typed)
  return {
    recipeData: batchQuantity === null ? fields : { ...fields, batchQuantity, batchUnit },
    ingredients: rows.map(({ typed: row }) => readIngredient(row, shop.prices)),
  }
}

function isTouched(typed: TypedRecipe, rows: readonly Row[]): boolean {
  const changes = [
    changedFields(BLANK_RECIPE, typed),
    ...rows.map((row) => changedFields(BLANK_LINES[row.typed.kind], row.typed)),
  ]
  return changes.some((change) => Object.keys(change).length > 0)
}

type LiveCostProps = { rows: readonly Row[]; shop: ShopKitchen; servings: string }

function LiveCost({ rows, shop, servings }: LiveCostProps) {
  const lines = typedLines(
    rows.map(({ typed }) => typed),
    shop,
  )
  const read = recipeData.shape.servings.safeParse(typedNumber(servings))
  return (
    <p aria-live="polite" className="flex flex-wrap items-baseline gap-x-4">
      <span className="font-serif text-2xl font-semibold">
        Total <Price amount={totalCost(lines)} />
      </span>
      {read.success && (
        <span className="text-bark-deep">
          <Price amount={costOfOne(lines, read.data)} /> per serving
        </span>
      )}
    </p>
  )
}
