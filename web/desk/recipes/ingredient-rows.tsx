import { Plus, Trash2 } from 'lucide-react'
import { MAX_INGREDIENTS } from '#contract/recipe-shapes.ts'
import { Button } from '#web/ui/button.tsx'
import type { FieldErrors } from '../shared/checked-form.ts'
import { IconButton } from '../shared/icon-button.tsx'
import { IngredientFields, TypedLineCost } from './ingredient-fields.tsx'
import { BLANK_INGREDIENT, type TypedIngredient } from './recipe-draft.ts'
import { type FollowingFocus, useFollowingFocus } from './use-following-focus.ts'

/** A row of the form; its key is its own, so that what is typed stays with it when another one is removed. */
export type Row = { key: number; typed: TypedIngredient }

export const NEW_ROWS: readonly Row[] = [{ key: 1, typed: BLANK_INGREDIENT }]

type IngredientRowsProps = {
  rows: readonly Row[]
  onChange: (rows: readonly Row[]) => void
  errors: FieldErrors
}

export function IngredientRows({ rows, onChange, errors }: IngredientRowsProps) {
  const focus = useFollowingFocus()
  const add = () => {
    const key = 1 + Math.max(0, ...rows.map((row) => row.key))
    focus.sendFocus(`name ${key}`)
    onChange([...rows, { key, typed: BLANK_INGREDIENT }])
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
        <Button
          ref={focus.focusTarget('add')}
          variant="quiet"
          className="justify-self-start"
          onClick={add}
        >
          <Plus aria-hidden="true" className="size-4.5" />
          Add ingredient
        </Button>
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

function IngredientRow({ row, number, errors, focus, onType, onRemove }: IngredientRowProps) {
  return (
    <fieldset className="min-w-0 rounded-2xl border border-straw bg-paper p-4 pt-2">
      <legend className="sr-only">Ingredient {number}</legend>
      <div className="mb-1 flex items-center gap-3">
        <span aria-hidden="true" className="grow text-bark-deep">
          Ingredient {number}
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
        path={`ingredients.${number - 1}.`}
        firstField={focus.focusTarget(`name ${row.key}`)}
      />
    </fieldset>
  )
}
