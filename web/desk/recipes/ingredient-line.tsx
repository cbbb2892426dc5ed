import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { type Ingredient, kindOf } from '#contract/ingredient-shapes.ts'
import { toThousandths } from '#contract/quantity.ts'
import { lineCost, type Scale, scaledQuantity, unitCostOf } from '#contract/recipe-cost.ts'
import { Price } from '#web/ui/price.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { formatAmount, formatRate } from './format-recipe.ts'
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
            <TextLink href={`#${recipeAddress(ingredient.recipeId)}`}>{ingredient.name}</TextLink>
          )}
          <KindMark ingredient={ingredient} />
        </p>
        <p className="text-[0.9375rem] text-bark-deep">
          {formatAmount(scaledQuantity(line.quantity, scale), ingredient.unit)} at{' '}
          <span className="tabular-nums">{formatRate(line.costPerUnit, ingredient.unit)}</span>
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

function KindMark({ ingredient }: { ingredient: Ingredient }) {
  const kind = kindOf(ingredient)
  if (kind === 'ingredient') return null
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
