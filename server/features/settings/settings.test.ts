import { expect, test } from 'vitest'
import { FARM_SETTINGS } from '#contract/settings/farm-setting-table.ts'
import { SETTING_VALUES } from '#contract/settings/setting-table.ts'
import { aShop } from '#tests/a-shop.ts'
import { signedInDesk } from '#tests/at-desk.ts'

const SPECIFIED = [
  'business_hours',
  'contact_phone',
  'contact_email',
  'business_address',
  'hero_title',
  'hero_subtitle',
  'welcome_message',
  'newsletter_enabled',
  'homepage_video_url',
]

async function aDesk() {
  const shop = await aShop()
  const { ask: call } = await signedInDesk(shop)
  const add = (key: string, value: string) =>
    call('POST', '/api/settings', { key, value, description: '' })
  const change = (key: string, value: string) => call('PUT', `/api/settings/${key}`, { value })
  return { shop, call, add, change }
}

test('visitors read the nine settings of the specification and the farm’s own, and the owner all', async () => {
  const { shop, call, add } = await aDesk()
  for (const [key, value] of Object.entries(SETTING_VALUES))
    expect((await add(key, value)).statusCode).toBe(201)
  const keysOf = (answer: { json(): { key: string }[] }) => answer.json().map(({ key }) => key)
  expect(keysOf(await shop.inject({ url: '/api/settings' })).toSorted()).toEqual(
    [...SPECIFIED, 'farm_update', ...Object.keys(FARM_SETTINGS)].toSorted(),
  )
  expect(keysOf(await call('GET', '/api/settings')).toSorted()).toEqual(
    Object.keys(SETTING_VALUES).toSorted(),
  )
})

test('a switch is true or false, and nothing else', async () => {
  const { add, change } = await aDesk()
  const message = 'This setting must be true or false.'
  for (const key of ['newsletter_enabled', 'chat_recipe_names', 'backup_nightly']) {
    for (const wrong of ['TRUE', 'banana', '', '1', ' true'])
      expect((await add(key, wrong)).statusCode).toBe(400)
    expect((await add(key, 'true')).statusCode).toBe(201)
    for (const wrong of ['TRUE', 'banana', '', '0', 'false '])
      expect((await change(key, wrong)).json()).toEqual({
        code: 'invalid',
        message,
        field: 'value',
      })
    expect((await change(key, 'false')).json()).toMatchObject({ key, value: 'false' })
  }
})

test('the email address customers see looks like one, or is empty', async () => {
  const { add, change } = await aDesk()
  expect((await add('contact_email', 'nope')).statusCode).toBe(400)
  expect((await add('contact_email', 'hello@millercreek')).json().message).toBe(
    'There’s no dot after the @. Write it out, such as gmail.com.',
  )
  expect((await add('contact_email', 'us@farm.example')).statusCode).toBe(201)
  for (const wrong of [
    'nope',
    'a@b, c@d',
    'Us <us@farm.example>',
    'us@farm.example\nBcc: x@y.example',
  ])
    expect((await change('contact_email', wrong)).statusCode).toBe(400)
  for (const right of ['', 'farm@farm.example', ' farm@farm.example '])
    expect((await change('contact_email', right)).json()).toMatchObject({ value: right })
})

test('a video address that is not YouTube’s may be stored by the call', async () => {
  const { add } = await aDesk()
  expect((await add('homepage_video_url', 'https://vimeo.com/1')).statusCode).toBe(201)
})

test('a setting comes back as it was read, and an unknown field is refused', async () => {
  const { call, add } = await aDesk()
  const read = (await add('hero_title', 'Hello')).json()
  const answer = await call('PUT', '/api/settings/hero_title', read)
  expect([answer.statusCode, answer.json()]).toEqual([200, read])
  expect(
    (await call('PUT', '/api/settings/hero_title', { ...read, color: 'green' })).json().message,
  ).toBe('Unknown field: color.')
})

test('visitors read when the farm’s update was last changed, and what they read may come back', async () => {
  const { shop, call, add, change } = await aDesk()
  await add('hero_title', 'Hello')
  await add('farm_update', 'Pea shoots are cut.')
  const changedAt = '2026-11-18T18:20:00.000Z'
  shop.clock.now = new Date(changedAt)
  await change('farm_update', 'The hens are laying well.')
  shop.clock.now = new Date('2026-11-18T18:40:00.000Z')
  await change('farm_update', 'The hens are laying well.')
  await change('hero_title', 'Good morning')
  const read: { key: string }[] = (await shop.inject({ url: '/api/settings' })).json()
  const update = { key: 'farm_update', value: 'The hens are laying well.', changedAt }
  expect(read.find(({ key }) => key === 'farm_update')).toMatchObject(update)
  expect(read.find(({ key }) => key === 'hero_title')).not.toHaveProperty('changedAt')
  expect((await call('PUT', '/api/settings/farm_update', update)).statusCode).toBe(200)
})
