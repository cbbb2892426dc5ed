import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import { type Answers, EGGS, errorAt, expectToast, openDesk } from '#tests/a-desk.tsx'

const HONEY = { id: 1, name: 'Honey', position: 1, hidden: false }
const MEAT = { id: 2, name: 'Meat', position: 2, hidden: true }
const LIST = 'GET /api/categories'

async function openCategories(answers: Answers = {}) {
  const desk = openDesk({ [LIST]: { body: [HONEY, MEAT] }, ...answers }, 'products')
  await desk.user.click(await screen.findByRole('button', { name: 'More for products' }))
  await desk.user.click(await screen.findByRole('menuitem', { name: 'Categories' }))
  return { ...desk, dialog: within(await screen.findByRole('dialog', { name: 'Categories' })) }
}

test('the farm’s own are moved, hidden and shown again, with what was seen of them', async () => {
  const { user, requests, dialog } = await openCategories({
    'PUT /api/categories/1': { body: HONEY },
    'PUT /api/categories/2': { body: MEAT },
  })
  expect(dialog.getByText('Meat').closest('li')?.textContent).toContain('Hidden')
  const first = dialog.getByRole('button', { name: 'Move Honey up' })
  expect(first.getAttribute('aria-disabled')).toBe('true')
  await user.click(first)
  for (const name of ['Move Honey down', 'Hide Honey', 'Show Meat'])
    await user.click(await dialog.findByRole('button', { name }))
  expect(requests.flatMap(({ call, body }) => (call.startsWith('PUT') ? [body] : []))).toEqual([
    { position: 2, base: { position: 1 } },
    { hidden: true, base: { hidden: false } },
    { hidden: false, base: { hidden: true } },
  ])
})

test('one is added or renamed; a refusal stands at the name, which stays as it was typed', async () => {
  const message = 'There is already a category called Honey.'
  const { user, requests, dialog } = await openCategories({
    'POST /api/categories': [
      { status: 409, body: { code: 'in-use', message, field: 'name' } },
      { status: 201, body: { ...HONEY, id: 3, name: 'Plants' } },
    ],
    'PUT /api/categories/1': { body: { ...HONEY, name: 'Bees' } },
  })
  const name = dialog.getByLabelText('New category')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(errorAt(name)).toBe('Please enter a name.')
  await user.type(name, 'HONEY{Enter}')
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(name).toHaveProperty('value', 'HONEY')
  await user.clear(name)
  await user.type(name, 'Plants{Enter}')
  await expectToast('Category added')
  await user.click(dialog.getByRole('button', { name: 'Rename Honey' }))
  const renamed = dialog.getByLabelText('New name for Honey')
  await user.clear(renamed)
  await user.type(renamed, 'Bees{Enter}')
  await expectToast('Category renamed')
  expect(requests.findLast(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    ...{ name: 'Bees', base: { name: 'Honey' } },
  })
})

test('the form and the filter offer the seven and those that are not hidden, the form also its own', async () => {
  const ham = { ...EGGS, id: 9, name: 'Ham', category: 'Meat' }
  openDesk(
    { [LIST]: { body: [HONEY, MEAT] }, 'GET /api/desk/products': { body: [EGGS, ham] } },
    'products/9',
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }))
  const offered = [...PRODUCT_CATEGORIES, 'Honey']
  const textsOf = (select: HTMLElement) =>
    within(select)
      .getAllByRole('option', { hidden: true })
      .map((option) => option.textContent)
  await within(dialog.getByLabelText('Category')).findByText('Honey')
  expect(textsOf(dialog.getByLabelText('Category'))).toEqual([...offered, 'Meat'])
  expect(textsOf(screen.getByLabelText('Show category'))).toEqual(['All', ...offered])
})
