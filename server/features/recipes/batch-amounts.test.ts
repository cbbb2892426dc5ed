import { expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import type { Thousandths } from '#contract/products/quantity.ts'
import type { LineUnit } from '#contract/products/units.ts'
import { fraction } from '#contract/recipes/fraction.ts'
import { totalCost } from '#contract/recipes/recipe-cost.ts'
import { amountsOf, showAmounts } from './batch-amounts.ts'
import { costsOf } from './load-kitchen.ts'

const at = '2026-11-20T08:00:00.000Z'

function recipe(id: number, name: string, servings: number) {
  const batch = { batch_thousandths: 3000 as Thousandths, batch_unit: 'lb' as const }
  const texts = { description: '', instructions: '', preparation_minutes: null }
  return { id, name, servings, ...batch, ...texts, created_at: at, updated_at: at }
}

let lastLine = 0
function line(
  recipe_id: number,
  [name, quantity, unit]: [string, number, LineUnit],
  sub_recipe_id: number | null = null,
) {
  lastLine += 1
  return {
    ...{ id: lastLine, recipe_id, name, unit, sub_recipe_id, price_id: null, notes: null },
    ...{ quantity_thousandths: (quantity * 1000) as Thousandths, unit_cents: 0 as Cents },
    is_packaging: 0,
  }
}

test('what is baked with a recipe of its own needs its ingredients, exactly, and no hours of work', () => {
  const rows = {
    recipes: [recipe(1, 'Dough', 3), recipe(2, 'Bread', 1)],
    lines: [
      line(1, ['Flour', 1, 'kg']),
      line(1, ['Labor', 30, 'min']),
      line(2, ['Dough', 1, 'piece'], 1),
      line(2, ['Dough', 1, 'lb'], 1),
      line(2, ['flour', 1, 'kg']),
    ],
    prices: [],
  }
  const { own, raw } = amountsOf(rows, 2, fraction(3n))
  expect(showAmounts(own)).toEqual([
    { name: 'Dough', unit: 'piece', quantity: 3 },
    { name: 'Dough', unit: 'lb', quantity: 3 },
    { name: 'flour', unit: 'kg', quantity: 3 },
  ])
  expect(showAmounts(raw)).toEqual([{ name: 'Flour', unit: 'kg', quantity: 5 }])
})

test('a recipe in a recipe costs its exact share, and one in itself costs nothing that is known', () => {
  const third = (recipeId: number) => line(recipeId, ['Dough', 1, 'piece'], 1)
  const rows = {
    recipes: [recipe(1, 'Dough', 3), recipe(2, 'Bread', 1), recipe(3, 'A', 1), recipe(4, 'B', 1)],
    lines: [
      { ...line(1, ['Flour', 1, 'kg']), unit_cents: 100 as Cents },
      ...[third(2), third(2), third(2)],
      line(3, ['B', 1, 'piece'], 4),
      line(4, ['A', 1, 'piece'], 3),
    ],
    prices: [],
  }
  const { linesOf } = costsOf(rows)
  expect(totalCost(linesOf(2) ?? [])).toBe(100)
  expect([linesOf(3), linesOf(9)]).toEqual([null, null])
})
