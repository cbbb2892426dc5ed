import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { type Ingredient, kindOf } from '#contract/ingredient-shapes.ts'
import { toThousandths } from '#contract/quantity.ts'
import {
  type CostedLine,
  lineCost,
  type Scale,
  scaledQuantity,
  unitCostOf,
} from '#contract/recipe-cost.ts'
import { Price } from '#web/ui/price.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { formatAmount, formatRate, formatShare, formatUnitCost } from './format-recipe.ts'
import { recipeAddress } from './recipe-address.ts'

type IngredientLineProps = { ingredient: Ingredient; scale: Scale; children: ReactNode }

export function IngredientLine({ ingredient, scale, children }: IngredientLineProps) {
  const line = {
    quantity: toThousandths(ingredient.quantity),
    costPerUnit: unitCostOf(ingredient),
  }
  return (
    <div className="flex items-start gap-x-3 py-3">
      <div className="min-w-0 grow">
        <p className="leading-snug font-semibold wrap-anywhere">
          {ingredient.recipeId === undefined ? (
            ingredient.name
          ) : (
            <a href={`#${recipeAddress(ingredient.recipeId)}`} className="underline">
              {ingredient.name}
            </a>
          )}
          <KindMark ingredient={ingredient} />
        </p>
        <p className="text-[0.9375rem] text-bark-deep">
          <LineAmount ingredient={ingredient} line={line} scale={scale} />
        </p>
        {ingredient.notes && (
          <p className="text-[0.9375rem] text-bark-deep italic wrap-anywhere">{ingredient.notes}</p>
        )}
      </div>
      <Price amount={lineCost(line, scale)} className="pt-0.5 font-semibold" />
      {children}
    </div>
  )
}

type LineAmountProps = { ingredient: Ingredient; line: CostedLine; scale: Scale }

function LineAmount({ ingredient, line, scale }: LineAmountProps) {
  const { unit, recipeId } = ingredient
  const [format, per] =
    recipeId !== undefined && unit === 'piece'
      ? [formatShare, `${formatUnitCost(line.costPerUnit)} per serving`]
      : [formatAmount, formatRate(line.costPerUnit, unit)]
  return (
    <>
      {format(scaledQuantity(line.quantity, scale), unit)} at{' '}
      <span className="tabular-nums">{per}</span>
    </>
  )
}

function KindMark({ ingredient }: { ingredient: Ingredient }) {
  const kind = kindOf(ingredient)
  if (kind === 'ingredient' || ingredient.name.toLowerCase() === kind) return null
  return <span className="font-normal text-bark-deep"> · {kind}</span>
}

type LineButtonsProps = {
  ingredient: Ingredient
  editButton: Ref<HTMLButtonElement>
  onEdit: () => void
  onRemove: () => void
}

export function LineButtons({ ingredient, editButton, onEdit, onRemove }: LineButtonsProps) {
  const { name } = ingredient
  return (
    <span className="-my-2 -mr-2 flex shrink-0">
      <IconButton
        ref={editButton}
        tip="Edit"
        label={`Edit ${name}`}
        Icon={Pencil}
        onClick={onEdit}
      />
      <IconButton tip="Remove" label={`Remove ${name}`} Icon={Trash2} isDanger onClick={onRemove} />
    </span>
  )
}
