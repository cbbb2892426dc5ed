import { costOfOne, totalCost } from '#contract/recipe-cost.ts'
import { recipeData } from '#contract/recipe-shapes.ts'
import { Price } from '#web/ui/price.tsx'
import type { Row } from './ingredient-rows.tsx'
import { numberIn, typedLines } from './recipe-draft.ts'

export function LiveCost({ rows, servings }: { rows: readonly Row[]; servings: string }) {
  const lines = typedLines(rows.map(({ typed }) => typed))
  const read = recipeData.shape.servings.safeParse(numberIn(servings))
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
