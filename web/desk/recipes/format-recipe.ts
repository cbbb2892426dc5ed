import { formatQuantity, type Thousandths } from '#contract/quantity.ts'
import type { RecipeUnit } from '#contract/recipe-shapes.ts'

const PLURALS: Partial<Record<RecipeUnit, string>> = { cup: 'cups', piece: 'pieces' }

/** `2.5 cups`, `1 piece`, `250 g`. */
export function formatAmount(quantity: Thousandths, unit: RecipeUnit): string {
  return `${formatQuantity(quantity)} ${quantity > 1000 ? (PLURALS[unit] ?? unit) : unit}`
}

export function formatServings(servings: number): string {
  return servings === 1 ? '1 serving' : `${servings.toLocaleString('en-US')} servings`
}

/** `45 min`, `2 h`, `2 h 30 min`. */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.trunc(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''].filter(Boolean).join(' ')
}

/** Tenths of a percent as `66.7%`. */
export function formatPermille(permille: number): string {
  return `${permille < 0 ? '−' : ''}${Math.trunc(Math.abs(permille) / 10)}.${Math.abs(permille) % 10}%`
}
