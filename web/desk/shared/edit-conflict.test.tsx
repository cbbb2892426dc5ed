import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  BAGELS,
  BEETS,
  bodies,
  EGGS,
  errorAt,
  FARM_PAGE,
  FLOUR,
  openDesk,
  PICKLES,
} from '#tests/a-desk.tsx'

const RECIPES = { 'GET /api/recipes': { body: [BAGELS] } }
const HOURS = { key: 'business_hours', value: 'Saturdays', description: '' }

type Form = {
  kind: string
  hash: string
  answers: Record<string, Answer>
  put: string
  saved: object
  /** Pressed to come to the form; without it the address leads there. */
  opens?: string
  label: string | RegExp
  save: string
  field: string
  loaded: string | number
  typed: string
  sent: string | number
  current: string | number
  /** What the question calls it, and how it shows the two values. */
  question: string
  shown: [yours: string, current: string]
  /** Wraps the fields if they aren't the body itself. */
  wrap?: (fields: object) => object
  /** One form for each code that takes the answers: here the other two are tried, too. */
  triesAll?: true
}

const FORMS: Form[] = [
  {
    ...{ kind: 'a product', hash: 'products/1', answers: {}, triesAll: true },
    ...{ put: 'PUT /api/products/1', saved: EGGS, save: 'Save Changes' },
    ...{ label: 'Price in $', field: 'price', loaded: 5, typed: '5.25', sent: 5.25, current: 4.75 },
    ...{ question: 'Price', shown: ['$5.25', '$4.75'] },
  },
  {
    ...{ kind: 'the price grid', hash: 'products/grid', answers: {}, triesAll: true },
    ...{ put: 'PUT /api/products/bulk', saved: [EGGS], save: 'Save all' },
    ...{ label: `Price of ${EGGS.name}`, field: 'price', loaded: 5, typed: '5.25', sent: 5.25 },
    ...{ current: 4.75, question: `Price of ${EGGS.name}`, shown: ['$5.25', '$4.75'] },
    wrap: (fields) => ({ changes: [{ id: 1, ...fields }] }),
  },
  {
    ...{ kind: 'a page', hash: 'pages/1', answers: { 'GET /api/pages': { body: [FARM_PAGE] } } },
    ...{ put: 'PUT /api/pages/1', saved: { ...FARM_PAGE, removed: [] }, save: 'Save Changes' },
    ...{ label: 'Title', field: 'title', loaded: 'Our farm', typed: 'My farm', sent: 'My farm' },
    ...{ current: 'The farm', question: 'Title', shown: ['My farm', 'The farm'] },
  },
  {
    ...{ kind: 'a recipe', hash: 'recipes/7', answers: RECIPES, opens: 'Edit' },
    ...{ put: 'PUT /api/recipes/7', saved: BAGELS, save: 'Save Changes' },
    ...{ label: 'Servings', field: 'servings', loaded: 12, typed: '24', sent: 24, current: 18 },
    ...{ question: 'Servings', shown: ['24', '18'] },
  },
  {
    ...{ kind: 'an ingredient', hash: 'recipes/7', answers: RECIPES, opens: 'Edit Flour' },
    ...{ put: 'PUT /api/recipe-ingredients/1', saved: FLOUR, save: 'Save' },
    ...{ label: /^Cost per unit/, field: 'costPerUnit', loaded: 0.35, typed: '.4', sent: 0.4 },
    ...{ current: 0.3, question: 'Cost per unit', shown: ['$0.40', '$0.30'] },
  },
  {
    ...{ kind: 'a setting', hash: 'settings', opens: 'Edit Business hours', triesAll: true },
    ...{ answers: { 'GET /api/settings': { body: [HOURS] } }, label: /Business hours/ },
    ...{ put: 'PUT /api/settings/business_hours', saved: HOURS, save: 'Save' },
    ...{ field: 'value', loaded: 'Saturdays', typed: 'Sundays', sent: 'Sundays' },
    ...{ current: 'Fridays', question: 'Business hours', shown: ['Sundays', 'Fridays'] },
  },
]

async function questionAbout({ hash, answers, put, saved, field, current, wrap, ...form }: Form) {
  const path = wrap ? `changes.0.${field}` : field
  const problems = [{ field: path, message: 'It is another one now.', current }]
  const refusal = {
    status: 409,
    body: { code: 'changed-meanwhile', message: 'Changed.', field: path, problems },
  }
  const desk = openDesk({ ...answers, [put]: [refusal, { body: saved }] }, hash)
  if (form.opens) await desk.user.click(await screen.findByRole('button', { name: form.opens }))
  const input = await screen.findByLabelText<HTMLInputElement>(form.label)
  await desk.user.clear(input)
  await desk.user.type(input, form.typed)
  await desk.user.click(screen.getByRole('button', { name: form.save }))
  const dialog = await screen.findByRole('dialog', { name: 'Changed in the meantime' })
  // It takes clicks once the dialog below knows it is covered.
  await waitFor(() => expect(dialog.style.pointerEvents).not.toBe('none'))
  const question = within(dialog)
  return { ...desk, input, question, sent: () => bodies(desk.requests, put) }
}

const expectAnswered = () =>
  waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Changed in the meantime' })).toBeNull(),
  )

test.each(FORMS)(
  'the form of $kind sends what was changed with what it had loaded; of a newer value it shows both, none chosen, and saves Yours over it',
  async (form) => {
    const { field, loaded, sent: typed, current, wrap = (fields: object) => fields } = form
    const { user, question, sent } = await questionAbout(form)
    expect(sent()).toEqual([wrap({ [field]: typed, base: { [field]: loaded } })])
    const group = within(question.getByRole('group', { name: form.question }))
    const [yours, now] = form.shown
    const choice = (name: string) => group.getByRole<HTMLInputElement>('radio', { name })
    const choices = [choice(`Yours ${yours}`), choice(`Now in the shop ${now}`)]
    expect(choices.map(({ checked }) => checked)).toEqual([false, false])
    const save = question.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    expect(save.disabled).toBe(true)
    await user.click(choice(`Yours ${yours}`))
    await user.click(save)
    await waitFor(() =>
      expect(sent()[1]).toEqual(wrap({ [field]: typed, base: { [field]: current } })),
    )
    await expectAnswered()
  },
)

describe.each(FORMS.filter(({ triesAll }) => triesAll))('of a newer value in $kind', (form) => {
  test('Now in the shop takes nothing back', async () => {
    const { user, question, sent } = await questionAbout(form)
    await user.click(question.getByRole('radio', { name: /^Now in the shop/ }))
    await user.click(question.getByRole('button', { name: 'Save' }))
    await expectAnswered()
    for (const body of sent().slice(1)) expect(body).not.toHaveProperty(form.field, form.sent)
  })

  test('Back to the form keeps what was typed', async () => {
    const { user, question, input, sent } = await questionAbout(form)
    await user.click(question.getByRole('button', { name: 'Back to the form' }))
    await expectAnswered()
    expect(input.value).toBe(form.typed)
    expect(sent()).toHaveLength(1)
  })
})

test('several fields are chosen one by one, and all that was chosen stands in the form whatever becomes of the save', async () => {
  const problems = [
    { field: 'price', message: 'The price is now $4.75.', current: 4.75 },
    { field: 'description', message: 'Another one.', current: 'x'.repeat(400) },
    { field: 'unit', message: 'The unit is now empty.', current: null },
  ]
  const refusal = { code: 'changed-meanwhile', message: 'Changed.', field: 'price', problems }
  const wrong = { code: 'invalid', message: 'That name is odd.', field: 'name' }
  const { user, requests } = openDesk({
    'PUT /api/products/1': [
      { status: 409, body: refusal },
      { status: 400, body: wrong },
    ],
    'GET /api/desk/products': { body: [{ ...EGGS, unit: 'dozen' }, PICKLES, BEETS] },
  })
  await user.click(await screen.findByRole('button', { name: `Edit ${EGGS.name}` }))
  const form = within(screen.getByRole('dialog', { name: 'Edit Product' }))
  const field = (name: string | RegExp) => form.getByLabelText<HTMLInputElement>(name)
  for (const name of ['Name', /^Description/, /^Unit/]) await user.type(field(name), '1')
  await user.clear(field('Price in $'))
  await user.type(field('Price in $'), '6')
  await user.click(form.getByRole('button', { name: 'Save Changes' }))
  const question = within(await screen.findByRole('dialog', { name: 'Changed in the meantime' }))
  expect(question.getByRole('status').textContent).toBe('3 choices left.')
  expect(question.getByRole('radio', { name: /^Now in the shop x{240}…$/ })).toBeTruthy()
  expect(question.getByRole('radio', { name: 'Now in the shop Empty' })).toBeTruthy()
  const choose = (group: string, name: RegExp) =>
    user.click(within(question.getByRole('group', { name: group })).getByRole('radio', { name }))
  await choose('Price', /^Now/)
  await choose('Description', /^Yours/)
  await choose('Unit', /^Now/)
  await user.click(question.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(errorAt(field('Name'))).toBe('That name is odd.'))
  expect(requests.findLast(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    name: `${EGGS.name}1`,
    description: `${EGGS.description}1`,
    base: { name: EGGS.name, description: 'x'.repeat(400) },
  })
  expect([field('Price in $').value, field(/^Unit/).value]).toEqual(['4.75', ''])
  expect(field(/^Description/).value).toBe(`${EGGS.description}1`)
})

test('a setting that two windows add at once is asked about, too', async () => {
  const added = { key: 'hero_title', value: 'Theirs', description: '' }
  const problems = [{ field: 'value', message: 'The setting is now “Theirs”.', current: 'Theirs' }]
  const { user, requests } = openDesk(
    {
      'GET /api/settings': { body: [HOURS] },
      'POST /api/settings': { status: 201, body: added },
      'PUT /api/settings/hero_title': {
        status: 409,
        body: { code: 'changed-meanwhile', message: 'No.', problems },
      },
    },
    'settings',
  )
  await user.click(await screen.findByRole('button', { name: 'Edit Hero title' }))
  await user.type(screen.getByLabelText(/Hero title/), '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('radio', { name: 'Now in the shop Theirs' })).toBeTruthy()
  expect(requests.filter(({ call }) => /^P.*settings/.test(call))).toHaveLength(2)
})
