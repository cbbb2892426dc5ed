import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aShop, signIn } from '#tests/a-shop.ts'
import { MAX_VERSIONS } from './page-versions.ts'

async function aPage() {
  const shop = await aShop()
  const headers = {
    cookie: await signIn(shop),
    accept: 'application/json',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  }
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    shop.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  await call('POST', '/api/pages', { title: 'Our farm', content: '<p>Grass.</p>' })
  const save = async (change: object) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + 1000)
    expect((await call('PUT', '/api/pages/1', change)).statusCode).toBe(200)
    return shop.clock.now.toISOString()
  }
  const versions = async () => (await call('GET', '/api/pages/1/versions')).json()
  return { shop, call, save, versions }
}

test('every save keeps what the page said before, with who and when; what says the same adds none', async () => {
  const { shop, save, versions } = await aPage()
  const begun = shop.clock.now.toISOString()
  const at = await save({ content: '<p>Grass and hens.</p>', metaDescription: 'Who we are.' })
  await save({ slug: 'us', isActive: false })
  const who = { device: 'Firefox on Linux', address: '127.0.0.0/24' }
  expect(await versions()).toEqual([
    {
      ...{ id: 2, title: 'Our farm', content: '<p>Grass and hens.</p>', at, ...who },
      metaDescription: 'Who we are.',
    },
    {
      ...{ id: 1, title: 'Our farm', content: '<p>Grass.</p>', at: begun, ...who },
      metaDescription: null,
    },
  ])
})

test('a version that is brought back is a new one, and the one before it stays', async () => {
  const { call, save, versions } = await aPage()
  await save({ content: '<p>Hens.</p>' })
  const [, { title, content, metaDescription }] = await versions()
  await save({ title, content, metaDescription })
  expect((await call('GET', '/api/pages')).json()).toMatchObject([{ content: '<p>Grass.</p>' }])
  expect((await versions()).map((one: { content: string }) => one.content)).toEqual([
    '<p>Grass.</p>',
    '<p>Hens.</p>',
    '<p>Grass.</p>',
  ])
})

test('a page that was laid in with the shop keeps what it said before its first save', async () => {
  const { shop, save, versions } = await aPage()
  const { now } = shop.clock
  await write(shop.db, (tx) => tx.deleteFrom('page_versions').execute())
  await save({ content: '<p>Hens.</p>' })
  const [, before] = await versions()
  expect(before).toMatchObject({ content: '<p>Grass.</p>', at: now.toISOString(), device: null })
})

test('the newest thirty are kept, kept to the allow-list of today, and none outlives its page', async () => {
  const { shop, call, save, versions } = await aPage()
  await call('POST', '/api/pages', { title: 'Hens', content: '<p>Forty.</p>' })
  for (let one = 0; one < MAX_VERSIONS + 2; one++) await save({ content: `<p>Hens ${one}</p>` })
  await write(shop.db, (tx) =>
    tx.updateTable('page_versions').set({ content: '<p>a<script>b</script></p>' }).execute(),
  )
  const stored = await versions()
  expect([stored.length, stored[0].id, stored[0].content]).toEqual([MAX_VERSIONS, 34, '<p>a</p>'])
  await call('DELETE', '/api/pages/1')
  expect(await shop.db.selectFrom('page_versions').select('page_id').execute()).toEqual([
    { page_id: 2 },
  ])
  expect(await call('GET', '/api/pages/1/versions')).toMatchObject({ statusCode: 404 })
})
