import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Page } from '#contract/pages/pages.ts'
import {
  type Answers,
  BROKEN,
  bodies,
  bodyOf,
  count,
  errorAt,
  expectToast,
  FARM_PAGE,
  openDesk,
} from '#tests/a-desk.tsx'
import { catchFiles } from '#tests/a-sent-file.ts'

const WINTER: Page = {
  ...FARM_PAGE,
  id: 2,
  title: 'Winter',
  slug: 'winter-hours',
  metaDescription: null,
  isActive: false,
}
const PRICES: Page = {
  ...FARM_PAGE,
  id: 3,
  title: 'Prices',
  slug: 'prices',
  content: '<table><caption>Prices</caption><tbody><tr><td>Eggs</td></tr></tbody></table>',
}

const LIST = { 'GET /api/pages': { body: [FARM_PAGE, WINTER, PRICES] } }

function openPages(changes: Answers = {}) {
  return openDesk(
    {
      ...LIST,
      'POST /api/pages/preview': { body: { html: '<p>As kept</p>', removed: [] } },
      ...changes,
    },
    'pages',
  )
}

async function createPage(changes: Answers, title: string, content = '<p>Eggs</p>') {
  const desk = openPages(changes)
  const { user } = desk
  await user.click(await screen.findByRole('button', { name: 'Create Page' }))
  const form = within(await screen.findByRole('dialog', { name: 'Create Page' }))
  await user.click(form.getByRole('button', { name: 'HTML' }))
  await user.type(form.getByLabelText('Title'), title)
  if (content) await user.type(form.getByRole('textbox', { name: 'Content' }), content)
  return {
    ...desk,
    form,
    send: () => user.click(form.getByRole('button', { name: 'Create Page' })),
  }
}

async function editPage(page: Page, changes: Answers = {}) {
  const desk = openPages(changes)
  await desk.user.click(await screen.findByRole('button', { name: `Edit ${page.title}` }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit Page' }))
  return {
    ...desk,
    form,
    send: () => desk.user.click(form.getByRole('button', { name: 'Save Changes' })),
  }
}

describe('the table of pages', () => {
  test('has the specification’s columns under its title; a row has what they say, and opens in a new tab', async () => {
    openPages()
    const table = within(await screen.findByRole('table', { name: 'Published Pages' }))
    const headers = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headers).toEqual(['Title', 'Slug', 'Status', 'Created', 'Actions'])
    const [, farm, winter] = table.getAllByRole('row')
    const said = ['Our farm', 'Who we are.', '/pages/our-farm', 'Published', 'November 1, 2026']
    for (const text of said) expect(farm?.textContent).toContain(text)
    expect(winter?.textContent).toContain('Draft')
    const link = within(winter ?? document.body).getByRole<HTMLAnchorElement>('link')
    expect([link.getAttribute('href'), link.target]).toEqual(['/pages/winter-hours', '_blank'])
  })

  test('empty it says what to do', async () => {
    openPages({ 'GET /api/pages': { body: [] } })
    expect(await screen.findByText('No pages found')).toBeTruthy()
  })
})

test('what is missing of terms, refunds and privacy is offered as a draft', async () => {
  const page = (id: number, slug: string) => ({ ...FARM_PAGE, id, slug, title: slug })
  const { user, requests } = openPages({
    'GET /api/pages': { body: [page(1, 'terms'), page(2, 'refunds')] },
    'POST /api/pages': { status: 201, body: { ...page(3, 'privacy'), removed: [] } },
  })
  const offer = await screen.findByRole('button', { name: 'Add a draft: Privacy' })
  expect(screen.queryByRole('button', { name: 'Add a draft: Terms' })).toBeNull()
  await user.click(offer)
  const draft = { slug: 'privacy', title: 'Privacy', isActive: false }
  expect(bodies(requests, 'POST /api/pages')).toMatchObject([draft])
})

describe('a new page', () => {
  test('is sent with the slug of its title, said, and asked for again; the dialog closes', async () => {
    const saved = { ...FARM_PAGE, id: 9, title: 'Eggs!', removed: [] }
    const { requests, send } = await createPage(
      { 'POST /api/pages': { status: 201, body: saved } },
      'Eggs!',
    )
    await send()
    await expectToast('Page created')
    const sent = { title: 'Eggs!', slug: 'eggs', content: '<p>Eggs</p>', metaDescription: '' }
    expect(bodyOf(requests, 'POST /api/pages')).toEqual(sent)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(count(requests, 'GET /api/pages')).toBe(2))
    expect(count(requests, 'GET /api/desk/products')).toBe(0)
    expect(screen.queryByText(/was saved without/)).toBeNull()
  })

  test('shows the slug it will have: numbered when it is taken, none when the title has no letters', async () => {
    const { user, form } = await createPage({}, 'Our Farm!', '')
    const slug = form.getByLabelText<HTMLInputElement>(/^Slug/)
    expect(slug.value).toBe('our-farm-2')
    await user.clear(form.getByLabelText('Title'))
    await user.type(form.getByLabelText('Title'), '農場')
    expect(slug.value).toBe('')
    expect(form.getByText(/the page gets a number/)).toBeTruthy()
  })

  test('keeps a slug the farmer wrote, and goes back to the title’s when it is emptied', async () => {
    const { user, form } = await createPage({}, 'Hens', '')
    const slug = form.getByLabelText<HTMLInputElement>(/^Slug/)
    await user.clear(slug)
    await user.type(slug, 'Our-Girls')
    await user.type(form.getByLabelText('Title'), ' and ducks')
    expect(slug.value).toBe('our-girls')
    await user.clear(slug)
    await user.tab()
    expect(slug.value).toBe('hens-and-ducks')
  })

  test('that lost something says what, until that was read', async () => {
    const saved = { ...FARM_PAGE, id: 9, title: 'Eggs', removed: ['<script>', 'onclick'] }
    const { user, send } = await createPage(
      { 'POST /api/pages': { status: 201, body: saved } },
      'Eggs',
    )
    await send()
    const note = (await screen.findByText(/was saved without/)).closest('[role=status]')
    expect(note?.textContent).toContain('Eggs was saved without <script>, onclick.')
    await user.click(screen.getByRole('button', { name: 'Close this note' }))
    expect(screen.queryByText(/was saved without/)).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Page Manager' }))
  })

  test('that is not complete is not sent: each field says what it needs, the first has the focus', async () => {
    const { requests, form, send } = await createPage({}, ' ', '')
    await send()
    expect(errorAt(form.getByLabelText('Title'))).toBe('Please enter a title.')
    expect(errorAt(form.getByRole('textbox', { name: 'Content' }))).toBe(
      'Please enter the content.',
    )
    expect(document.activeElement).toBe(form.getByLabelText('Title'))
    expect(count(requests, 'POST /api/pages')).toBe(0)
  })

  test('that is refused stays in the form, with the sentence in the toast and at its field', async () => {
    const body = { code: 'slug-taken', message: 'Another page has this slug.', field: 'slug' }
    const { form, send } = await createPage({ 'POST /api/pages': { status: 409, body } }, 'Eggs')
    await send()
    await expectToast('Error creating page', body.message)
    const slug = form.getByLabelText(/^Slug/)
    expect(errorAt(slug)).toBe(body.message)
    await waitFor(() => expect(document.activeElement).toBe(slug))
    expect(form.getByLabelText<HTMLInputElement>('Title').value).toBe('Eggs')
    expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Content' }).value).toBe(
      '<p>Eggs</p>',
    )
  })
})

describe('a page that is edited', () => {
  test('becomes a draft by its switch; its slug stays unless it is changed', async () => {
    const { user, requests, form, send } = await editPage(FARM_PAGE, {
      'PUT /api/pages/1': { body: { ...FARM_PAGE, removed: [] } },
    })
    await user.type(form.getByLabelText('Title'), ' now')
    await user.click(form.getByRole('switch', { name: 'Published', checked: true }))
    await send()
    await expectToast('Page updated')
    expect(bodyOf(requests, 'PUT /api/pages/1')).toEqual({
      title: 'Our farm now',
      isActive: false,
      base: { title: 'Our farm', isActive: true },
    })
  })

  test('that is refused keeps what was typed', async () => {
    const { user, form, send } = await editPage(FARM_PAGE, { 'PUT /api/pages/1': BROKEN })
    await user.type(form.getByLabelText('Title'), '!')
    await send()
    await expectToast('Error updating page', 'Something went wrong on our side.')
    expect(form.getByLabelText<HTMLInputElement>('Title').value).toBe('Our farm!')
  })

  test('says that an old address leads on, and sends the new slug', async () => {
    const { user, requests, form, send } = await editPage(FARM_PAGE, {
      'PUT /api/pages/1': { body: { ...FARM_PAGE, removed: [] } },
    })
    const slug = form.getByLabelText(/^Slug/)
    await user.clear(slug)
    await user.type(slug, 'the-farm')
    expect(form.getByText('The old address will lead to the new one.')).toBeTruthy()
    await send()
    await expectToast('Page updated')
    expect(bodyOf(requests, 'PUT /api/pages/1')).toMatchObject({ slug: 'the-farm' })
  })
})

describe('the content', () => {
  test('opens as it looks; the HTML view shows the very same HTML and what becomes of it', async () => {
    const { user, requests, form } = await editPage(FARM_PAGE)
    expect(
      (await form.findByRole('textbox', { name: 'Content' })).querySelector('strong')?.textContent,
    ).toBe('grass')
    await user.click(form.getByRole('button', { name: 'HTML' }))
    expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Content' }).value).toBe(
      FARM_PAGE.content,
    )
    expect(await form.findByText('As kept')).toBeTruthy()
    expect(bodyOf(requests, 'POST /api/pages/preview')).toEqual({ content: FARM_PAGE.content })
  })

  test('stays in HTML, and says why, when the visual editor would lose some of it', async () => {
    const { form } = await editPage(PRICES)
    expect((await form.findByText(/does not support/)).parentElement?.textContent).toBe(
      'The visual editor does not support <caption>. So that nothing is lost, this page stays in HTML.',
    )
    expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Content' }).value).toBe(
      PRICES.content,
    )
  })

  test('written in HTML goes to the visual editor as the shop would keep it, which says what that leaves out', async () => {
    const stored = { html: '<p>Safe</p>', removed: ['<script>'] }
    const { user, form } = await createPage({ 'POST /api/pages/preview': { body: stored } }, 'Eggs')
    await user.click(form.getByRole('button', { name: 'Visual' }))
    expect(await form.findByText(/Left out because pages cannot contain it/)).toBeTruthy()
    expect(form.getByRole('textbox', { name: 'Content' }).textContent).toBe('Safe')
  })

  test('that the shop cannot look at stays in HTML as it was typed', async () => {
    const { user, form } = await createPage({ 'POST /api/pages/preview': BROKEN }, 'Eggs')
    await user.click(form.getByRole('button', { name: 'Visual' }))
    expect(await form.findByText(/could not be opened/)).toBeTruthy()
    expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Content' }).value).toBe(
      '<p>Eggs</p>',
    )
  })
})

describe('deleting a page', () => {
  const ask = 'Are you sure you want to delete this page?'

  test('asks first, and "Cancel" gives the focus back; it takes it out, says so and asks again for the pages', async () => {
    const { user, requests } = openPages({
      'GET /api/pages': [{ body: [FARM_PAGE, WINTER] }, { body: [WINTER] }],
      'DELETE /api/pages/1': { status: 204 },
    })
    const button = await screen.findByRole('button', { name: 'Delete Our farm' })
    const question = async () => within(await screen.findByRole('alertdialog', { name: ask }))
    await user.click(button)
    await user.click((await question()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(count(requests, 'DELETE /api/pages/1')).toBe(0)
    await user.click(button)
    await user.click((await question()).getByRole('button', { name: 'Delete' }))
    await expectToast('Page deleted')
    await waitFor(() => expect(screen.queryByText('Our farm')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Page Manager' })),
    )
  })

  test('that fails says why and keeps the page', async () => {
    const { user } = openPages({ 'DELETE /api/pages/1': BROKEN })
    await user.click(await screen.findByRole('button', { name: 'Delete Our farm' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await expectToast('Error deleting page', 'Something went wrong on our side.')
    expect(screen.getByRole('alertdialog', { name: ask })).toBeTruthy()
  })
})

test('what the page said before can be looked at, compared by words and brought back', async () => {
  const version = {
    ...{ title: 'Our farm', metaDescription: 'Who we are.', device: 'Firefox on Linux' },
    address: '192.0.2.0/24',
  }
  const now = { ...version, id: 9, content: FARM_PAGE.content, at: '2026-11-02T12:00:00.000Z' }
  const content = '<p>Ducks and <strong>grass</strong>.</p>'
  const old = { ...version, id: 8, content, at: '2026-11-01T12:00:00.000Z' }
  const { user, form, requests } = await editPage(FARM_PAGE, {
    'GET /api/pages/1/versions': { body: [now, old] },
    'PUT /api/pages/1': { body: { ...FARM_PAGE, content, removed: [] } },
  })
  await user.click(form.getByText('Versions'))
  await user.click(await form.findByRole('button', { name: /^Look at it: the version of Nov 1/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Version of Sunday, Nov/ }))
  expect(dialog.getByText(/Firefox on Linux, 192.0.2.x/)).toBeTruthy()
  const changed = (tag: string) =>
    Array.from(document.querySelectorAll(`p.whitespace-pre-wrap ${tag}`), (one) => one.textContent)
  expect([changed('del'), changed('ins')]).toEqual([['Ducks'], ['Hens']])
  await user.click(dialog.getByRole('radio', { name: 'As it was' }))
  expect(dialog.getByText('grass').tagName).toBe('STRONG')
  await user.click(dialog.getByRole('button', { name: 'Bring this version back' }))
  await expectToast('Page updated')
  expect(bodyOf(requests, 'PUT /api/pages/1')).toEqual({
    content,
    base: { content: FARM_PAGE.content },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a version is not brought back over what another window saved, and says so', async () => {
  const shown = { title: 'Our farm', metaDescription: 'Who we are.', device: null, address: null }
  const now = { ...shown, id: 9, content: FARM_PAGE.content, at: '2026-11-02T12:00:00.000Z' }
  const old = { ...shown, id: 8, content: '<p>Ducks.</p>', at: '2026-11-01T12:00:00.000Z' }
  const problems = [{ field: 'content', message: 'It was changed.', current: '<p>Geese.</p>' }]
  const { user, form } = await editPage(FARM_PAGE, {
    'GET /api/pages/1/versions': { body: [now, old] },
    'PUT /api/pages/1': {
      status: 409,
      body: { code: 'changed-meanwhile', message: 'Changed.', problems },
    },
  })
  await user.type(form.getByLabelText('Title'), '!')
  await user.click(form.getByText('Versions'))
  await user.click(await form.findByRole('button', { name: /^Look at it/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Version of/ }))
  expect(dialog.getByText(/throws it away/)).toBeTruthy()
  expect(dialog.queryByText(/nothing is lost/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Bring this version back' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^The page was saved in another/)
})

test('a pasted picture asks for its description; refused, the text stays as it was', async () => {
  const sent = catchFiles()
  const { user, form } = await editPage(FARM_PAGE)
  const surface = await form.findByRole('textbox', { name: 'Content' })
  const photo = new File(['photo'], 'field.png', { type: 'image/png' })
  fireEvent.paste(surface, { clipboardData: { files: [photo], getData: () => '' } })
  const dialog = within(await screen.findByRole('dialog', { name: 'Picture' }))
  await user.type(dialog.getByLabelText(/^Description/), 'A field')
  await user.click(dialog.getByRole('button', { name: 'Insert Picture' }))
  act(() => sent[0]?.progress(45, 100))
  expect(dialog.getByRole('button', { name: 'Uploading… 45 %' })).toBeTruthy()
  act(() => sent[0]?.answer(415, { code: 'wrong-type', message: 'No.' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Please select an image file')
  expect(surface.querySelector('img[src]')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Insert Picture' }))
  act(() => sent[1]?.answer(201, { imageUrl: '/uploads/a.webp' }))
  await expectToast('Image uploaded')
  await waitFor(() =>
    expect(surface.querySelector('img[src="/uploads/a.webp"]')?.getAttribute('alt')).toBe(
      'A field',
    ),
  )
})
