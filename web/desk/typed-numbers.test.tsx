import { globSync, readFileSync } from 'node:fs'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bodies, errorAt, openDesk } from '#tests/a-desk.tsx'

test('no field of the shop, the desk or the stall leaves reading a number to the browser', () => {
  const sources = globSync('web/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
  const fields = sources.filter((path) =>
    /type(?:="|: '|={['"])number['"]/.test(readFileSync(path, 'utf8')),
  )
  expect(sources.length).toBeGreaterThan(300)
  expect(fields).toEqual([])
})

test('a price and a stock are read as people write them; what is none is refused at its field, and stays', async () => {
  const { user, requests } = openDesk(
    { 'POST /api/products': { status: 201, body: {} } },
    'products/new',
  )
  const form = within(await screen.findByRole('dialog', { name: 'Add New Product' }))
  const field = (label: string) => form.getByLabelText<HTMLInputElement>(label)
  const [price, stock] = [field('Price in $'), field('Stock')]
  const send = async (dollars: string, units: string) => {
    await user.clear(price)
    await user.type(price, dollars)
    await user.clear(stock)
    await user.type(stock, units)
    await user.click(form.getByRole('button', { name: 'Create Product' }))
  }
  await user.type(form.getByLabelText('Name'), 'Pea Shoots')
  await user.selectOptions(form.getByLabelText('Category'), 'Microgreens')
  await send('2-3', '1 1/2')
  expect(errorAt(price)).toMatch(/amount in dollars/)
  expect(errorAt(stock)).toMatch(/^Stock /)
  expect([price.value, stock.value]).toEqual(['2-3', '1 1/2'])
  expect(bodies(requests, 'POST /api/products')).toEqual([])
  await send('4,50', ' 10.0 ')
  expect(bodies(requests, 'POST /api/products')).toMatchObject([{ price: 4.5, stock: 10 }])
})

test('a quantity and its cost are read as people write them; what is none is refused at its field, and stays', async () => {
  const { user, requests } = openDesk(
    { 'GET /api/recipes': { body: [] }, 'POST /api/recipes': { status: 201, body: {} } },
    'recipes/new',
  )
  const form = within(await screen.findByRole('dialog', { name: 'Add Recipe' }))
  const row = within(form.getByRole('group', { name: 'Ingredient 1' }))
  const [quantity, cost] = [row.getByLabelText('Quantity'), row.getByLabelText(/^Cost per unit/)]
  const send = async (amount: string, dollars: string) => {
    await user.clear(quantity)
    await user.type(quantity, amount)
    await user.clear(cost)
    await user.type(cost, dollars)
    await user.click(form.getByRole('button', { name: 'Create Recipe' }))
  }
  await user.type(form.getByLabelText('Name', { selector: '[name="recipeData.name"]' }), 'Rye')
  await user.type(form.getByLabelText('Servings'), '12')
  await user.type(row.getByLabelText('Name'), 'Flour')
  await send('2-3', '1')
  expect(errorAt(quantity)).toBe('Please enter a number, such as 1.5 or 1 1/2.')
  expect(quantity).toHaveProperty('value', '2-3')
  expect(bodies(requests, 'POST /api/recipes')).toEqual([])
  await send('1½', '0,75')
  expect(bodies(requests, 'POST /api/recipes')).toMatchObject([
    { ingredients: [{ quantity: 1.5, costPerUnit: 0.75 }] },
  ])
})
