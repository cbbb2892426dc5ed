import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { toCents } from '#contract/money.ts'
import { toThousandths } from '#contract/quantity.ts'
import { lineCost, type Scale, scaledQuantity } from '#contract/recipe-cost.ts'
import type { Ingredient } from '#contract/recipe-shapes.ts'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
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

export function LineButtons({
  ingredient: { name },
  editButton,
  onEdit,
  onRemove,
}: LineButtonsProps) {
  return (
    <span className="-my-2 -mr-2 flex shrink-0">
      <Tooltip text="Edit">
        <Button
          ref={editButton}
          variant="plain"
          size="icon"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
        >
          <Pencil aria-hidden="true" className="size-5" />
        </Button>
      </Tooltip>
      <Tooltip text="Remove">
        <Button
          variant="plain"
          size="icon"
          aria-label={`Remove ${name}`}
          className="hover:bg-beet-pale"
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" className="size-5 text-beet" />
        </Button>
      </Tooltip>
    </span>
  )
}
