import { Trash2 } from 'lucide-react'
import { changedFields } from '#contract/changed-fields.ts'
import { costOfOne, totalCost } from '#contract/recipes/recipe-cost.ts'
import {
  type LineKind,
  MAX_INGREDIENTS,
  RECIPE_FIELDS,
  type Recipe,
  recipeData,
  recipeDraft,
  recipes,
} from '#contract/recipes/recipes.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'
import {
  ChangeQuestion,
  type DialogProps,
  type QuestionProps,
  useDraft,
  useFinish,
} from '../shared/dialog-at.tsx'
import { changeOf } from '../shared/edit-conflict.ts'
import {
  errorsIn,
  type FieldErrors,
  type Saving,
  useCheckedForm,
  useEditForm,
  type WiredProps,
} from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { EditDialog, FormField, fieldsOf } from '../shared/form-fields.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { RECIPE_FORMATS } from './format-recipe.ts'
import {
  BLANK_INGREDIENT,
  BLANK_LINES,
  RECIPES_ADDRESS,
  readIngredient,
  readRecipe,
  recipeAddress,
  type ShopKitchen,
  type TypedIngredient,
  type TypedRecipe,
  typedLines,
  typedRecipe,
  useRecipeChange,
  useShopKitchen,
} from './ingredient-draft.ts'
import { IngredientFields, TypedLineCost } from './ingredient-fields.tsx'
import { KIND_LABELS, LineAdders } from './line-adders.tsx'
import { type FollowingFocus, useFollowingFocus } from './use-following-focus.ts'

type RecipeProps = { recipe: Recipe }

export function EditRecipeDialog({ recipe, ...dialog }: RecipeProps & DialogProps) {
  const save = useRecipeChange({
    send: ({ draft, loaded }: Saving<ReturnType<typeof readRecipe>>) =>
      call(recipes.update, { params: { id: recipe.id }, body: changeOf(loaded, draft) }),
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
      send={() => call(recipes.delete, { params: { id: recipe.id } })}
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

const WIDE = 'col-span-2'

function RecipeFields(form: WiredProps<TypedRecipe>) {
  const field = fieldsOf(RECIPE_FIELDS, form)
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <FormField {...field('name')} className={WIDE} />
      <FormField {...field('description')} rows={2} className={WIDE} />
      <FormField {...field('servings')} />
      <FormField {...field('preparationTime')} label="Prep time in minutes" />
      <FormField {...field('batchQuantity')} hint="Only where other recipes use some of it." />
      <FormField {...field('batchUnit')} />
      <FormField {...field('instructions')} rows={6} className={WIDE} />
    </div>
  )
}

const BLANK_RECIPE = typedRecipe({})

export function AddRecipeDialog({ open, onClose }: DialogProps) {
  const [typed, setTyped] = useDraft<TypedRecipe>('typed', BLANK_RECIPE)
  const [rows, setRows] = useDraft<readonly Row[]>('rows', NEW_ROWS)
  const finish = useFinish()
  const save = useRecipeChange({
    send: (body: ReturnType<typeof readDraft>) => call(recipes.create, { body }),
    done: 'Recipe created',
    failed: 'Error creating recipe',
    onShown: ({ id }) => finish(recipeAddress(id)),
  })
  const shop = useShopKitchen()
  const { form, send, errors, forgetErrors } = useCheckedForm(save)
  const submit = () => {
    const body = readDraft({ typed, rows, shop })
    send(errorsIn(recipeDraft.safeParse(body)), body)
  }
  const changeRows = (next: readonly Row[]) => {
    // A message belongs to its row; rows that moved are checked again on save.
    if (next.length !== rows.length) forgetErrors()
    setRows(next)
  }
  return (
    <FormDialog
      title="Add Recipe"
      shape="wide"
      open={open}
      isTouched={() => isTouched(typed, rows)}
      onClose={onClose}
      onSubmit={submit}
      form={form}
      footer={(formId) => (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <LiveCost rows={rows} servings={typed.servings} />
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
        <IngredientRows rows={rows} onChange={changeRows} errors={errors} />
      </div>
    </FormDialog>
  )
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

type LiveCostProps = { rows: readonly Row[]; servings: string }

function LiveCost({ rows, servings }: LiveCostProps) {
  const lines = typedLines(
    rows.map(({ typed }) => typed),
    useShopKitchen(),
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

type Row = { key: number; typed: TypedIngredient }

const NEW_ROWS: readonly Row[] = [{ key: 1, typed: BLANK_INGREDIENT }]

type IngredientRowsProps = {
  rows: readonly Row[]
  onChange: (rows: readonly Row[]) => void
  errors: FieldErrors
}

function IngredientRows({ rows, onChange, errors }: IngredientRowsProps) {
  const focus = useFollowingFocus()
  const add = (kind: LineKind) => {
    const key = 1 + Math.max(0, ...rows.map((row) => row.key))
    focus.sendFocus(`name ${key}`)
    onChange([...rows, { key, typed: BLANK_LINES[kind] }])
  }
  const remove = (index: number) => {
    const neighbor = rows[index + 1] ?? rows[index - 1]
    focus.sendFocus(neighbor ? `name ${neighbor.key}` : 'add')
    onChange(rows.toSpliced(index, 1))
  }
  return (
    <div className="grid gap-4">
      <h3 className="text-xl">Ingredients</h3>
      {rows.map((row, index) => (
        <IngredientRow
          key={row.key}
          row={row}
          number={index + 1}
          errors={errors}
          focus={focus}
          onType={(typed) => onChange(rows.with(index, { ...row, typed }))}
          onRemove={() => remove(index)}
        />
      ))}
      {rows.length < MAX_INGREDIENTS && (
        <LineAdders
          buttonOf={(kind) => (kind === 'ingredient' ? focus.focusTarget('add') : undefined)}
          onAdd={add}
        />
      )}
    </div>
  )
}

type IngredientRowProps = {
  row: Row
  number: number
  errors: FieldErrors
  focus: FollowingFocus
  onType: (typed: TypedIngredient) => void
  onRemove: () => void
}

function IngredientRow(props: IngredientRowProps) {
  const { row, number, errors, focus, onType, onRemove } = props
  const label = KIND_LABELS[row.typed.kind]
  return (
    <fieldset className="min-w-0 rounded-2xl border border-straw bg-paper p-4 pt-2">
      <legend className="sr-only">
        {label} {number}
      </legend>
      <div className="mb-1 flex items-center gap-3">
        <span aria-hidden="true" className="grow text-bark-deep">
          {label} {number}
        </span>
        <TypedLineCost typed={row.typed} />
        <IconButton
          tip="Remove"
          label={`Remove ingredient ${number}`}
          Icon={Trash2}
          isDanger
          className="-mr-2"
          onClick={onRemove}
        />
      </div>
      <IngredientFields
        typed={row.typed}
        onType={onType}
        errors={errors}
        recipeId={null}
        path={`ingredients.${number - 1}.`}
        firstField={focus.focusTarget(`name ${row.key}`)}
      />
    </fieldset>
  )
}
