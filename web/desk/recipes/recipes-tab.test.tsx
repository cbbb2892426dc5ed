import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { RECIPE_UNITS } from '#contract/products/units.ts'
import type { Recipe } from '#contract/recipes/recipes.ts'
import {
  type Answers,
  BAGELS,
  BROKEN,
  bodyOf,
  count,
  EGGS,
  errorAt,
  expectToast,
  FLOUR,
  openDesk,
} from '#tests/a-desk.tsx'

const SOUP: Recipe = {
  ...BAGELS,
  id: 8,
  name: 'Squash soup',
  preparationTime: null,
  ingredients: [],
  instructions: '',
}

function openRecipes(changes: Answers = {}, hash = 'recipes/7') {
  return openDesk({ 'GET /api/recipes': { body: [BAGELS, SOUP] }, ...changes }, hash)
}

const details = async () => within(await screen.findByRole('region', { name: 'Recipe Details' }))
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)

describe('the list of recipes', () => {
  test('has each recipe’s name, servings, time and cost per serving, and an address for it', async () => {
    openRecipes({}, 'recipes')
    const link = await screen.findByRole('link', { name: /Sesame bagels/ })
    expect(link.textContent).toBe('Sesame bagels$0.2612 servings · 2 h 30 mina serving')
    expect(link.getAttribute('href')).toBe('#recipes/7')
    expect(screen.getByRole('heading', { name: 'Recipe Manager' })).toBeTruthy()
    expect(screen.getByText(/^Choose a recipe/)).toBeTruthy()
  })

  test('that is empty says what to do', async () => {
    openRecipes({ 'GET /api/recipes': { body: [] } })
    expect(await screen.findByText('No recipes found')).toBeTruthy()
  })

  test('shows what holds every word that was typed', async () => {
    const { user } = openRecipes({}, 'recipes')
    await user.type(await screen.findByLabelText('Find a recipe'), 'SOUP squash')
    expect(screen.queryByRole('link', { name: /Sesame bagels/ })).toBeNull()
    await user.type(field('Find a recipe'), ' tractor')
    expect(screen.getByText('No recipes found')).toBeTruthy()
  })
})

describe('the details', () => {
  const ROUNDED = /^Each line is rounded to the cent/

  test('have everything the specification names', async () => {
    openRecipes()
    const panel = await details()
    for (const text of ['Sesame bagels', 'Boiled, then baked.', '2 h 30 min', 'High gluten'])
      expect(panel.getByText(text)).toBeTruthy()
    const facts = panel.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(facts.slice(0, 4)).toEqual(['12', '2 h 30 min', '$3.13', '$0.26'])
    const lines = within(panel.getByRole('list', { name: 'Ingredients' })).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Flour8 cups at $0.35 per cupHigh gluten$2.80',
      'Malt1.5 tbsp at $0.22 per tbsp$0.33',
    ])
    expect(panel.getByText(/^Knead/).textContent).toBe(BAGELS.instructions)
    expect(panel.queryByText(ROUNDED)).toBeNull()
  })

  test('have a word beside the total where the shown lines add up to another sum', async () => {
    const ingredients = [1, 2].map((id) => ({ ...FLOUR, id, quantity: 0.5, costPerUnit: 0.01 }))
    openRecipes({ 'GET /api/recipes': { body: [{ ...BAGELS, ingredients }] } })
    expect(await screen.findByText(ROUNDED)).toBeTruthy()
  })

  test('of a chosen recipe have the focus, and its address', async () => {
    const { user } = openRecipes({}, 'recipes')
    await user.click(await screen.findByRole('link', { name: /Squash soup/ }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Squash soup'))
    expect(window.location.hash).toBe('#recipes/8')
    await user.click(screen.getByRole('link', { name: 'All recipes' }))
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('link', { name: /Squash soup/ })),
    )
  })

  test('of a recipe that is not there say so', async () => {
    openRecipes({}, 'recipes/99')
    expect(await screen.findByText('There is no recipe #99.')).toBeTruthy()
  })
})

describe('scaling', () => {
  test('shows quantities and costs for other servings, and sends nothing', async () => {
    const { user, requests } = openRecipes()
    const panel = await details()
    await user.clear(panel.getByLabelText('Scale to servings'))
    await user.type(panel.getByLabelText('Scale to servings'), '40')
    expect(panel.getByText(/^26\.667 cups/)).toBeTruthy()
    expect(panel.getByText('$10.43')).toBeTruthy()
    expect(
      panel.getByText('Scaled from 12 servings to 40 servings. The recipe itself does not change.'),
    ).toBeTruthy()
    expect(panel.queryByRole('button', { name: 'Edit Flour' })).toBeNull()
    await user.click(panel.getByRole('button', { name: 'As written' }))
    expect(panel.getByText(/^8 cups/)).toBeTruthy()
    expect(requests.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
  })

  test('to no servings says what is possible, and keeps what was typed', async () => {
    const { user } = openRecipes()
    const servings = (await details()).getByLabelText<HTMLInputElement>('Scale to servings')
    await user.clear(servings)
    await user.type(servings, '0')
    expect(errorAt(servings)).toBe('Please enter 1 to 1,200 servings.')
    expect(servings.value).toBe('0')
    expect(screen.getByText(/^8 cups/)).toBeTruthy()
  })
})

describe('a new recipe', () => {
  const created = { ...SOUP, id: 9, name: 'Rye bagels' }
  const answers: Answers = {
    'POST /api/recipes': { status: 201, body: created },
    'GET /api/recipes': [{ body: [BAGELS] }, { body: [BAGELS, created] }],
  }

  async function addRye(changes: Answers = {}) {
    const desk = openRecipes(changes, 'recipes')
    const { user } = desk
    await user.click(await screen.findByRole('button', { name: 'Add Recipe' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add Recipe' }))
    const row = within(form.getByRole('group', { name: 'Ingredient 1' }))
    return { ...desk, form, row }
  }

  test('starts with a row of one cup that costs nothing, in one of the ten units, and says what it costs while one types', async () => {
    const { user, form, row } = await addRye()
    expect(row.getByLabelText<HTMLInputElement>('Quantity').value).toBe('1')
    expect(row.getByLabelText<HTMLSelectElement>('Unit').value).toBe('cup')
    expect(row.getByLabelText<HTMLInputElement>(/^Cost per unit/).value).toBe('0')
    expect(row.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      ...RECIPE_UNITS,
    ])
    await user.type(form.getByLabelText('Servings'), '3')
    await user.clear(row.getByLabelText('Quantity'))
    await user.type(row.getByLabelText('Quantity'), '0.5')
    await user.clear(row.getByLabelText(/^Cost per unit/))
    await user.type(row.getByLabelText(/^Cost per unit/), '4.01')
    expect(form.getByText(/^Total/).parentElement?.textContent).toBe('Total $2.01')
    expect(form.getByText(/per serving/).parentElement?.textContent).toBe('$0.67 per serving')
    await user.clear(row.getByLabelText('Quantity'))
    expect(form.getByText(/^Total/).parentElement?.textContent).toBe('Total $0.00')
  })

  test('is sent as typed with its rows, said, and opened', async () => {
    const { user, form, row, requests } = await addRye(answers)
    await user.type(
      form.getByLabelText('Name', { selector: '[name="recipeData.name"]' }),
      'Rye bagels',
    )
    await user.type(form.getByLabelText('Servings'), '12')
    await user.type(row.getByLabelText('Name'), 'Rye flour')
    await user.click(form.getByRole('button', { name: 'Add ingredient' }))
    expect(document.activeElement?.getAttribute('name')).toBe('ingredients.1.name')
    await user.keyboard('Salt')
    await user.selectOptions(form.getAllByLabelText('Unit')[1] ?? form.getByText('none'), 'tsp')
    await user.click(form.getByRole('button', { name: 'Create Recipe' }))
    await expectToast('Recipe created')
    const blank = { quantity: 1, unit: 'cup', costPerUnit: 0, notes: '' }
    expect(bodyOf(requests, 'POST /api/recipes')).toEqual({
      recipeData: {
        name: 'Rye bagels',
        description: '',
        servings: 12,
        preparationTime: null,
        instructions: '',
      },
      ingredients: [
        { ...blank, name: 'Rye flour' },
        { ...blank, name: 'Salt', unit: 'tsp' },
      ],
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(window.location.hash).toBe('#recipes/9')
    expect(count(requests, 'GET /api/recipes')).toBe(2)
    expect((await details()).getByText('Rye bagels')).toBeTruthy()
  })

  test('keeps what was typed in the other rows when one is removed, and the focus near', async () => {
    const { user, form, row } = await addRye()
    await user.type(row.getByLabelText('Name'), 'Flour')
    await user.click(form.getByRole('button', { name: 'Add ingredient' }))
    await user.keyboard('Salt')
    await user.click(form.getByRole('button', { name: 'Remove ingredient 1' }))
    expect(form.getAllByRole('group')).toHaveLength(1)
    const name = within(
      form.getByRole('group', { name: 'Ingredient 1' }),
    ).getByLabelText<HTMLInputElement>('Name')
    expect([name.value, document.activeElement]).toEqual(['Salt', name])
    await user.click(form.getByRole('button', { name: 'Remove ingredient 1' }))
    expect(document.activeElement).toBe(form.getByRole('button', { name: 'Add ingredient' }))
  })

  test('that is not complete is not sent: each field says what it needs, the first has the focus', async () => {
    const { user, form, row, requests } = await addRye()
    await user.clear(row.getByLabelText('Quantity'))
    await user.clear(row.getByLabelText(/^Cost per unit/))
    await user.click(form.getByRole('button', { name: 'Create Recipe' }))
    const name = form.getByLabelText('Name', { selector: '[name="recipeData.name"]' })
    expect(errorAt(name)).toBe('Please enter a name.')
    expect(document.activeElement).toBe(name)
    expect(errorAt(form.getByLabelText('Servings'))).toBe('Servings must be a whole number.')
    expect(errorAt(row.getByLabelText('Name'))).toBe('Please enter the ingredient’s name.')
    expect(errorAt(row.getByLabelText('Quantity'))).toBe(
      'Please enter a number, such as 1.5 or 1 1/2.',
    )
    expect(errorAt(row.getByLabelText(/^Cost per unit/))).toMatch(/amount in dollars/)
    expect(count(requests, 'POST /api/recipes')).toBe(0)
  })

  test('that is refused stays in the form, with the sentence in the toast and at its field', async () => {
    const message = 'Another recipe has that name.'
    const body = { code: 'invalid', message, field: 'recipeData.name' }
    const { user, form, row } = await addRye({ 'POST /api/recipes': { status: 400, body } })
    const name = form.getByLabelText<HTMLInputElement>('Name', {
      selector: '[name="recipeData.name"]',
    })
    await user.type(name, 'Rye')
    await user.type(form.getByLabelText('Servings'), '12')
    await user.type(row.getByLabelText('Name'), 'Flour')
    await user.click(form.getByRole('button', { name: 'Create Recipe' }))
    await expectToast('Error creating recipe', message)
    expect([errorAt(name), name.value]).toEqual([message, 'Rye'])
    await waitFor(() => expect(document.activeElement).toBe(name))
  })
})

describe('deleting a recipe', () => {
  const ask = 'Are you sure you want to delete this recipe?'

  test('asks first, takes it out, says so, and leads back to the list', async () => {
    const { user } = openRecipes({
      'GET /api/recipes': [{ body: [BAGELS, SOUP] }, { body: [SOUP] }],
      'DELETE /api/recipes/7': { status: 204 },
    })
    await user.click((await details()).getByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('alertdialog', { name: ask }))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await expectToast('Recipe deleted')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(window.location.hash).toBe('#recipes')
    await waitFor(() => expect(screen.queryByText('Sesame bagels')).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Recipe Manager'))
  })

  test('that fails says why and keeps the recipe and the question', async () => {
    const { user } = openRecipes({ 'DELETE /api/recipes/7': BROKEN })
    await user.click((await details()).getByRole('button', { name: 'Delete' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
    )
    await expectToast('Error deleting recipe', 'Something went wrong on our side.')
    expect(screen.getByRole('alertdialog', { name: ask })).toBeTruthy()
    expect(window.location.hash).toBe('#recipes/7/delete')
  })
})

describe('an ingredient of a recipe', () => {
  const cheaper = { ...BAGELS, ingredients: [{ ...FLOUR, costPerUnit: 0.3 }] }

  test('is changed in its row: only what was changed is sent, and the focus returns', async () => {
    const { user, requests } = openRecipes({
      'PUT /api/recipe-ingredients/1': { body: { ...FLOUR, costPerUnit: 0.3 } },
      'GET /api/recipes': [{ body: [BAGELS] }, { body: [cheaper] }],
    })
    await user.click(await screen.findByRole('button', { name: 'Edit Flour' }))
    const form = within(screen.getByRole('form', { name: 'Edit Flour' }))
    expect(document.activeElement).toBe(form.getByLabelText('Name'))
    await user.clear(form.getByLabelText(/^Cost per unit/))
    await user.type(form.getByLabelText(/^Cost per unit/), '.3{Enter}')
    await expectToast('Ingredient updated')
    expect(bodyOf(requests, 'PUT /api/recipe-ingredients/1')).toEqual({
      costPerUnit: 0.3,
      base: { costPerUnit: 0.35 },
    })
    expect(await screen.findByText('$2.40', { selector: 'li *' })).toBeTruthy()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Flour' })),
    )
  })

  test('is added with the defaults of a new row', async () => {
    const { user, requests } = openRecipes({
      'POST /api/recipes/7/ingredients': { status: 201, body: FLOUR },
    })
    await user.click(await screen.findByRole('button', { name: 'Add ingredient' }))
    await user.keyboard('Sesame{Enter}')
    await expectToast('Ingredient added')
    const body = { name: 'Sesame', quantity: 1, unit: 'cup', costPerUnit: 0, notes: '' }
    expect(bodyOf(requests, 'POST /api/recipes/7/ingredients')).toEqual(body)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add ingredient' })),
    )
  })

  test('that is refused or wrong keeps what was typed', async () => {
    const { user, requests } = openRecipes({ 'PUT /api/recipe-ingredients/2': BROKEN })
    await user.click(await screen.findByRole('button', { name: 'Edit Malt' }))
    await user.clear(field('Quantity'))
    await user.type(field('Quantity'), '1.2345{Enter}')
    expect(errorAt(field('Quantity'))).toBe('From 0, with at most three decimals, please.')
    expect(count(requests, 'PUT /api/recipe-ingredients/2')).toBe(0)
    await user.type(field('Quantity'), '{Backspace}{Enter}')
    await expectToast('Error updating recipe', 'Something went wrong on our side.')
    expect(field('Quantity').value).toBe('1.234')
    cleanup()
    const again = openRecipes()
    const form = within(await screen.findByRole('form', { name: 'Edit Malt' }))
    expect(field('Quantity').value).toBe('1.234')
    await again.user.click(form.getByRole('button', { name: 'Cancel' }))
    await again.user.click(screen.getByRole('button', { name: 'Edit Malt' }))
    expect(field('Quantity').value).toBe('1.5')
  })

  test('is removed after a question, and the focus stays near', async () => {
    const { user, requests } = openRecipes({
      'DELETE /api/recipe-ingredients/2': { status: 204 },
      'GET /api/recipes': [{ body: [BAGELS] }, { body: [cheaper] }],
    })
    await user.click(await screen.findByRole('button', { name: 'Remove Malt' }))
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Remove this ingredient?' }),
    )
    await user.click(question.getByRole('button', { name: 'Remove' }))
    await expectToast('Ingredient removed')
    expect(count(requests, 'DELETE /api/recipe-ingredients/2')).toBe(1)
    await waitFor(() => expect(screen.queryByText('Malt')).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ingredients'))
  })
})

describe('the product a recipe is made for', () => {
  const linked = { ...BAGELS, product: { productId: EGGS.id, unitsPerBatch: 2 } }

  test('cannot be chosen while the products cannot be loaded', async () => {
    const products = { 'GET /api/desk/products': [BROKEN, { body: [EGGS] }] }
    const { user } = openRecipes(products)
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('Failed to load products. Please try again.')).toBeTruthy()
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Link product' })).toBeTruthy()
  })

  test('shows price, cost per unit and margin, suggests a price, and says what is not counted', async () => {
    const { user } = openRecipes({ 'GET /api/recipes': { body: [linked] } })
    expect((await screen.findByText(/^One batch makes/)).parentElement?.textContent).toBe(
      'One batch makes 2 × Farm Fresh Eggs, dozen.',
    )
    const figures = (await details())
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)
    expect(figures.slice(4)).toEqual(['$5.00', '$1.57', '$3.43 · 68.7%'])
    expect(screen.getByText('Suggested price: $3.92, for 60% or better.')).toBeTruthy()
    await user.clear(field('Target margin in %'))
    await user.type(field('Target margin in %'), '75')
    expect(screen.getByText('Suggested price: $6.26, for 75% or better.')).toBeTruthy()
    await user.type(field('Target margin in %'), '0')
    expect(errorAt(field('Target margin in %'))).toBe('Please enter a whole number from 0 to 95.')
    expect(screen.getByText(/Labor, packaging and energy are not included\.$/)).toBeTruthy()
  })

  test('at a loss says so in words', async () => {
    const cheap = { ...EGGS, price: 1 }
    openRecipes({
      'GET /api/recipes': { body: [linked] },
      'GET /api/desk/products': { body: [cheap] },
    })
    expect(
      await screen.findByText('The ingredients cost more than the price brings in.'),
    ).toBeTruthy()
    expect(screen.getByText('−$0.57 · −56.5%')).toBeTruthy()
  })

  test('is chosen with its yield, said, and can be let go', async () => {
    const { user, requests } = openRecipes({
      'PUT /api/recipes/7/product': { body: linked },
      'DELETE /api/recipes/7/product': { status: 204 },
      'GET /api/recipes': [{ body: [BAGELS] }, { body: [linked] }, { body: [BAGELS] }],
    })
    await user.click(await screen.findByRole('button', { name: 'Link product' }))
    expect(errorAt(field('Product'))).toBe('Please choose a product.')
    expect(errorAt(field('Units per batch'))).toBe('A batch must make a whole number of units.')
    await user.selectOptions(field('Product'), EGGS.name)
    await user.type(field('Units per batch'), '2{Enter}')
    await expectToast('Product linked')
    expect(bodyOf(requests, 'PUT /api/recipes/7/product')).toEqual(linked.product)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Change product'))
    await user.click(screen.getByRole('button', { name: 'Unlink' }))
    await expectToast('Product unlinked')
    await waitFor(() => expect(document.activeElement).toBe(field('Product')))
  })
})
