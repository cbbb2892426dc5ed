import { useRef, useState } from 'react'
import { type Ingredient, type LineKind, MAX_INGREDIENTS } from '#contract/ingredient-shapes.ts'
import { sum } from '#contract/money.ts'
import {
  AS_WRITTEN,
  type CostedLine,
  costedLines,
  lineCost,
  type Scale,
  totalCost,
} from '#contract/recipe-cost.ts'
import { MAX_BATCHES, type Recipe } from '#contract/recipe-shapes.ts'
import { recipes } from '#contract/recipes.ts'
import { typedNumber } from '#contract/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field, inputLook } from '#web/ui/field.tsx'
import { Price } from '#web/ui/price.tsx'
import { ChangeQuestion, type QuestionProps } from '../shared/change-question.tsx'
import { DraftContext, useDraft, useDraftBook } from '../shared/use-draft.ts'
import { CostsByKind } from './costs-by-kind.tsx'
import { formatServings } from './format-recipe.ts'
import { IngredientForm } from './ingredient-form.tsx'
import { IngredientLine, LineButtons } from './ingredient-line.tsx'
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
        {...{ recipe, scale, open, focus }}
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

/** What all lines cost together; says why the rounded ones may add up to another sum. */
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
      <IngredientForm {...{ recipeId, firstField, opened }} onClose={close} />
    </DraftContext>
  )
}

type RowProps = Omit<ListProps, 'recipe'> & { ingredient: Ingredient }

function IngredientRow({ ingredient, scale, focus, onOpen, onRemove }: RowProps) {
  return (
    <IngredientLine ingredient={ingredient} scale={scale}>
      {scale === AS_WRITTEN && (
        <LineButtons
          ingredient={ingredient}
          editButton={focus.focusTarget(`edit ${ingredient.id}`)}
          onEdit={() => onOpen(ingredient.id)}
          onRemove={() => onRemove(ingredient)}
        />
      )}
    </IngredientLine>
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
      send={() => call(recipes.removeIngredient, { params: { id: String(ingredient.id) } })}
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

/** For how many servings the lines are shown: as written until a number was typed that makes sense. */
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
