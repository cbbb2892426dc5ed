import { totalCost } from '#contract/recipe-cost.ts'
import { Price } from '#web/ui/price.tsx'
import { type TypedIngredient, typedLines } from './recipe-draft.ts'

/** What an ingredient costs as it is typed; nothing while that cannot be read. */
export function TypedLineCost({ typed }: { typed: TypedIngredient }) {
  const lines = typedLines([typed])
  return (
    <span className="ml-auto text-bark-deep">
      Line cost{' '}
      {lines.length > 0 ? <Price amount={totalCost(lines)} className="font-semibold text-soil" /> : <span>–</span>}
    </span>
  )
}
