import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  INITIAL_SETTINGS,
  SETTING_KEYS,
  SETTING_VALUES,
  SETTINGS,
} from '#contract/settings/setting-table.ts'
import { wrongInSetting } from '#contract/settings/settings.ts'
import {
  type Answers,
  BROKEN,
  bodies,
  bodyOf,
  count,
  errorAt,
  expectToast,
  openDesk,
} from '#tests/a-desk.tsx'
import { catchFiles } from '#tests/a-sent-file.ts'

const HOURS = 'PUT /api/settings/business_hours'
const stored = (value: string) => ({ body: { key: 'business_hours', value, description: '' } })

const openSettings = (answers: Answers = {}) => openDesk(answers, 'settings')

async function editHours(changes: Answers) {
  const desk = openSettings(changes)
  await desk.user.click(await screen.findByRole('button', { name: 'Edit Business hours' }))
  const field = screen.getByLabelText<HTMLInputElement>(/Business hours/)
  await desk.user.clear(field)
  await desk.user.type(field, 'Sundays')
  return { ...desk, field }
}

describe('the settings', () => {
  test('say what it means that a switch is off', async () => {
    const off = { key: 'newsletter_enabled', value: 'false', description: '' }
    openSettings({ 'GET /api/settings': { body: [off] } })
    expect(await screen.findByText('Visitors do not see its form.')).toBeTruthy()
  })

  test('stand in the four sections', async () => {
    openSettings()
    await screen.findByText('Business Information')
    const titles = screen
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
    expect(titles).toEqual([
      'Business Information',
      'Website Content',
      'Feature Settings',
      'Homepage Video',
    ])
  })

  test('a text is shown until Edit, then it is a field with the focus', async () => {
    const { user } = openSettings()
    expect(await screen.findByText(INITIAL_SETTINGS.business_address)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Edit Business address' }))
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Business address' })
    expect(field.required).toBe(false)
    expect(field.value).toBe(INITIAL_SETTINGS.business_address)
    expect(document.activeElement).toBe(field)
  })

  test('Save sends the draft, says so and shows it', async () => {
    const { user, requests } = await editHours({ [HOURS]: stored('Sundays') })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expectToast('Settings Updated')
    expect(bodyOf(requests, HOURS)).toEqual({
      value: 'Sundays',
      base: { value: INITIAL_SETTINGS.business_hours },
    })
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: 'Edit Business hours' }),
      ),
    )
    expect(count(requests, 'GET /api/settings')).toBe(2)
    expect(count(requests, 'GET /api/desk/products')).toBe(0)
  })

  test('Cancel sends nothing and shows what is stored', async () => {
    const { user, requests } = await editHours({})
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText(INITIAL_SETTINGS.business_hours)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Business hours' }))
    expect(count(requests, HOURS)).toBe(0)
  })

  test('a refusal is said in the shop’s words and keeps the draft', async () => {
    const { user, field } = await editHours({ [HOURS]: BROKEN })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expectToast('Error', 'Something went wrong on our side.')
    expect(field.value).toBe('Sundays')
  })

  test('the newsletter is a switch that falls back when it is refused', async () => {
    const { user, requests } = openSettings({ 'PUT /api/settings/newsletter_enabled': BROKEN })
    await user.click(await screen.findByRole('switch', { name: 'Newsletter', checked: true }))
    await expectToast('Error', 'Something went wrong on our side.')
    expect(bodyOf(requests, 'PUT /api/settings/newsletter_enabled')).toEqual({ value: 'false' })
    expect(screen.getByRole('switch', { name: 'Newsletter', checked: true })).toBeTruthy()
  })

  test('a shop without settings gets every default by one button', async () => {
    const { user, requests } = openSettings({
      'GET /api/settings': { body: [] },
      'POST /api/settings': {
        status: 201,
        body: { key: 'hero_title', value: '', description: '' },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Initialize Default Settings' }))
    await expectToast('Settings Updated')
    const sent = bodies(requests, 'POST /api/settings')
    const values = {
      business_hours: 'Saturdays, 8:00 AM – 2:00 PM',
      contact_phone: '',
      contact_email: '',
      business_address: 'Hot Springs, SD',
      hero_title: SETTING_VALUES.hero_title,
      hero_subtitle: SETTING_VALUES.hero_subtitle,
      welcome_message: SETTING_VALUES.welcome_message,
      newsletter_enabled: 'true',
      homepage_video_url: '',
    }
    const nine = Object.keys(values) as (keyof typeof values)[]
    expect(sent).toEqual(
      nine.map((key) => ({ key, value: values[key], description: SETTINGS[key].description })),
    )
  })
})

describe('the video', () => {
  const VIDEO = 'PUT /api/settings/homepage_video_url'
  const withVideo = (value: string) => ({
    'GET /api/settings': { body: [{ key: 'homepage_video_url', value, description: '' }] },
    [VIDEO]: { body: { key: 'homepage_video_url', value, description: '' } },
  })

  async function editVideo(value: string) {
    const desk = openSettings(withVideo(value))
    await desk.user.click(await screen.findByRole('button', { name: 'Edit YouTube link' }))
    return { ...desk, field: screen.getByLabelText<HTMLInputElement>(/YouTube link/) }
  }

  test('is shown as visitors see it', async () => {
    openSettings(withVideo('https://youtu.be/aqz-KE-bpKQ'))
    const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of the video')
    expect(frame.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ')
  })

  test('whose stored address is wrong says so', async () => {
    openSettings(withVideo('https://vimeo.com/1'))
    expect(await screen.findByText('Invalid YouTube URL')).toBeTruthy()
  })

  test('cannot be saved while its address is wrong: the field and the preview say so', async () => {
    const { user, requests, field } = await editVideo('')
    await user.type(field, 'https://vimeo.com/1{Enter}')
    expect(errorAt(field)).toBe('Please enter a valid YouTube URL')
    expect(screen.getByText('No valid video URL')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    expect(count(requests, VIDEO)).toBe(0)
  })

  test('is saved once its address is right', async () => {
    const { user, requests, field } = await editVideo('')
    await user.type(field, 'https://youtu.be/aqz-KE-bpKQ')
    expect(errorAt(field)).toBeUndefined()
    expect(screen.getByTitle('Preview of the video')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expectToast('Settings Updated')
    expect(bodyOf(requests, VIDEO)).toEqual({
      value: 'https://youtu.be/aqz-KE-bpKQ',
      base: { value: '' },
    })
  })

  test('can be taken away again', async () => {
    const { user, requests } = await editVideo('https://youtu.be/aqz-KE-bpKQ')
    await user.click(screen.getByRole('button', { name: 'Remove Video' }))
    await expectToast('Settings Updated')
    expect(bodyOf(requests, VIDEO)).toMatchObject({ value: '' })
  })
})

test('a setting that holds nothing says what visitors see instead', async () => {
  const empty = SETTING_KEYS.filter((key) => wrongInSetting(key, '') === null).map((key) => ({
    key,
    value: '',
    description: '',
  }))
  openSettings({ 'GET /api/settings': { body: empty } })
  for (const sentence of [
    'Your hours are not shown',
    'Your phone number is not shown',
    'Your email address is not shown',
    'Your address is not shown',
    'Visitors see no video',
  ])
    expect(await screen.findByText(new RegExp(`Nothing yet\\. ${sentence}\\.`))).toBeTruthy()
  expect(screen.getByText(`Nothing yet. Visitors see “${SETTING_VALUES.hero_title}”.`)).toBeTruthy()
})

test('a logo is the farm’s once it is uploaded, is refused in words, and can be taken away', async () => {
  const sent = catchFiles()
  const url = `/uploads/${'cd'.repeat(16)}.webp`
  const logo = (value: string) => ({ key: 'farm_logo', value, description: '' })
  const { user, requests } = openSettings({
    'GET /api/settings': [{ body: [] }, { body: [logo(url)] }, { body: [logo('')] }].map(
      ({ body }) => ({ body: [{ key: 'hero_title', value: 'Hi', description: '' }, ...body] }),
    ),
    'POST /api/settings': { status: 201, body: logo(url) },
    'PUT /api/settings/farm_logo': { body: logo('') },
  })
  const choose = await screen.findByLabelText('Choose a logo')
  const file = new File(['logo'], 'logo.png', { type: 'image/png' })
  await user.upload(choose, file)
  act(() => sent[0]?.answer(400, { code: 'wrong-type', message: 'No picture.' }))
  expect((await screen.findAllByText('Please select an image file')).length).toBeGreaterThan(0)
  expect(count(requests, 'POST /api/settings')).toBe(0)
  await user.upload(choose, file)
  act(() => sent[1]?.answer(201, { imageUrl: url }))
  const replace = await screen.findByLabelText('Replace the logo')
  expect(bodyOf(requests, 'POST /api/settings')).toMatchObject({ value: url })
  await waitFor(() => expect(document.activeElement === replace).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Remove the logo' }))
  expect(await screen.findByLabelText('Choose a logo')).toBeTruthy()
  expect(bodyOf(requests, 'PUT /api/settings/farm_logo')).toEqual({
    value: '',
    base: { value: url },
  })
})

test('a photo of the farm keeps what it shows when it is replaced', async () => {
  const sent = catchFiles()
  const [old, next] = ['ab', 'cd'].map((two) => `/uploads/${two.repeat(16)}.webp`)
  const photo = (value: string) => ({ key: 'photo_farm', value, description: '' })
  const { user, requests } = openSettings({
    'GET /api/settings': { body: [photo(`${old} The barn`)] },
    'PUT /api/settings/photo_farm': { body: photo(`${next} The barn`) },
  })
  expect(await screen.findByDisplayValue('The barn')).toBeTruthy()
  const file = new File(['photo'], 'barn.jpg', { type: 'image/jpeg' })
  await user.upload(screen.getByLabelText('Replace the photo'), file)
  act(() => sent[0]?.answer(201, { imageUrl: next }))
  await waitFor(() => expect(count(requests, 'PUT /api/settings/photo_farm')).toBe(1))
  expect(bodyOf(requests, 'PUT /api/settings/photo_farm')).toEqual({
    value: `${next} The barn`,
    base: { value: `${old} The barn` },
  })
})

test('a photo of the farm may be a phone’s: too large, it is made smaller, by hand where that fails', async () => {
  const sent = catchFiles()
  const { user } = openDesk({ 'GET /api/settings': { body: [] } }, 'settings/photo_farm')
  const [choose] = await screen.findAllByLabelText('Choose a photo')
  if (!choose) throw new Error('There are photos to choose.')
  const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'barn.jpg', { type: 'image/jpeg' })
  await user.upload(choose, large)
  await expectToast('File too large', 'Please select an image smaller than 5MB')
  expect(screen.getByRole('button', { name: 'Make it smaller and use it' })).toBeTruthy()
  expect(sent).toEqual([])
})

test('Edit all makes one form of a card: what was changed is saved, and what is refused stays typed', async () => {
  const phone = 'PUT /api/settings/contact_phone'
  const email = 'PUT /api/settings/contact_email'
  const setting = (key: 'contact_phone' | 'contact_email', value: string) => ({
    body: { key, value, description: SETTINGS[key].description },
  })
  const refused = {
    code: 'invalid',
    message: 'Please enter a valid email address.',
    field: 'value',
  }
  const { user, requests } = openSettings({
    [phone]: setting('contact_phone', '740 555 0142'),
    [email]: [{ status: 400, body: refused }, setting('contact_email', 'hi@farm.example')],
  })
  await user.click(await screen.findByRole('button', { name: 'Edit all of Business Information' }))
  const [first, second] = [
    screen.getByLabelText<HTMLInputElement>(/^Contact phone/),
    screen.getByLabelText<HTMLInputElement>(/^Contact email/),
  ]
  expect(screen.getByLabelText(/^Business hours/)).toHaveProperty(
    'value',
    INITIAL_SETTINGS.business_hours,
  )
  await user.clear(first)
  await user.type(first, '740 555 0142')
  await user.clear(second)
  await user.type(second, 'hi')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(errorAt(second)).toBe(refused.message))
  expect(second.value).toBe('hi')
  await user.type(second, '@farm.example')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expectToast('Settings Updated')
  expect(bodies(requests, phone)).toHaveLength(1)
  expect(bodies(requests, email).at(-1)).toMatchObject({ value: 'hi@farm.example' })
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('the settings of emails and of taking money stand in their own sections', async () => {
  openDesk({ 'GET /api/admin/mail': BROKEN }, 'email')
  expect(await screen.findByRole('switch', { name: 'Reminders' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit Business hours' })).toBeNull()
  window.location.hash = 'taking-money'
  expect(await screen.findByRole('button', { name: 'Edit Ways to pay' })).toBeTruthy()
  const sections = within(screen.getByRole('navigation', { name: 'Settings' }))
  expect(sections.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['Farm', 'Website', 'Taking money', 'Email', 'People & sign-in', 'Connections', 'Backup'],
    ...['Checkup', 'Activity'],
  ])
})

test('the desk says the farm’s name', async () => {
  const stored = [{ key: 'farm_name', value: 'Miller Creek Farm', description: '' }]
  openDesk({ 'GET /api/settings': { body: stored } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Miller Creek Farm' })).toBeTruthy()
})
