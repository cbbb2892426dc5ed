import { describe, expect, test } from 'vitest'
import type { Page, SavedPage } from '#contract/pages/pages.ts'
import { masterFile, pictureUrl } from '#contract/products/pictures.ts'
import { write } from '#server/db/write.ts'
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts'
import { masterOf } from '#server/features/uploads/picture-codec.ts'
import { aPhoto } from '#tests/a-picture.ts'
import { type AShop, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'
import { listPublishedPages } from './page-queries.ts'

const FARM = {
  title: 'Our farm',
  slug: 'our-farm',
  content: '<p>Grass and hens.</p>',
  metaDescription: 'Who we are.',
}

async function aDesk() {
  const shop = await aShop()
  const call = atDesk(shop)
  const make = async (fields: object = {}) =>
    (
      await call('POST', '/api/pages', { title: 'Our farm', content: '<p>Hello</p>', ...fields })
    ).json() as SavedPage
  return { shop, call, make }
}

const bySlug = (shop: AShop, slug: string) => shop.inject({ url: `/api/pages/slug/${slug}` })

test('a new page is answered whole, is published, and was created and updated in one instant', async () => {
  const { shop, call } = await aDesk()
  const answer = await call('POST', '/api/pages', FARM)
  expect(answer.statusCode).toBe(201)
  const instant = shop.clock.now.toISOString()
  const saved = { id: 1, ...FARM, isActive: true, createdAt: instant, updatedAt: instant }
  expect(answer.json()).toEqual({ ...saved, removed: [] })
  expect((await bySlug(shop, 'our-farm')).json()).toEqual(saved)
})

test('a new page that says so is a draft', async () => {
  const { shop, call } = await aDesk()
  expect((await call('POST', '/api/pages', { ...FARM, isActive: false })).json()).toMatchObject({
    isActive: false,
  })
  expect((await bySlug(shop, 'our-farm')).statusCode).toBe(404)
  expect(
    (await call('POST', '/api/pages', { ...FARM, slug: 'two', isActive: 'no' })).statusCode,
  ).toBe(400)
})

test('the list is the desk’s: drafts too, newest first', async () => {
  const { shop, call, make } = await aDesk()
  for (const title of ['One', 'Two', 'Three']) {
    await make({ title })
    shop.clock.now = new Date(shop.clock.now.getTime() + 1000)
  }
  await call('PUT', '/api/pages/2', { isActive: false })
  const list: Page[] = (await call('GET', '/api/pages')).json()
  expect(list.map(({ title, isActive }) => [title, isActive])).toEqual([
    ['Three', true],
    ['Two', false],
    ['One', true],
  ])
  expect((await shop.inject({ url: '/api/pages' })).statusCode).toBe(401)
})

test('links and the list for search engines name the published pages, oldest first', async () => {
  const { shop, call, make } = await aDesk()
  for (const title of ['One', 'Two', 'Three']) await make({ title })
  await call('PUT', '/api/pages/2', { isActive: false })
  const links = [
    { title: 'One', slug: 'one' },
    { title: 'Three', slug: 'three' },
  ]
  expect((await shop.inject({ url: '/api/pages/links' })).json()).toEqual(links)
  const updatedAt = shop.clock.now.toISOString()
  expect(await listPublishedPages(shop.db)).toEqual(links.map((link) => ({ ...link, updatedAt })))
})

describe('a slug', () => {
  test('without letters is made of the page’s number', async () => {
    const { make } = await aDesk()
    const slugs = [
      await make({ title: '🌱', slug: '' }),
      await make({ title: '農場' }),
      await make({ title: '??' }),
    ]
    expect(slugs.map(({ slug }) => slug)).toEqual(['page-1', 'page-2', 'page-3'])
  })

  test('that was made of the title has a number behind it when it is taken', async () => {
    const { make } = await aDesk()
    const pages = [
      await make({ title: 'About Us' }),
      await make({ title: 'About us!', slug: 'about-us' }),
      await make({ title: 'About: us', slug: null }),
      await make({ title: 'x'.repeat(200) }),
      await make({ title: 'x'.repeat(200) }),
    ]
    expect(pages.map(({ slug }) => slug)).toEqual([
      'about-us',
      'about-us-2',
      'about-us-3',
      'x'.repeat(200),
      `${'x'.repeat(198)}-2`,
    ])
  })

  test('that the farmer chose is kept, or refused at its field when it is taken', async () => {
    const { call, make } = await aDesk()
    await make({ title: 'About us' })
    expect((await make({ title: 'Eggs', slug: 'hens' })).slug).toBe('hens')
    for (const refused of [
      await call('POST', '/api/pages', { ...FARM, slug: 'about-us' }),
      await call('PUT', '/api/pages/2', { slug: 'about-us' }),
    ]) {
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        { code: 'slug-taken', message: 'Another page has this slug.', field: 'slug' },
      ])
    }
  })

  test('stays when the page is saved under the same title, and stays when none is sent', async () => {
    const { call, make } = await aDesk()
    await make({ title: 'About us' })
    const second = await make({ title: 'About us' })
    await call('DELETE', '/api/pages/1')
    const saved = await call('PUT', '/api/pages/2', {
      title: 'About us',
      slug: 'about-us',
      content: 'x',
    })
    expect(saved.json().slug).toBe(second.slug)
    expect((await call('PUT', '/api/pages/2', { title: 'Else' })).json().slug).toBe('about-us-2')
    expect((await call('PUT', '/api/pages/2', { title: 'Area', slug: 'area' })).json().slug).toBe(
      'area',
    )
  })

  test('of 60,000 hyphens is refused at once, as title and as slug', async () => {
    const { call } = await aDesk()
    const hyphens = `a${'-'.repeat(60_000)}b`
    const title = await call('POST', '/api/pages', { ...FARM, title: hyphens })
    expect([title.statusCode, title.json().field]).toEqual([400, 'title'])
    const slug = await call('POST', '/api/pages', { ...FARM, slug: hyphens })
    expect([slug.statusCode, slug.json().field]).toEqual([400, 'slug'])
  })

  test('is one page’s, however many are made at once', async () => {
    const { shop, make } = await aDesk()
    const made = await Promise.all(Array.from({ length: 6 }, () => make()))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(6)
    expect(made.every(({ slug }) => /^our-farm(?:-[2-6])?$/.test(slug))).toBe(true)
    expect(await shop.db.selectFrom('pages').select('id').execute()).toHaveLength(6)
  })

  test('freed by a deletion can be had again', async () => {
    const { call, make } = await aDesk()
    await make()
    await call('PUT', '/api/pages/1', { slug: 'the-farm' })
    expect((await call('DELETE', '/api/pages/1')).statusCode).toBe(204)
    expect([(await make({ slug: 'the-farm' })).slug, (await make()).slug]).toEqual([
      'the-farm',
      'our-farm',
    ])
  })
})

describe('a change', () => {
  test('of one field leaves the rest, and is of a later instant', async () => {
    const { shop, call } = await aDesk()
    const { removed: _, ...before } = (await call('POST', '/api/pages', FARM)).json()
    shop.clock.now = new Date('2026-11-18T18:10:00.000Z')
    const answer = await call('PUT', '/api/pages/1', { id: 1, title: 'The farm' })
    const after = { ...before, title: 'The farm', updatedAt: '2026-11-18T18:10:00.000Z' }
    expect([answer.statusCode, answer.json()]).toEqual([200, { ...after, removed: [] }])
    expect(
      (await call('PUT', '/api/pages/1', { metaDescription: '' })).json().metaDescription,
    ).toBeNull()
  })

  test('leaves a row in the history with what it was and what it became', async () => {
    const { shop, call } = await aDesk()
    await call('POST', '/api/pages', FARM)
    await call('PUT', '/api/pages/1', { isActive: false })
    await call('DELETE', '/api/pages/1')
    const rows = await shop.db
      .selectFrom('audit')
      .select(['action', 'subject', 'before', 'after'])
      .where('subject', '!=', 'desk')
      .execute()
    const draft = { title: 'Our farm', isActive: false }
    expect(rows).toMatchObject([
      { action: 'created', subject: 'page:1', before: null, after: { isActive: true } },
      { action: 'changed', subject: 'page:1', before: { isActive: true }, after: draft },
      { action: 'deleted', subject: 'page:1', before: draft, after: null },
    ])
  })

  test('that is wrong is refused in a sentence, with its field', async () => {
    const { call, make } = await aDesk()
    const { removed: _, ...page } = await make()
    for (const [wrong, field] of [
      [{ id: 2 }, 'id'],
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(201) }, 'title'],
      [{ content: '' }, 'content'],
      [{ content: '<script>alert(1)</script>' }, 'content'],
      [{ content: 'x'.repeat(200_001) }, 'content'],
      [{ slug: 'Our Farm' }, 'slug'],
      [{ metaDescription: 'x'.repeat(301) }, 'metaDescription'],
      [{ isActive: 'yes' }, 'isActive'],
      [{ views: 7 }, 'views'],
    ] as const) {
      const refused = await call('PUT', '/api/pages/1', wrong)
      const { code, field: named, message } = refused.json()
      expect([refused.statusCode, code, named]).toEqual([400, 'invalid', field])
      expect(message).toMatch(/^[A-Z].*\.$/)
    }
    expect((await call('GET', '/api/pages')).json()).toEqual([page])
  })

  test('may carry more than the usual body: what is new and what was loaded, up to four megabytes', async () => {
    const { call, make } = await aDesk()
    await make()
    const content = '農'.repeat(200_000)
    expect((await call('PUT', '/api/pages/1', { content })).json().content).toBe(content)
    const other = '日'.repeat(200_000)
    expect(
      (await call('PUT', '/api/pages/1', { content: other, base: { content } })).json().content,
    ).toBe(other)
    expect(
      (await call('PUT', '/api/pages/1', { content: 'x'.repeat(4 * 1024 * 1024) })).statusCode,
    ).toBe(413)
    expect(
      (await call('POST', '/api/settings', { key: 'hero_title', value: 'x'.repeat(70_000) }))
        .statusCode,
    ).toBe(413)
  })

  test('of a page that is not there answers 404', async () => {
    const { call } = await aDesk()
    expect((await call('PUT', '/api/pages/7', { title: 'x' })).statusCode).toBe(404)
    expect((await call('DELETE', '/api/pages/7')).statusCode).toBe(404)
  })
})

describe('a draft', () => {
  test('is there for the signed-in desk alone', async () => {
    const { shop, call, make } = await aDesk()
    await make()
    await call('PUT', '/api/pages/1', { isActive: false })
    const hidden = await bySlug(shop, 'our-farm')
    expect([hidden.statusCode, hidden.body]).toEqual([404, 'Page Not Found'])
    expect((await call('GET', '/api/pages/slug/our-farm')).json()).toMatchObject({
      title: 'Our farm',
      isActive: false,
    })
    expect((await bySlug(shop, 'nowhere')).body).toBe('Page Not Found')
  })
})

test('what is no slug leads to no page', async () => {
  const { shop } = await aDesk()
  for (const slug of ['%00', 'a%00b', '%F0%9F%A5%9A', 'Our-Farm', 'x'.repeat(5000)]) {
    const answer = await bySlug(shop, slug)
    expect([answer.statusCode, answer.body]).toEqual([404, 'Page Not Found'])
  }
})

describe('content', () => {
  test('is sanitized when it is saved, and the answer names what was removed', async () => {
    const { shop, make } = await aDesk()
    const page = await make({
      content: '<h1 onclick="x()">Hi</h1><script>alert(1)</script><p class="a">Eggs</p>',
    })
    expect([page.content, page.removed]).toEqual([
      '<h2>Hi</h2><p>Eggs</p>',
      ['<script>', 'class', 'onclick'],
    ])
    const [row] = await shop.db.selectFrom('pages').select('content').execute()
    expect(row?.content).toBe(page.content)
  })

  test('says how large its pictures are, so that the page does not move while they load', async () => {
    const { shop, call, make } = await aDesk()
    const put = async (name: string, width: number, height: number) => {
      await shop.shop.pictures.put(
        masterFile(name),
        await masterOf(await aPhoto({ width, height })),
      )
      return pictureUrl(name)
    }
    const wide = await put('a'.repeat(32), 400, 300)
    const tall = await put('b'.repeat(32), 30, 900)
    const content = `<img src="${wide}"><img src="${tall}" width="15"><img src="/uploads/gone.png">`
    const page = await make({ content })
    expect(page.content).toBe(
      `<img src="${wide}" width="400" height="300" alt="" fetchpriority="high" />` +
        `<img src="${tall}" width="15" alt="" loading="lazy" />` +
        '<img src="/uploads/gone.png" alt="" loading="lazy" />',
    )
    const changed = { content: `<img src="${tall}">${page.content}` }
    const saved = (await call('PUT', '/api/pages/1', changed)).json()
    expect(saved.content).toContain(`<img src="${tall}" width="30" height="900" alt="" fetch`)
    expect(saved.content).toContain(`<img src="${wide}" width="400" height="300" alt="" loading`)
    expect(saved.removed).toEqual([])
    expect((await bySlug(shop, 'our-farm')).json().content).toBe(saved.content)
  })

  test('of the demo’s farm says so of its drawing, too', async () => {
    const { shop } = await aDesk()
    await fillDemoShop(shop.db, shop.shop.pictures, shop.clock.now)
    expect((await bySlug(shop, 'our-farm')).json().content).toMatch(
      /^<figure><img src="[^"]+" width="1200" height="900" alt="" fetchpriority="high" \/>/,
    )
  })

  test('is sanitized again when it is shown, whoever wrote the row', async () => {
    const { shop, call, make } = await aDesk()
    await make()
    const evil = '<p>Eggs<img src=x onerror=alert(1)></p><script>alert(1)</script>'
    await write(shop.db, (tx) => tx.updateTable('pages').set({ content: evil }).execute())
    expect((await bySlug(shop, 'our-farm')).json().content).toBe('<p>Eggs</p>')
    expect((await call('GET', '/api/pages')).json()[0].content).toBe('<p>Eggs</p>')
  })
})

test('a page that is sent back as it was read is as it was, and was not updated', async () => {
  const { shop, call, make } = await aDesk()
  await make()
  const [read] = (await call('GET', '/api/pages')).json()
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
  const answer = await call('PUT', '/api/pages/1', read)
  const { removed: _, ...answered } = answer.json()
  expect([answer.statusCode, answered]).toEqual([200, read])
  const other = await call('PUT', '/api/pages/1', { ...read, title: 'The farm, too' })
  expect(other.json().updatedAt).toBe(shop.clock.now.toISOString())
})

describe('a preview', () => {
  test('says what would be saved and what would be lost, and stores nothing', async () => {
    const { shop, call } = await aDesk()
    const answer = await call('POST', '/api/pages/preview', {
      content: '<h1>Hi</h1><script>x()</script>',
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { html: '<h2>Hi</h2>', removed: ['<script>'] },
    ])
    expect((await call('POST', '/api/pages/preview', { content: '' })).json()).toEqual({
      html: '',
      removed: [],
    })
    expect(await shop.db.selectFrom('pages').select('id').execute()).toEqual([])
    expect(
      await shop.db.selectFrom('audit').select('id').where('subject', '!=', 'desk').execute(),
    ).toEqual([])
  })

  test('of too much, of no text or of an unknown field is refused', async () => {
    const { call } = await aDesk()
    for (const body of [
      { content: 'x'.repeat(200_001) },
      { content: 7 },
      { content: 'x', title: 'x' },
    ])
      expect((await call('POST', '/api/pages/preview', body)).statusCode).toBe(400)
  })
})
