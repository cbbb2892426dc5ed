import { expect, test } from 'vitest'
import { LEGAL_SLUGS } from '#contract/pages/legal-slugs.ts'
import { write } from '#server/db/write.ts'
import { type AShop, aShop, signIn } from '#tests/a-shop.ts'
import { draftLegalPages } from './add-legal-pages.ts'

const NOW = new Date('2026-11-18T18:00:00.000Z')

async function published(shop: AShop): Promise<string[]> {
  const links: { slug: string }[] = (await shop.inject({ url: '/api/pages/links' })).json()
  return links.map(({ slug }) => slug)
}

async function atDesk(shop: AShop): Promise<{ id: number; slug: string; isActive: boolean }[]> {
  return (await shop.inject({ url: '/api/pages', headers: { cookie: await signIn(shop) } })).json()
}

test('the demo brings terms, refunds and privacy, after the pages it always had', async () => {
  const shop = await aShop({ env: { DEMO: '1' } })
  expect((await published(shop)).slice(4)).toEqual([...LEGAL_SLUGS])
})

test('a new shop without the demo finds them as drafts, and publishes what it likes', async () => {
  const shop = await aShop()
  await draftLegalPages(shop.db, NOW)
  expect(await published(shop)).toEqual([])
  const drafts = await atDesk(shop)
  expect(drafts.map(({ slug }) => slug).sort()).toEqual([...LEGAL_SLUGS].sort())
  expect(drafts.map(({ isActive }) => isActive)).toEqual([false, false, false])
  const url = `/api/pages/${drafts.find(({ slug }) => slug === 'privacy')?.id}`
  const headers = { cookie: await signIn(shop) }
  await shop.inject({ method: 'PUT', url, headers, payload: { isActive: true } })
  expect(await published(shop)).toEqual(['privacy'])
})

test('what the farmer deletes does not come back with the next start', async () => {
  const shop = await aShop()
  await draftLegalPages(shop.db, NOW)
  await write(shop.db, (tx) => tx.deleteFrom('pages').execute())
  await draftLegalPages(shop.db, NOW)
  expect(await atDesk(shop)).toEqual([])
})

test('a page of the farmer’s own at such an address stays as it is', async () => {
  const shop = await aShop()
  const headers = { cookie: await signIn(shop) }
  const payload = { title: 'Refunds', content: '<p>Our own words.</p>' }
  await shop.inject({ method: 'POST', url: '/api/pages', headers, payload })
  await draftLegalPages(shop.db, NOW)
  const [own] = (await atDesk(shop)).filter(({ slug }) => slug === 'refunds')
  expect(own).toMatchObject({ isActive: true, content: '<p>Our own words.</p>' })
})
