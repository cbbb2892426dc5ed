import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { LIMIT_FIELDS } from '#contract/calendar/limits.ts'
import { keysOf } from '#contract/changed-fields.ts'
import { PRODUCT_FIELD_NAMES } from '#contract/products/products.ts'
import {
  type Answers,
  BROKEN,
  bodyOf,
  count,
  EGGS,
  errorAt,
  expectToast,
  openDesk,
  PICKLES,
} from '#tests/a-desk.tsx'

const NEW = {
  name: 'Pea Shoots, tray',
  description: '',
  category: 'Microgreens',
  price: '6.05',
  stock: 7,
  imageUrl: null,
  unit: null,
  allergens: null,
}

async function openNew(changes: Answers = {}) {
  const desk = openDesk(changes, 'products')
  await desk.user.click(await screen.findByRole('button', { name: 'Add Product' }))
  return { ...desk, form: within(await screen.findByRole('dialog', { name: 'Add New Product' })) }
}

async function addPeaShoots(changes: Answers) {
  const desk = await openNew(changes)
  const { user, form } = desk
  await user.type(form.getByLabelText('Name'), NEW.name)
  await user.selectOptions(form.getByLabelText('Category'), NEW.category)
  await user.type(form.getByLabelText('Price in $'), NEW.price)
  await user.type(form.getByLabelText('Stock'), '7')
  await user.click(form.getByRole('button', { name: 'Create Product' }))
  return desk
}

async function editEggs(changes: Answers = {}) {
  const desk = openDesk(changes, 'products')
  await desk.user.click(await screen.findByRole('button', { name: `Edit ${EGGS.name}` }))
  return { ...desk, form: within(await screen.findByRole('dialog', { name: 'Edit Product' })) }
}

describe('a new product', () => {
  test('is sent as typed, said, and asked for again with the figures; the dialog closes', async () => {
    const { unit, allergens, ...said } = NEW
    const created = { ...said, id: 9, price: 6.05 }
    const { requests } = await addPeaShoots({
      'POST /api/products': { status: 201, body: created },
      'GET /api/desk/products': [{ body: [EGGS] }, { body: [EGGS, created] }],
    })
    await expectToast('Product created')
    expect(bodyOf(requests, 'POST /api/products')).toEqual({
      lowLimit: null,
      seasonFrom: null,
      seasonUntil: null,
      snap: false,
      tax: null,
      hidden: false,
      ...NEW,
      ...{ weighUnit: null, weighPrice: null, weighTo: null },
      price: 6.05,
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText(NEW.name)).toBeTruthy()
    expect(count(requests, 'GET /api/desk/products')).toBe(2)
    expect(count(requests, 'GET /api/analytics/dashboard')).toBe(2)
    expect(count(requests, 'GET /api/orders?limit=50')).toBe(0)
  })

  test('that is refused stays in the form, with the sentence in the toast and at its field', async () => {
    const message = 'Another product has that name.'
    const { form } = await addPeaShoots({
      'POST /api/products': { status: 400, body: { code: 'invalid', message, field: 'name' } },
    })
    await expectToast('Error creating product', message)
    const name = form.getByLabelText<HTMLInputElement>('Name')
    expect(errorAt(name)).toBe(message)
    expect(name.value).toBe(NEW.name)
    await waitFor(() => expect(document.activeElement).toBe(name))
  })

  test('that is not complete is not sent: each field says what it needs, the first has the focus', async () => {
    const { user, form, requests } = await openNew()
    await user.click(form.getByRole('button', { name: 'Create Product' }))
    expect(errorAt(form.getByLabelText('Name'))).toBe('Please enter a name.')
    expect(errorAt(form.getByLabelText('Category'))).toBe('Please choose a category.')
    expect(errorAt(form.getByLabelText('Price in $'))).toMatch(/amount in dollars/)
    expect(errorAt(form.getByLabelText('Stock'))).toBe('Stock must be a whole number.')
    expect(document.activeElement).toBe(form.getByLabelText('Name'))
    expect(count(requests, 'POST /api/products')).toBe(0)
  })

  test('has an input for every field but the picture, and one of the seven categories', async () => {
    const { user, form } = await openNew()
    const categories = within(form.getByLabelText('Category')).getAllByRole('option')
    expect(categories.map(({ textContent }) => textContent)).toEqual([
      ...['Please choose', 'Farm Eggs', 'Vegetables', 'Pickled Goods', 'Seasonings & Mixes'],
      ...['Microgreens', 'Bakery', 'Farmers Cheese'],
    ])
    // Its price follows from the weight, where there is one.
    expect(form.getByLabelText('Price in $')).toBeTruthy()
    await user.selectOptions(await form.findByLabelText(/^Priced by weight/), 'lb')
    const fields = form.getByLabelText('Name').closest('form')
    const inputs = PRODUCT_FIELD_NAMES.filter((field) => fields?.querySelector(`[name="${field}"]`))
    expect(inputs).toEqual(
      PRODUCT_FIELD_NAMES.filter((field) => !['imageUrl', 'price'].includes(field)),
    )
  })
})

describe('a product that is edited', () => {
  test('waits for the answer in words, and cannot be sent twice', async () => {
    const { user, form } = await editEggs({ 'PUT /api/products/1': 'silence' })
    await user.type(form.getByLabelText('Stock'), '0')
    await user.click(form.getByRole('button', { name: 'Save Changes' }))
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Saving…' }).disabled).toBe(true)
  })

  test('sends only what was changed, with what the form had loaded, whatever the list has learned since', async () => {
    const { user, requests, client, form } = await editEggs({
      'PUT /api/products/1': { body: EGGS },
      'GET /api/desk/products': [{ body: [EGGS] }, { body: [{ ...EGGS, stock: 15 }] }],
    })
    await client.invalidateQueries({ queryKey: ['/api/desk/products'] })
    await screen.findByText('15 in stock')
    await user.type(form.getByLabelText('Stock'), '0')
    await user.click(form.getByRole('button', { name: 'Save Changes' }))
    await expectToast('Product updated')
    expect(bodyOf(requests, 'PUT /api/products/1')).toEqual({ stock: 180, base: { stock: 18 } })
  })

  test('is not left by accident once something was typed', async () => {
    const { user, requests, form } = await editEggs()
    await user.type(form.getByLabelText('Name'), ', large')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe(
      'Farm Fresh Eggs, dozen, large',
    )
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(count(requests, 'PUT /api/products/1')).toBe(0)
  })

  test('that was not touched closes at once and gives the focus back', async () => {
    const { user } = await editEggs()
    await user.keyboard('{Escape}')
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: `Edit ${EGGS.name}` }),
      ),
    )
  })

  test('the next one starts from its own values, without the faults of the last', async () => {
    const { user, form } = await editEggs()
    await user.clear(form.getByLabelText('Name'))
    await user.click(form.getByRole('button', { name: 'Save Changes' }))
    expect(errorAt(form.getByLabelText('Name'))).toBe('Please enter a name.')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: `Edit ${PICKLES.name}` }))
    const name = await screen.findByLabelText<HTMLInputElement>('Name')
    expect(name.value).toBe(PICKLES.name)
    expect(errorAt(name)).toBeUndefined()
    expect(screen.getByLabelText<HTMLInputElement>('Price in $').value).toBe('8.50')
  })
})

describe('at most how many a day', () => {
  const NONE = Object.fromEntries(keysOf(LIMIT_FIELDS).map((field) => [field, null]))
  const PATH = `/api/products/${EGGS.id}/limits`
  const open = async (changes: Answers) => {
    const desk = await editEggs(changes)
    await desk.user.click(await desk.form.findByRole('button', { name: /^Limit per market day/ }))
    const form = await screen.findByRole('dialog', { name: 'Limit per market day' })
    return { ...desk, numbers: within(form) }
  }

  test('is said beside the product, and a changed number is sent with what was loaded', async () => {
    const { user, numbers, requests, form } = await open({
      [`GET ${PATH}`]: [
        { body: { ...NONE, eachDay: 24 } },
        { body: { ...NONE, eachDay: 24, saturday: 12 } },
      ],
      [`PUT ${PATH}`]: { body: { ...NONE, eachDay: 24, saturday: 12 } },
    })
    await user.type(numbers.getByLabelText('Saturdays'), '12')
    await user.click(numbers.getByRole('button', { name: 'Save these numbers' }))
    await expectToast(`Numbers of ${EGGS.name} saved`)
    expect(bodyOf(requests, `PUT ${PATH}`)).toEqual({ saturday: 12, base: { saturday: null } })
    expect(await form.findByText('24 on each market day, 12 on Saturdays')).toBeTruthy()
  })

  test('is no part of a dozen: the field says so, and keeps what was typed', async () => {
    const { user, numbers, requests } = await open({ [`GET ${PATH}`]: { body: NONE } })
    await user.type(numbers.getByLabelText(/^Limit on each market day/), '1.5')
    await user.click(numbers.getByRole('button', { name: 'Save these numbers' }))
    const field = numbers.getByLabelText(/^Limit on each market day/)
    expect(errorAt(field)).toBe('Please enter a whole number.')
    expect(count(requests, `PUT ${PATH}`)).toBe(0)
  })

  test('that cannot be loaded is asked for again by a tap', async () => {
    const { user, form } = await editEggs({ [`GET ${PATH}`]: [BROKEN, { body: NONE }] })
    await user.click(await form.findByRole('button', { name: /Tap to try again/ }))
    expect(await form.findByText('As many as are in stock')).toBeTruthy()
  })
})

test('a product that days limit shows what is in stock, and what buyers see of it', async () => {
  openDesk({ 'GET /api/desk/products': { body: [{ ...EGGS, stock: 500, forSale: 4 }] } })
  expect(await screen.findByText('500 in stock')).toBeTruthy()
  expect(screen.getByText('buyers see 4')).toBeTruthy()
})
