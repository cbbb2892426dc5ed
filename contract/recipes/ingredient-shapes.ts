import { z } from 'zod/mini'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import { quantity } from '../products/quantity-shapes.ts'
import { LINE_UNITS, RECIPE_UNITS } from '../products/units.ts'
import { id, ignored, NOT_AN_AMOUNT, nameText, optionalText } from '../shapes.ts'
import { typedNumber } from '../text/typed-numbers.ts'
import { packageSize } from './package-shapes.ts'

/** Specification, section 5. */
export const NEW_INGREDIENT = { quantity: 1, unit: 'cup', costPerUnit: 0 } as const

/** A hundred batches of this many still cost a safe integer of cents. */
export const MAX_INGREDIENTS = 60

/** In dollars. */
const MAX_UNIT_COST = 100_000

/** In dollars: a typed cost has two decimals at most, a package's as many as the shop answered. */
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
  package: z.optional(z.nullable(packageSize)),
  exactCost: ignored,
}

export const ingredient = z.object({
  id,
  name: z.string(),
  quantity: z.number(),
  unit: z.enum(LINE_UNITS),
  /** In dollars: as typed, or unrounded from a package or recipe. */
  costPerUnit: z.number(),
  notes: z.nullable(z.string()),
  isPackaging: z.optional(z.boolean()),
  priceId: z.optional(z.int()),
  recipeId: z.optional(z.int()),
  /** Cents per unit as `23/14`; absent if typed. */
  exactCost: z.optional(z.string()),
})

export type Ingredient = z.output<typeof ingredient>

const draft = z.strictObject({ ...shapesOf(INGREDIENT_FIELDS), ...others })

/** A line needs its own cost unless it has a source. */
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
