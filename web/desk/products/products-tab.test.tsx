import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { BEETS, bodyOf, count, EGGS, expectToast, openDesk, PICKLES } from '#tests/a-desk.tsx'

const rowOf = async (name: string) =>
  within((await screen.findByText(name)).closest('tr') ?? document.body)
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('p')?.textContent)

beforeEach(() => history.replaceState(null, '', '/admin'))

describe('the table of products', () => {
  test('has the specification’s columns, and in a row the first 50 characters of the description', async () => {
    openDesk({}, 'products')
    const row = await rowOf(PICKLES.name)
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headers).toEqual(['Product', 'Category', 'Price', 'Stock', 'Actions'])
    expect(row.getByText('Twelve brown and cream eggs from our own hens, col…')).toBeTruthy()
    expect(row.getByText('Pickled Goods')).toBeTruthy()
    expect(row.getByText('$8.50')).toBeTruthy()
    expect(row.getByText('4 in stock')).toBeTruthy()
  })

  test('each button that is only an icon says what it does, its menu’s before and after it was opened', async () => {
    const { user } = openDesk({}, 'products')
    const row = await rowOf(EGGS.name)
    const tip = () => document.querySelector('body > span[aria-hidden]')?.textContent
    const tips = ['Harvest or waste', 'Edit', 'Delete', 'More']
    for (const [at, button] of row.getAllByRole('button').entries()) {
      await user.hover(button)
      await waitFor(() => expect(tip()).toBe(tips[at]))
      await user.unhover(button)
    }
    await user.click(row.getByRole('button', { name: /^More for/ }))
    await screen.findByRole('menu')
    await user.keyboard('{Escape}')
    await user.hover(row.getByRole('button', { name: /^More for/ }))
    await waitFor(() => expect(tip()).toBe('More'))
  })

  test('the stock badge is normal above 5, secondary from 1 to 5, destructive at 0; without a picture there is a placeholder', async () => {
    openDesk({}, 'products')
    for (const [product, text, look] of [
      [EGGS, '18 in stock', 'bg-sprout'],
      [PICKLES, '4 in stock', 'bg-yolk-pale'],
      [BEETS, '0 in stock', 'bg-beet-pale'],
    ] as const)
      expect((await rowOf(product.name)).getByText(text).className).toContain(look)
    const placeholders = [...document.querySelectorAll('[data-placeholder]')]
    expect(placeholders.map((one) => one.closest('tr')?.querySelector('p')?.textContent)).toEqual([
      BEETS.name,
    ])
  })

  test('says how many wait for what, and nothing where nobody does', async () => {
    const body = [
      { productId: BEETS.id, waiting: 3 },
      { productId: PICKLES.id, waiting: 1 },
    ]
    openDesk({ 'GET /api/waiting-list/counts': { body } }, 'products')
    expect(await (await rowOf(BEETS.name)).findByText('3 people wait for it')).toBeTruthy()
    expect((await rowOf(PICKLES.name)).getByText('1 person waits for it')).toBeTruthy()
    expect((await rowOf(EGGS.name)).queryByText(/wait/)).toBeNull()
  })

  test('an empty shop says so', async () => {
    openDesk({ 'GET /api/desk/products': { body: [] } }, 'products')
    expect(await screen.findByText('No products found')).toBeTruthy()
  })

  test('shows what holds every word that was typed', async () => {
    const { user } = openDesk({}, 'products')
    await user.type(await screen.findByLabelText('Find a product'), 'QUART dill')
    expect(names()).toEqual([PICKLES.name])
    await user.type(screen.getByLabelText('Find a product'), ' tractor')
    expect(screen.getByText('No products found')).toBeTruthy()
  })

  test('shows one category, or what is nearly gone, and leads back to all', async () => {
    const { user } = openDesk({}, 'products')
    await user.selectOptions(await screen.findByLabelText('Show category'), 'Pickled Goods')
    expect(names()).toEqual([PICKLES.name])
    await user.selectOptions(screen.getByLabelText('Show stock'), 'Out of Stock')
    await user.click(screen.getByRole('button', { name: 'Show all products' }))
    expect(names()).toEqual([EGGS.name, PICKLES.name, BEETS.name])
  })

  test('keeps what is shown in the address, and opens with it', async () => {
    history.replaceState(null, '', '/admin?stock=low&order=name&category=Fish')
    const { user } = openDesk({}, 'products')
    await screen.findByText(PICKLES.name)
    expect(names()).toEqual([PICKLES.name])
    await user.type(screen.getByLabelText('Find a product'), 'dill')
    expect(location.search).toBe('?find=dill&stock=low&order=name')
  })

  test('of a long list draws the first hundred, and more on demand', async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      ...EGGS,
      id: index + 1,
      name: `Product ${index + 1}`,
    }))
    const { user } = openDesk({ 'GET /api/desk/products': { body: many } }, 'products')
    await screen.findByText('Product 100')
    expect(names()).toHaveLength(100)
    await user.click(screen.getByRole('button', { name: 'Show more products (20)' }))
    expect(names()).toHaveLength(120)
  })

  test('can stand with what is nearly gone first', async () => {
    const { user } = openDesk({}, 'products')
    await user.selectOptions(await screen.findByLabelText('Sort by'), 'Stock, lowest first')
    expect(names()).toEqual([BEETS.name, PICKLES.name, EGGS.name])
  })
})

describe('a copy', () => {
  test('begins with all but the stock, is asked about for its name, and stands first once saved', async () => {
    const copied = { ...PICKLES, id: 9, stock: 6 }
    const { user, requests } = openDesk({
      'GET /api/desk/products': [{ body: [EGGS, PICKLES] }, { body: [EGGS, PICKLES, copied] }],
      'POST /api/products': { status: 201, body: copied },
    })
    await user.click(await screen.findByRole('button', { name: `More for ${PICKLES.name}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add New Product' }))
    expect(form.getByLabelText<HTMLInputElement>('Stock').value).toBe('')
    await user.type(form.getByLabelText('Stock'), '6')
    const answer = async (name: string) => {
      await user.click(form.getByRole('button', { name: 'Create Product' }))
      const title = 'Two products with this name?'
      const question = within(await screen.findByRole('alertdialog', { name: title }))
      expect(question.getByText(/There is already/).closest('p')?.textContent).toContain(
        'with 4 in stock',
      )
      expect(count(requests, 'POST /api/products')).toBe(0)
      await user.click(question.getByRole('button', { name }))
    }
    await answer('Change the name')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(form.getByLabelText<HTMLInputElement>('Stock').value).toBe('6')
    await answer('Save anyway')
    await expectToast('Product created')
    const { name, category, price, imageUrl } = PICKLES
    const sent = bodyOf(requests, 'POST /api/products')
    expect(sent).toMatchObject({ name, category, price, imageUrl, stock: 6 })
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('6 in stock'))
    expect(names()).toEqual([PICKLES.name, EGGS.name, PICKLES.name])
  })
})

describe('deleting a product', () => {
  const ask = 'Are you sure you want to delete this product?'

  test('says how many of it are still to pack, and for whom', async () => {
    const orders = [41, 57, 58, 60, 61, 63, 70]
    const { user } = openDesk({ 'GET /api/products/1/to-pack': { body: { units: 12, orders } } })
    await user.click(await screen.findByRole('button', { name: `Delete ${EGGS.name}` }))
    const question = within(await screen.findByRole('alertdialog', { name: ask }))
    const sentence =
      '12 of it are in orders still to pack: #41, #57, #58, #60, #61, and 2 more. That stays as it is.'
    expect(await question.findByText(sentence)).toBeTruthy()
  })

  test('asks first, and "Cancel" gives the focus back; it takes it out, says so, and asks again for products and figures only', async () => {
    const { user, requests } = openDesk(
      {
        'GET /api/desk/products': [{ body: [EGGS, PICKLES] }, { body: [PICKLES] }],
        'DELETE /api/products/1': { status: 204 },
      },
      'products',
    )
    const button = await screen.findByRole('button', { name: `Delete ${EGGS.name}` })
    const question = async () => within(await screen.findByRole('alertdialog', { name: ask }))
    await user.click(button)
    await user.click((await question()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(count(requests, 'DELETE /api/products/1')).toBe(0)
    await user.click(button)
    await user.click((await question()).getByRole('button', { name: 'Delete' }))
    await expectToast('Product deleted')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(names()).toEqual([PICKLES.name])
    expect(count(requests, 'GET /api/desk/products')).toBe(2)
    expect(count(requests, 'GET /api/analytics/dashboard')).toBe(2)
    expect(count(requests, 'GET /api/orders?limit=50')).toBe(0)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Products' })),
    )
  })

  test('that fails says why and keeps the product and the question', async () => {
    const { user } = openDesk({
      'DELETE /api/products/1': {
        status: 404,
        body: { code: 'not-found', message: 'That product is gone.' },
      },
    })
    await user.click(await screen.findByRole('button', { name: `Delete ${EGGS.name}` }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await expectToast('Error deleting product', 'That product is gone.')
    expect(screen.getByRole('alertdialog', { name: ask })).toBeTruthy()
    expect(screen.getByText(EGGS.name, { selector: 'td p' })).toBeTruthy()
  })
})
