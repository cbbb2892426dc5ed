import { Pencil, Trash2 } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { sum } from '#contract/money/money.ts'
import { toThousandths } from '#contract/products/quantity.ts'
import {
  AS_WRITTEN,
  type CostedLine,
  costedLines,
  lineCost,
  type Scale,
  scaledQuantity,
  totalCost,
  unitCostOf,
} from '#contract/recipes/recipe-cost.ts'
import {
  INGREDIENT_FIELDS,
  type Ingredient,
  ingredientDraft,
  kindOf,
  type LineKind,
  MAX_BATCHES,
  MAX_INGREDIENTS,
  type Recipe,
  recipes,
} from '#contract/recipes/recipes.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field, inputLook } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Price } from '#web/ui/price.tsx'
import {
  ChangeQuestion,
  DraftContext,
  type QuestionProps,
  useDraft,
  useDraftBook,
} from '../shared/dialog-at.tsx'
import { changeOf } from '../shared/edit-conflict.ts'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { EditQuestion } from '../shared/form-fields.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { CostsByKind } from './costs-by-kind.tsx'
import {
  formatAmount,
  formatRate,
  formatServings,
  formatShare,
  formatUnitCost,
} from './format-recipe.ts'
import {
  BLANK_LINES,
  readIngredient,
  recipeAddress,
  type SentIngredient,
  typedIngredient,
  useRecipeChange,
  useShopKitchen,
} from './ingredient-draft.ts'
import { IngredientFields, TypedLineCost } from './ingredient-fields.tsx'
import { LineAdders } from './line-adders.tsx'
import { type FollowingFocus, useFollowingFocus } from './use-following-focus.ts'

type Open = number | LineKind | null

export function Ingredients({ recipe }: { recipe: Recipe }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useFollowingFocus()
  const [typedServings, setTypedServings] = useState<string | null>(null)
  const book = useDraftBook(`recipes/${recipe.id}/line`, 'own')
  const [open, setOpen] = useDraft<Open>('open', null, book)
  const [removing, setRemoving] = useState<{ ingredient: Ingredient; open: boolean }>()
  const scale = readScale(typedServings, recipe.servings)
  const openRow = (row: Open) => {
    focus.sendFocus(row === null ? `edit ${open}` : 'first field')
    setOpen(row)
  }
  return (
    <div className="mt-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h5 ref={heading} tabIndex={-1} className="font-serif text-xl font-semibold outline-none">
          Ingredients
        </h5>
        <ScaleField recipe={recipe} typed={typedServings} onType={setTypedServings} />
      </div>
      <IngredientList
        recipe={recipe}
        scale={scale}
        open={open}
        focus={focus}
        onOpen={openRow}
        onRemove={(ingredient) => setRemoving({ ingredient, open: true })}
      />
      <Total lines={costedLines(recipe.ingredients)} scale={scale} />
      <CostsByKind ingredients={recipe.ingredients} scale={scale} />
      {typeof open !== 'string' &&
        scale === AS_WRITTEN &&
        recipe.ingredients.length < MAX_INGREDIENTS && (
          <LineAdders buttonOf={(kind) => focus.focusTarget(`edit ${kind}`)} onAdd={openRow} />
        )}
      {removing && (
        <RemoveIngredientDialog
          key={removing.ingredient.id}
          {...removing}
          onClose={() => setRemoving({ ...removing, open: false })}
          focusElse={heading}
        />
      )}
    </div>
  )
}

function Total({ lines, scale }: { lines: readonly CostedLine[]; scale: Scale }) {
  const total = totalCost(lines, scale)
  const isOff = sum(...lines.map((line) => lineCost(line, scale))) !== total
  return (
    <>
      <p className="flex justify-between gap-4 py-3 font-serif text-xl font-semibold">
        <span>Total</span>
        <Price amount={total} />
      </p>
      {isOff && (
        <p className="-mt-2 mb-3 text-[0.9375rem] text-bark-deep">
          Each line is rounded to the cent; the total is worked out exactly and rounded once.
        </p>
      )}
    </>
  )
}

type ListProps = {
  recipe: Recipe
  scale: Scale
  open: Open
  focus: FollowingFocus
  onOpen: (row: Open) => void
  onRemove: (ingredient: Ingredient) => void
}

function IngredientList({ recipe, ...row }: ListProps) {
  return (
    <ul aria-label="Ingredients" className="mt-3 border-y border-straw empty:hidden">
      {recipe.ingredients.map((ingredient) => (
        <li key={ingredient.id} className="border-b border-straw last:border-0">
          {row.open === ingredient.id ? (
            <OpenRow recipeId={recipe.id} opened={ingredient} {...row} />
          ) : (
            <IngredientRow ingredient={ingredient} {...row} />
          )}
        </li>
      ))}
      {typeof row.open === 'string' && (
        <li>
          <OpenRow recipeId={recipe.id} opened={row.open} {...row} />
        </li>
      )}
    </ul>
  )
}

type OpenRowProps = Pick<ListProps, 'focus' | 'onOpen'> & {
  recipeId: number
  opened: Ingredient | LineKind
}

function OpenRow({ recipeId, opened, focus, onOpen }: OpenRowProps) {
  const line = typeof opened === 'string' ? opened : opened.id
  const book = useDraftBook(`recipes/${recipeId}/line/${line}`, 'own')
  const firstField = focus.focusTarget('first field')
  const close = () => {
    book.forget()
    onOpen(null)
  }
  return (
    <DraftContext value={book}>
      <IngredientForm recipeId={recipeId} firstField={firstField} opened={opened} onClose={close} />
    </DraftContext>
  )
}

type RowProps = Omit<ListProps, 'recipe'> & { ingredient: Ingredient }

function IngredientRow({ ingredient, scale, focus, onOpen, onRemove }: RowProps) {
  const { id, name, unit, notes, recipeId } = ingredient
  const kind = kindOf(ingredient)
  const line = {
    quantity: toThousandths(ingredient.quantity),
    costPerUnit: unitCostOf(ingredient),
  }
  const [format, per] =
    recipeId !== undefined && unit === 'piece'
      ? [formatShare, `${formatUnitCost(line.costPerUnit)} per serving`]
      : [formatAmount, formatRate(line.costPerUnit, unit)]
  return (
    <div className="flex items-start gap-x-3 py-3">
      <div className="min-w-0 grow">
        <p className="leading-snug font-semibold wrap-anywhere">
          {recipeId === undefined ? (
            name
          ) : (
            <a href={`#${recipeAddress(recipeId)}`} className="underline">
              {name}
            </a>
          )}
          {kind !== 'ingredient' && name.toLowerCase() !== kind && (
            <span className="font-normal text-bark-deep"> · {kind}</span>
          )}
        </p>
        <p className="text-[0.9375rem] text-bark-deep">
          {format(scaledQuantity(line.quantity, scale), unit)} at{' '}
          <span className="tabular-nums">{per}</span>
        </p>
        {notes && <p className="text-[0.9375rem] text-bark-deep italic wrap-anywhere">{notes}</p>}
      </div>
      <Price amount={lineCost(line, scale)} className="pt-0.5 font-semibold" />
      {scale === AS_WRITTEN && (
        <span className="-my-2 -mr-2 flex shrink-0">
          <IconButton
            ref={focus.focusTarget(`edit ${id}`)}
            tip="Edit"
            label={`Edit ${name}`}
            Icon={Pencil}
            onClick={() => onOpen(id)}
          />
          <IconButton
            tip="Remove"
            label={`Remove ${name}`}
            Icon={Trash2}
            isDanger
            onClick={() => onRemove(ingredient)}
          />
        </span>
      )}
    </div>
  )
}

type RemoveIngredientDialogProps = QuestionProps & { ingredient: Ingredient }

function RemoveIngredientDialog({ ingredient, ...dialog }: RemoveIngredientDialogProps) {
  return (
    <ChangeQuestion
      {...dialog}
      title="Remove this ingredient?"
      confirmLabel="Remove"
      busyLabel="Removing…"
      send={() => call(recipes.removeIngredient, { params: { id: ingredient.id } })}
      done="Ingredient removed"
      failed="Error updating recipe"
      refreshes={[recipes.list]}
    >
      <strong className="wrap-anywhere">{ingredient.name}</strong> will leave the recipe, along with
      its cost.
    </ChangeQuestion>
  )
}

type ScaleFieldProps = {
  recipe: Recipe
  typed: string | null
  onType: (typed: string | null) => void
}

function ScaleField({ recipe: { servings }, typed, onType }: ScaleFieldProps) {
  const isScaled = readScale(typed, servings) !== AS_WRITTEN
  return (
    <>
      <div className="flex items-end gap-2">
        {typed !== null && (
          <Button variant="quiet" onClick={() => onType(null)}>
            As written
          </Button>
        )}
        <Field label="Scale to servings" required error={scaleError(typed, servings) ?? undefined}>
          {(wiring) => (
            <input
              {...wiring}
              inputMode="numeric"
              value={typed ?? servings}
              onChange={(event) => onType(event.target.value)}
              className={classNames('h-11 sm:w-40', inputLook)}
            />
          )}
        </Field>
      </div>
      <p
        role="status"
        className="w-full rounded-xl bg-yolk-pale px-4 py-2.5 text-yolk-deep empty:hidden"
      >
        {isScaled &&
          `Scaled from ${formatServings(servings)} to ${formatServings(typedNumber(typed ?? ''))}. The recipe itself does not change.`}
      </p>
    </>
  )
}

/** As written until a sensible number is typed. */
function readScale(typed: string | null, servings: number): Scale {
  const wanted = typed === null ? servings : typedNumber(typed)
  if (wanted === servings || scaleError(typed, servings)) return AS_WRITTEN
  return { servings: wanted, of: servings }
}

function scaleError(typed: string | null, servings: number): string | null {
  const wanted = typed === null ? servings : typedNumber(typed)
  const most = servings * MAX_BATCHES
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= most) return null
  return `Please enter 1 to ${most.toLocaleString('en-US')} servings.`
}

type IngredientFormProps = {
  recipeId: number
  opened: Ingredient | LineKind
  firstField: Ref<HTMLInputElement & HTMLSelectElement>
  onClose: () => void
}

function IngredientForm({ recipeId, opened, firstField, onClose }: IngredientFormProps) {
  const shop = useShopKitchen()
  const isNew = typeof opened === 'string'
  const save = useRecipeChange({
    send: ({ draft, loaded }: Saving<SentIngredient>) =>
      isNew
        ? call(recipes.addIngredient, { params: { recipeId }, body: draft })
        : call(recipes.changeIngredient, {
            params: { id: opened.id },
            body: changeOf(loaded, draft),
          }),
    done: isNew ? 'Ingredient added' : 'Ingredient updated',
    failed: 'Error updating recipe',
    onShown: onClose,
  })
  const edit = useEditForm({
    first: isNew ? BLANK_LINES[opened] : typedIngredient(opened),
    read: (line) => readIngredient(line, shop.prices),
    check: ingredientDraft.safeParse,
    save,
  })
  const { typed, isSaving } = edit
  return (
    <Form
      ref={edit.form}
      aria-label={isNew ? `New ${opened}` : `Edit ${opened.name}`}
      className="grid gap-4 py-4"
      onSubmit={() => isSaving || edit.submit()}
    >
      <IngredientFields {...edit.wires} recipeId={recipeId} firstField={firstField} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <TypedLineCost typed={typed} />
      </div>
      <EditQuestion edit={edit} fields={INGREDIENT_FIELDS} />
    </Form>
  )
}
