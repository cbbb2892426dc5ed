import { AS_WRITTEN } from '#contract/recipe-cost.ts'
import type { Recipe } from '#contract/recipe-shapes.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field, inputLook } from '#web/ui/field.tsx'
import { formatServings } from './format-recipe.ts'
import { readScale, scaleError } from './read-scale.ts'

type ScaleFieldProps = { recipe: Recipe; typed: string | null; onType: (typed: string | null) => void }

export function ScaleField({ recipe: { servings }, typed, onType }: ScaleFieldProps) {
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
              type="number"
              inputMode="numeric"
              min="1"
              step="1"
              value={typed ?? servings}
              onChange={(event) => onType(event.target.value)}
              className={classNames('h-11 sm:w-40', inputLook)}
            />
          )}
        </Field>
      </div>
      <p role="status" className="w-full rounded-xl bg-yolk-pale px-4 py-2.5 text-yolk-deep empty:hidden">
        {isScaled &&
          `Scaled from ${formatServings(servings)} to ${formatServings(Number(typed))}. The recipe itself does not change.`}
      </p>
    </>
  )
}
