import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { IngredientPrice } from '#contract/recipes/ingredient-prices.ts'
import type { Recipe } from '#contract/recipes/recipes.ts'
import { type Answers, bodyOf, EGGS, expectToast, openDesk, PICKLES } from '#tests/a-desk.tsx'

const FLOUR: IngredientPrice = {
  ...{ id: 3, name: 'Flour', packageQuantity: 25, packageUnit: 'lb', packagePrice: 20 },
  ...{ measureQuantity: null, measureUnit: null, measureWeight: null, measureWeightUnit: null },
}
const notes = null
const DOUGH: Recipe = {
  ...{ id: 7, name: 'Dough', description: '', servings: 4, preparationTime: null },
  instructions: '',
  ingredients: [
    {
      id: 1,
      name: 'Flour',
      quantity: 5,
      unit: 'lb',
      costPerUnit: 0.8,
      exactCost: '80/1',
      priceId: 3,
      notes,
    },
  ],
  costCalculation: { totalCost: 4, costPerServing: 1 },
  product: null,
}
const BREAD: Recipe = {
  ...DOUGH,
  id: 8,
  name: 'Bread',
  ingredients: [
    {
      id: 2,
      name: 'Dough',
      quantity: 2,
      unit: 'piece',
      costPerUnit: 1,
      exactCost: '100/1',
      recipeId: 7,
      notes,
    },
    { id: 3, name: 'flour', quantity: 1, unit: 'oz', costPerUnit: 0, notes },
    { id: 4, name: 'Flour', quantity: 1, unit: 'cup', costPerUnit: 0, notes },
  ],
  product: { productId: EGGS.id, unitsPerBatch: 1 },
}

function open(hash: string, changes: Answers = {}) {
  const lists = {
    'GET /api/recipes': { body: [BREAD, DOUGH] },
    'GET /api/ingredient-prices': { body: [FLOUR] },
  }
  return openDesk({ ...lists, ...changes }, hash)
}

/** Flour lines with typed costs: ounces follow a price by the pound, cups do not. */
const LOOSE = BREAD.ingredients.filter(({ recipeId }) => recipeId === undefined)

test('a price says how many recipes cost something else by it, before it is saved', async () => {
  const { user, requests } = open('recipes/prices/3/edit', {
    'PUT /api/ingredient-prices/3': { body: { ...FLOUR, packagePrice: 40 } },
    'GET /api/recipes': { body: [BREAD, DOUGH, { ...BREAD, id: 9, ingredients: LOOSE }] },
  })
  const form = within(await screen.findByRole('dialog', { name: 'Edit Price' }))
  expect(await form.findByText('Changes what 2 recipes cost.')).toBeTruthy()
  await user.clear(form.getByLabelText('Price, $'))
  await user.type(form.getByLabelText('Price, $'), '40')
  await user.click(
    form.getByRole('checkbox', { name: /^Use it everywhere: 2 lines .* 2 more stay/ }),
  )
  expect(form.getByText('Changes what 3 recipes cost.')).toBeTruthy()
  expect(requests.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
  await user.click(form.getByRole('button', { name: 'Save Changes' }))
  await expectToast('Price updated')
  expect(bodyOf(requests, 'PUT /api/ingredient-prices/3')).toEqual({
    ...{ packagePrice: 40, useEverywhere: true },
    base: { packagePrice: 20, useEverywhere: false },
  })
})

test('the margin table has the lowest margin first, marks what is below the wish, and lists the rest', async () => {
  const dear = { ...DOUGH, product: { productId: PICKLES.id, unitsPerBatch: 1 } }
  const { user, requests } = open('recipes/margins', {
    'GET /api/recipes': { body: [dear, BREAD] },
    'PUT /api/settings/wished_margin': {
      body: { key: 'wished_margin', value: '50', description: '' },
    },
  })
  const list = within(await screen.findByRole('list', { name: 'Margins, the lowest first' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(`${PICKLES.name}Dough52.9%$4.50 profitBelow 60%Costs $4.00`),
    expect.stringContaining(`${EGGS.name}Bread60.0%$3.00 profitCosts $2.00`),
  ])
  expect(screen.getByText('1 of 2 leave less than 60%.')).toBeTruthy()
  expect(screen.getByText('Ruby Beets, bunch')).toBeTruthy()
  await user.clear(screen.getByLabelText('Target margin, in %'))
  await user.type(screen.getByLabelText('Target margin, in %'), '50')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expectToast('Settings Updated')
  expect(bodyOf(requests, 'PUT /api/settings/wished_margin')).toEqual({ value: '50' })
})

test('a target margin that another window has just added is changed, not given up', async () => {
  const { user, requests } = open('recipes/margins', {
    'GET /api/settings': { body: [] },
    'POST /api/settings': {
      status: 201,
      body: { key: 'wished_margin', value: '60', description: '' },
    },
    'PUT /api/settings/wished_margin': {
      body: { key: 'wished_margin', value: '50', description: '' },
    },
  })
  await user.clear(await screen.findByLabelText('Target margin, in %'))
  await user.type(screen.getByLabelText('Target margin, in %'), '50')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expectToast('Settings Updated')
  expect(bodyOf(requests, 'PUT /api/settings/wished_margin')).toEqual({ value: '50' })
})

test('a line takes the price of its name, another package, or minutes at a rate', async () => {
  const { user, requests } = open('recipes/7', {
    'POST /api/recipes/7/ingredients': { status: 201, body: DOUGH.ingredients[0] },
  })
  await user.click(await screen.findByRole('button', { name: 'Add ingredient' }))
  const form = within(screen.getByRole('form', { name: 'New ingredient' }))
  await user.keyboard('flour')
  await user.selectOptions(form.getByLabelText('Unit'), 'oz')
  expect(form.getByText(/^Flour:/).parentElement?.textContent).toBe(
    'Flour: 25 lb for $20.00$0.05 per oz',
  )
  expect(form.getByText(/^Line cost/).parentElement?.textContent).toBe('Line cost $0.05')
  await user.type(form.getByLabelText('Name'), ', rye')
  await user.type(form.getByLabelText('Package of'), '5')
  await user.type(form.getByLabelText('Price, $'), '8{Enter}')
  await expectToast('Ingredient added')
  expect(bodyOf(requests, 'POST /api/recipes/7/ingredients')).toEqual({
    ...{ name: 'flour, rye', quantity: 1, unit: 'oz', notes: '' },
    package: { packageQuantity: 5, packageUnit: 'lb', packagePrice: 8 },
  })
  await user.click(await screen.findByRole('button', { name: 'Add labor' }))
  const work = within(screen.getByRole('form', { name: 'New labor' }))
  await user.type(work.getByLabelText('Minutes'), '90')
  await user.type(work.getByLabelText('Rate, $ an hour'), '20')
  expect(work.getByText(/^Line cost/).parentElement?.textContent).toBe('Line cost $30.00')
})
