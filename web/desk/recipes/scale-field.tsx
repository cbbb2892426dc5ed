import { AS_WRITTEN, type Scale } from '#contract/recipe-cost.ts'
import { MAX_BATCHES, type Recipe } from '#contract/recipe-shapes.ts'
import { typedNumber } from '#contract/typed-numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field, inputLook } from '#web/ui/field.tsx'
import { formatServings } from './format-recipe.ts'

type ScaleFieldProps = {
  recipe: Recipe
  typed: string | null
  onType: (typed: string | null) => void
}

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
export function readScale(typed: string | null, servings: number): Scale {
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
