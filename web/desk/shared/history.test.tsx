import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { BAGELS, BROKEN, count, EGGS, FARM_PAGE, openDesk } from '#tests/a-desk.tsx'
import { RECIPE_HISTORY } from '../recipes/format-recipe.ts'
import { formatEntry } from './history.tsx'

const CALL = 'GET /api/admin/history?subject=product&id=1'
const AT = '2026-11-21T16:05:00.000Z'
const BY = { subject: 'product:1', device: null, address: null, person: null }
const CHANGED = {
  ...{ ...BY, id: 2, at: AT },
  action: 'changed',
  before: { ...EGGS },
  after: { ...EGGS, price: 5.5, stock: 20, imageUrl: '/uploads/new.webp', unit: 'dozen' },
}

async function openHistory(answer: Parameters<typeof openDesk>[0]) {
  const desk = openDesk(answer, 'products')
  await desk.user.click(await screen.findByRole('button', { name: `Edit ${EGGS.name}` }))
  expect(count(desk.requests, CALL)).toBe(0)
  await desk.user.click(await screen.findByText('History'))
  return desk
}

describe('the history of a product', () => {
  test('says when, by whom and what, in sentences', async () => {
    const created = { ...BY, id: 1, at: AT, action: 'created', before: null, after: { ...EGGS } }
    await openHistory({ [CALL]: { body: [CHANGED, created] } })
    expect(await screen.findByText('Price: from $5.00 to $5.50')).toBeTruthy()
    expect(screen.getByText('Stock: from 18 to 20')).toBeTruthy()
    expect(screen.getByText('Unit: from nothing to dozen')).toBeTruthy()
    expect(screen.getByText('Picture replaced')).toBeTruthy()
    expect(screen.getByText('Created')).toBeTruthy()
    const [when] = screen.getAllByText('Nov 21, 9:05 AM')
    expect(when?.closest('p')?.textContent).toBe('Nov 21, 9:05 AM · At the desk')
  })

  test('that cannot be loaded says why, and can be asked again', async () => {
    const { user } = await openHistory({ [CALL]: [BROKEN, { body: [CHANGED] }] })
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /Something went wrong on our side\./,
    )
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Stock: from 18 to 20')).toBeTruthy()
  })
})

test('of a recipe speaks of ingredients, time and product in words', () => {
  const flour = { id: 1, name: 'Flour', quantity: 2.5, unit: 'cup', costPerUnit: 0.62, notes: null }
  const before = { preparationTime: 45, ingredients: [flour], product: null }
  const after = {
    preparationTime: 150,
    ingredients: [{ ...flour, costPerUnit: 0.7 }],
    product: { productId: 7, unitsPerBatch: 4 },
  }
  expect(formatEntry({ id: 1, at: AT, action: 'changed', before, after }, RECIPE_HISTORY)).toEqual([
    'Prep time: from 45 min to 2 h 30 min',
    'Ingredients: from 2.5 cups Flour at $0.62 to 2.5 cups Flour at $0.70',
    'Product: from none to 4 a batch of product 7',
  ])
})

test.each([
  ['recipe', 'recipes/7', '7'],
  ['page', 'pages', '1'],
  ['setting', 'settings', 'contact_phone'],
])('the history of a %s is asked for where it is looked at', async (subject, hash, id) => {
  const { user } = openDesk(
    {
      'GET /api/pages': { body: [FARM_PAGE] },
      'GET /api/recipes': { body: [BAGELS] },
      [`GET /api/admin/history?subject=${subject}&id=${id}`]: { body: [] },
    },
    hash,
  )
  if (subject === 'page')
    await user.click(await screen.findByRole('button', { name: 'Edit Our farm' }))
  if (subject === 'setting')
    await user.click(await screen.findByRole('button', { name: 'Edit Contact phone' }))
  await user.click(await screen.findByText('History'))
  expect(await screen.findByText('No changes yet.')).toBeTruthy()
})

describe('an entry', () => {
  const text = { title: { label: 'Title' }, isActive: { label: 'Published' } }
  const entry = {
    id: 1,
    at: AT,
    action: 'changed',
    before: { title: 'A', isActive: true },
    after: { title: 'A', isActive: false },
  }

  test('speaks only of what became different', () => {
    expect(formatEntry(entry, text)).toEqual(['Published: from yes to no'])
    expect(formatEntry({ ...entry, after: entry.before }, text)).toEqual(['Saved without changes'])
  })

  test('tells a long text by its beginning', () => {
    const long = formatEntry({ ...entry, after: { title: 'x'.repeat(200), isActive: true } }, text)
    expect(long).toEqual([`Title: from A to “${'x'.repeat(80)}…”`])
  })
})
