import { z } from 'zod/mini'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import { quantity } from '../products/quantity-shapes.ts'
import { LINE_UNITS, RECIPE_UNITS } from '../products/units.ts'
import { id, ignored, NOT_AN_AMOUNT, nameText, optionalText } from '../shapes.ts'
import { typedNumber } from '../text/typed-numbers.ts'
import { packageSize } from './package-shapes.ts'

/** With what a new ingredient row starts (specification, section 5). */
export const NEW_INGREDIENT = { quantity: 1, unit: 'cup', costPerUnit: 0 } as const

/** The most ingredients in a recipe: up to here a hundred batches still cost a safe number of cents. */
export const MAX_INGREDIENTS = 60

/** The most one unit of a line may cost, in dollars. */
const MAX_UNIT_COST = 100_000

/**
 * Dollars for one unit, as they are: a typed cost has at most two decimals, that of a package as many
 * as the shop answered. Which of them it is, is known where the line is.
 */
const unitCost = z.pipe(
  z.union([z.number(), z.string()], NOT_AN_AMOUNT),
  z.transform((value, context): number => {
    const cost = typeof value === 'number' ? value : typedNumber(value)
    const refused = refusedCost(cost)
    if (refused) context.issues.push({ code: 'custom', message: refused, input: value })
    return cost
  }),
)

function refusedCost(cost: number): string | null {
  if (!Number.isFinite(cost)) return NOT_AN_AMOUNT
  if (cost < 0) return 'A cost cannot be below zero.'
  return cost > MAX_UNIT_COST ? 'At most $100,000, please.' : null
}

export const INGREDIENT_FIELDS = {
  name: {
    kind: 'line',
    label: 'Name',
    longest: 120,
    shape: nameText(120, 'Please enter the ingredient’s name.'),
  },
  quantity: { kind: 'amount', label: 'Quantity', shape: quantity },
  unit: {
    kind: 'choice',
    label: 'Unit',
    choices: RECIPE_UNITS,
    shape: z.enum(LINE_UNITS, `Please choose a unit: ${RECIPE_UNITS.join(', ')}.`),
  },
  costPerUnit: { kind: 'dollars', label: 'Cost per unit', shape: z.optional(unitCost) },
  notes: {
    kind: 'line',
    label: 'Notes',
    noun: 'notes field',
    longest: 500,
    shape: optionalText(500),
  },
  /** Bags, jars, labels: what goods leave in. */
  isPackaging: {
    kind: 'switch',
    label: 'Packaging',
    noun: 'packaging field',
    shape: z.optional(z.boolean('Must be true or false.')),
  },
  priceId: { kind: 'count', label: 'Price', shape: z.optional(z.nullable(id)) },
  recipeId: { kind: 'count', label: 'Recipe', shape: z.optional(z.nullable(id)) },
} as const satisfies Fields

const others = {
  /** The price of a package: found in the price list by the line's name, or put there. */
  package: z.optional(z.nullable(packageSize)),
  exactCost: ignored,
}

export const ingredient = z.object({
  id,
  name: z.string(),
  quantity: z.number(),
  unit: z.enum(LINE_UNITS),
  /** In dollars: what was typed, or unrounded what follows from a package or a recipe. */
  costPerUnit: z.number(),
  notes: z.nullable(z.string()),
  isPackaging: z.optional(z.boolean()),
  /** What its cost follows from, if it was not typed: an entry of the price list, or a recipe. */
  priceId: z.optional(z.int()),
  recipeId: z.optional(z.int()),
  /** Its cost per unit in cents, exactly, as `23/14`; absent where it was typed. */
  exactCost: z.optional(z.string()),
})

export type Ingredient = z.output<typeof ingredient>

const draft = z.strictObject({ ...shapesOf(INGREDIENT_FIELDS), ...others })

/** A line has a cost of its own unless it follows from something else. */
export const ingredientDraft = draft.check(
  z.refine((line) => line.costPerUnit !== undefined || hasSource(line), {
    path: ['costPerUnit'],
    error: NOT_AN_AMOUNT,
  }),
)
export type IngredientDraft = z.output<typeof draft>

function hasSource(line: IngredientDraft): boolean {
  return [line.priceId, line.recipeId, line.package].some((source) => source != null)
}

export const ingredientChange = z.strictObject({ ...changeShapes(INGREDIENT_FIELDS), ...others })
export type IngredientChange = z.output<typeof ingredientChange>

export function kindOf(line: Pick<Ingredient, 'unit' | 'isPackaging' | 'recipeId'>) {
  if (line.recipeId != null) return 'recipe'
  if (line.unit === 'min') return 'labor'
  return line.isPackaging ? 'packaging' : 'ingredient'
}
export type LineKind = ReturnType<typeof kindOf>
