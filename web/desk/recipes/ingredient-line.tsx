import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { toCents } from '#contract/money.ts'
import { toThousandths } from '#contract/quantity.ts'
import { lineCost, type Scale, scaledQuantity } from '#contract/recipe-cost.ts'
import type { Ingredient } from '#contract/recipe-shapes.ts'
import { Price } from '#web/ui/price.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { formatAmount } from './format-recipe.ts'

type IngredientLineProps = { ingredient: Ingredient; scale: Scale; children: ReactNode }

export function IngredientLine({ ingredient, scale, children }: IngredientLineProps) {
  const line = {
    quantity: toThousandths(ingredient.quantity),
    costPerUnit: toCents(ingredient.costPerUnit),
  }
  return (
    <div className="flex items-start gap-x-3 py-3">
      <div className="min-w-0 grow">
        <p className="leading-snug font-semibold wrap-anywhere">{ingredient.name}</p>
        <p className="text-[0.9375rem] text-bark-deep">
          {formatAmount(scaledQuantity(line.quantity, scale), ingredient.unit)} at{' '}
          <Price amount={line.costPerUnit} /> per {ingredient.unit}
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
