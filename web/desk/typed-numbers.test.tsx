import { globSync, readFileSync } from 'node:fs'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { count, errorAt, openDesk } from '#tests/a-desk.tsx'

test('no field of the shop, the desk or the stall leaves reading a number to the browser', () => {
  const sources = globSync('web/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
  const fields = sources.filter((path) =>
    /type(?:="|: '|={['"])number['"]/.test(readFileSync(path, 'utf8')),
  )
  expect(sources.length).toBeGreaterThan(300)
  expect(fields).toEqual([])
})

async function addProduct(price: string, stock: string) {
  const desk = openDesk({ 'POST /api/products': { status: 201, body: {} } })
  const { user } = desk
  await user.click(await screen.findByRole('button', { name: 'Add Product' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add New Product' }))
  await user.type(form.getByLabelText('Name'), 'Pea Shoots')
  await user.selectOptions(form.getByLabelText('Category'), 'Microgreens')
  await user.type(form.getByLabelText('Price in $'), price)
  await user.type(form.getByLabelText('Stock'), stock)
  const typed = ['Price in $', 'Stock'].map((label) => form.getByLabelText<HTMLInputElement>(label))
  expect(typed.map(({ value }) => value)).toEqual([price, stock])
  await user.click(form.getByRole('button', { name: 'Create Product' }))
  return { ...desk, form }
}

test.each([
  ['4,50', '12', 4.5, 12],
  ['$4.50', '1,200', 4.5, 1200],
  ['1 1/2', ' 7 ', 1.5, 7],
  ['1,200', '10.0', 1200, 10],
  ['½', '0', 0.5, 0],
])(
  'a price of %s and a stock of %s are sent as %d and %d',
  async (price, stock, dollars, units) => {
    const { requests } = await addProduct(price, stock)
    expect(requests.find(({ call }) => call === 'POST /api/products')?.body).toMatchObject({
      price: dollars,
      stock: units,
    })
  },
)

test.each([
  ['2-3', '1 1/2'],
  ['1200,000', '2-3'],
  ['four', '-1'],
])(
  'a price of %s and a stock of %s are refused at their fields, and stay',
  async (price, stock) => {
    const { requests, form } = await addProduct(price, stock)
    expect(errorAt(form.getByLabelText('Price in $'))).toMatch(/amount in dollars/)
    expect(errorAt(form.getByLabelText('Stock'))).toMatch(/^Stock /)
    expect(form.getByLabelText<HTMLInputElement>('Price in $').value).toBe(price)
    expect(count(requests, 'POST /api/products')).toBe(0)
  },
)

async function addRecipe(quantity: string, cost: string) {
  const desk = openDesk({ 'POST /api/recipes': { status: 201, body: {} } }, 'recipes')
  const { user } = desk
  await user.click(await screen.findByRole('button', { name: 'Add Recipe' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Recipe' }))
  const row = within(form.getByRole('group', { name: 'Ingredient 1' }))
  await user.type(form.getByLabelText('Name', { selector: '[name="recipeData.name"]' }), 'Rye')
  await user.type(form.getByLabelText('Servings'), '12')
  await user.type(row.getByLabelText('Name'), 'Flour')
  const [amount, price] = [row.getByLabelText('Quantity'), row.getByLabelText(/^Cost per unit/)]
  await user.clear(amount)
  await user.type(amount, quantity)
  await user.clear(price)
  await user.type(price, cost)
  await user.click(form.getByRole('button', { name: 'Create Recipe' }))
  return { ...desk, row }
}

test.each([
  ['1/2', '0,75', 0.5, 0.75],
  ['1 1/2', '$2', 1.5, 2],
  ['1½', '.5', 1.5, 0.5],
  ['1⁄2', '1', 0.5, 1],
  ['1,5', '4,50', 1.5, 4.5],
  ['⅓', '0', 0.333, 0],
])('a quantity of %s at %s is sent as %d at %d', async (quantity, cost, amount, dollars) => {
  const { requests } = await addRecipe(quantity, cost)
  expect(requests.find(({ call }) => call === 'POST /api/recipes')?.body).toMatchObject({
    ingredients: [{ quantity: amount, costPerUnit: dollars }],
  })
})

test('a quantity of 2-3 is refused at its field, and stays', async () => {
  const { requests, row } = await addRecipe('2-3', '1')
  const quantity = row.getByLabelText<HTMLInputElement>('Quantity')
  expect(errorAt(quantity)).toBe('Please enter a number, such as 1.5 or 1 1/2.')
  expect(quantity.value).toBe('2-3')
  expect(count(requests, 'POST /api/recipes')).toBe(0)
})
