import { Trash2 } from 'lucide-react'
import { type LineKind, MAX_INGREDIENTS } from '#contract/ingredient-shapes.ts'
import type { FieldErrors } from '../shared/checked-form.ts'
import { IconButton } from '../shared/icon-button.tsx'
import { IngredientFields, KIND_LABELS, TypedLineCost } from './ingredient-fields.tsx'
import { LineAdders } from './line-adders.tsx'
import { BLANK_INGREDIENT, BLANK_LINES, type TypedIngredient } from './recipe-draft.ts'
import type { ShopKitchen } from './shop-kitchen.ts'
import { type FollowingFocus, useFollowingFocus } from './use-following-focus.ts'

/** A row of the form; its key is its own, so that what is typed stays with it when another one is removed. */
export type Row = { key: number; typed: TypedIngredient }

export const NEW_ROWS: readonly Row[] = [{ key: 1, typed: BLANK_INGREDIENT }]

type IngredientRowsProps = {
  rows: readonly Row[]
  onChange: (rows: readonly Row[]) => void
  errors: FieldErrors
  shop: ShopKitchen
}

export function IngredientRows({ rows, onChange, errors, shop }: IngredientRowsProps) {
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
          shop={shop}
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
  shop: ShopKitchen
  focus: FollowingFocus
  onType: (typed: TypedIngredient) => void
  onRemove: () => void
}

function IngredientRow(props: IngredientRowProps) {
  const { row, number, errors, shop, focus, onType, onRemove } = props
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
        <TypedLineCost typed={row.typed} shop={shop} />
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
        shop={shop}
        recipeId={null}
        path={`ingredients.${number - 1}.`}
        firstField={focus.focusTarget(`name ${row.key}`)}
      />
    </fieldset>
  )
}
