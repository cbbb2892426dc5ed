import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { INITIAL_SETTINGS } from '#contract/settings/setting-table.ts'
import { DEMO_CONTACTS, DEMO_SETTINGS } from '#server/demo/settings.ts'
import { runJobs } from '#server/jobs.ts'
import type { Letter } from '#server/outside/mail.ts'
import { aKeyedBuyer, orderBody } from './a-buyer.ts'
import { aMailbox } from './a-mailbox.ts'
import { POSTAL_ADDRESS } from './a-newsletter.ts'
import { type AShop, aProduct, aShop, signIn } from './a-shop.ts'
import { ask } from './a-visitor.ts'
import { SET_ASIDE } from './farm-questions/set-aside.ts'
import { TO_TUNE_ON } from './farm-questions/to-tune-on.ts'
import { REAL_PAGES } from './real-pages.ts'

/** What nobody said of this farm, in every form it takes. */
const MADE_UP = [
  ...Object.values(DEMO_CONTACTS),
  DEMO_CONTACTS.contact_phone.replace(/\D/g, ''),
  '555-01',
  'farmstand.example',
  'Black Hills',
  'South Dakota',
  'hens are laying',
  DEMO_SETTINGS.homepage_video_url.slice(-11),
]

/** Said by the farmer's 'Initialize Default Settings', by nobody before. */
const SAID_LATER = [INITIAL_SETTINGS.business_address, INITIAL_SETTINGS.business_hours, '8:00 AM']

/** What only a farmer, or the demo, can say of pickup and the farm's week. */
const FACTS_OF_A_DEMO = [
  ...['Farmers market', 'Farm store', '9am to noon', '2pm to 5pm', 'Hot Springs'],
  ...['Picked the day before', 'One email a week'],
]

const madeUpIn = (text: string, texts: readonly string[]) =>
  texts.filter((word) => text.includes(word))

async function aRealShop(isInitialized: boolean) {
  const shop = await aShop({ pages: REAL_PAGES, env: { PUBLIC_URL: 'https://farm.test' } })
  const { letters, mailer } = aMailbox()
  shop.shop.mail = mailer
  const cookie = await signIn(shop)
  const desk = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    shop.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })
  if (isInitialized)
    for (const [key, value] of Object.entries(INITIAL_SETTINGS))
      await desk('POST', '/api/settings', { key, value })
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 1200, stock: 50 })
  await desk('POST', '/api/pages', { title: 'Our farm', content: '<p>We keep hens.</p>' })
  const { receiptUrl } = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))).json()
  await desk('PUT', '/api/orders/1/status', { status: 'cancelled' })
  const other = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]]))).json()
  await shop.inject({
    method: 'POST',
    url: '/api/newsletter/subscribe',
    payload: { email: 'ada@example.com' },
  })
  await shop.settled()
  const [confirm = ''] =
    /\/newsletter\/confirm\/[\w-]+/.exec(letters.map(({ text }) => text).join()) ?? []
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await shop.inject({ method: 'POST', url: confirm, payload: 'from=page', headers: form })
  await desk('POST', '/api/settings', { key: 'postal_address', value: POSTAL_ADDRESS })
  const letter = {
    key: '6f1c1c1e-6a53-4c5c-8f6e-0d6d3c1f2a10',
    subject: 'Fresh eggs',
    body: 'Come and get them.',
  }
  await desk('POST', '/api/newsletter/letters', letter)
  await ask(shop, 'may my dog come along? bo@example.com')
  await desk('POST', '/api/questions/1/reply', { reply: 'Yes.' })
  await runJobs(shop.shop)
  await shop.settled()
  return { shop, desk, letters, receipts: [String(receiptUrl), String(other.receiptUrl)], confirm }
}

const textOf = (letter: Letter) =>
  [letter.subject, letter.text, letter.html, letter.replyTo].join('\n')

async function listCalls(shop: AShop): Promise<string[]> {
  const { paths } = (await shop.inject({ url: '/api/openapi.json' })).json()
  return Object.keys(paths).filter((path) => paths[path].get && !path.includes('{'))
}

describe.each([
  ['before any setting is there', false],
  ['after Initialize Default Settings', true],
])('a real shop, %s, says nothing of its farm that nobody has said', (_, isInitialized) => {
  // The farmer's address names the state as well.
  const texts = isInitialized
    ? MADE_UP.filter((word) => word !== 'South Dakota')
    : [...MADE_UP, ...SAID_LATER]

  test('in its mails, on its pages, in its calls, its files and the helper’s answers', async () => {
    const { shop, desk, letters, receipts, confirm } = await aRealShop(isInitialized)
    expect(letters.map(({ subject }) => subject).sort()).toEqual([
      'An answer from the farm',
      'Fresh eggs',
      'Please confirm your newsletter subscription',
      'Test order: We received your order #1',
      'Test order: We received your order #2',
      'Test order: Your order #1 was canceled',
    ])
    expect(letters.flatMap((letter) => madeUpIn(textOf(letter), texts))).toEqual([])
    expect(letters.map(({ text }) => text).join()).not.toMatch(/call \.|call $|Farmstand, *\n/m)
    const pages = [
      ...['/', '/?all=1', '/checkout', '/admin', '/pages/our-farm', '/nowhere', confirm],
      ...receipts,
    ]
    const files = ['/robots.txt', '/sitemap.xml', ...receipts.map((path) => `${path}/pickup.ics`)]
    const found: string[] = []
    const look = (where: string, text: string) =>
      found.push(...madeUpIn(text, texts).map((word) => `${where}: ${word}`))
    for (const path of [...pages, ...files, ...(await listCalls(shop))])
      for (const { body } of [await shop.inject({ url: path }), await desk('GET', path)])
        look(path, body)
    for (const { ask: question } of [...TO_TUNE_ON, ...SET_ASIDE])
      look(question, await ask(shop, question))
    expect(found).toEqual([])
    expect((await shop.inject({ url: '/' })).body).toContain('Today&#x27;s Farm Update')
  })
})

test('a shop in its first hour names no place, day or hour on any page, in any call or answer', async () => {
  const shop = await aShop({
    pages: REAL_PAGES,
    hasNoPlaces: true,
    env: { PUBLIC_URL: 'https://farm.test', DEMO: '0' },
  })
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 1200, stock: 50 })
  const texts = [...MADE_UP, ...SAID_LATER, ...FACTS_OF_A_DEMO]
  const found: string[] = []
  const look = (where: string, text: string) =>
    found.push(...madeUpIn(text, texts).map((word) => `${where}: ${word}`))
  const pages = ['/', '/?all=1', '/checkout', '/nowhere', `/p/${eggs.id}-eggs`, '/sitemap.xml']
  for (const path of [...pages, ...(await listCalls(shop))])
    look(path, (await shop.inject({ url: path })).body)
  for (const { ask: question } of [...TO_TUNE_ON, ...SET_ASIDE])
    look(question, await ask(shop, question))
  expect(found).toEqual([])
})

test('no file that every shop serves holds anything of one farm', async () => {
  for (const name of ['public/manifest.webmanifest', 'shop.html', 'desk.html'])
    expect(
      madeUpIn(await readFile(`${import.meta.dirname}/../web/${name}`, 'utf8'), MADE_UP),
    ).toEqual([])
})

test('the desk names what customers cannot see yet', async () => {
  const { desk } = await aRealShop(false)
  const unsaid = async () => (await desk('GET', '/api/admin/notices')).json().unsaidContacts
  expect(await unsaid()).toEqual([
    'contact_phone',
    'contact_email',
    'business_address',
    'business_hours',
  ])
  for (const [key, value] of Object.entries(INITIAL_SETTINGS))
    await desk('POST', '/api/settings', { key, value })
  expect(await unsaid()).toEqual(['contact_phone', 'contact_email'])
  await desk('PUT', '/api/settings/contact_phone', { value: '(605) 745-3210' })
  await desk('PUT', '/api/settings/contact_email', { value: 'us@farm.test' })
  expect(await unsaid()).toEqual([])
})
