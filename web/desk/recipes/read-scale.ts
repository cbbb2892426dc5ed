import { AS_WRITTEN, type Scale } from '#contract/recipe-cost.ts'
import { MAX_BATCHES } from '#contract/recipe-shapes.ts'
import { numberIn } from './recipe-draft.ts'

/** For how many servings the lines are shown: as written until a number was typed that makes sense. */
export function readScale(typed: string | null, servings: number): Scale {
  const wanted = typed === null ? servings : numberIn(typed)
  if (wanted === servings || scaleError(typed, servings)) return AS_WRITTEN
  return { servings: wanted, of: servings }
}

export function scaleError(typed: string | null, servings: number): string | null {
  const wanted = typed === null ? servings : numberIn(typed)
  const most = servings * MAX_BATCHES
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= most) return null
  return `Please enter 1 to ${most.toLocaleString('en-US')} servings.`
}
