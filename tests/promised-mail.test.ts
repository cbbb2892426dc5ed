import { describe, expect, test } from 'vitest'
import { LEGAL_SLUGS } from '#contract/pages/legal-slugs.ts'
import { write } from '#server/db/write.ts'
import { insertLegalPages } from '#server/demo/add-legal-pages.ts'
import { aKeyedBuyer, orderBody } from './a-buyer.ts'
import { type AShop, aProduct, aShop, signIn } from './a-shop.ts'
import { ask } from './a-visitor.ts'
import { SET_ASIDE } from './farm-questions/set-aside.ts'
import { TO_TUNE_ON } from './farm-questions/to-tune-on.ts'
import { REAL_PAGES } from './real-pages.ts'

/** An email someone is told to expect, not one they're asked for or may write. */
const PROMISE =
  /(?:we(?:’ll| will)?|farmer will) (?:send (?:you|your|one|an)|email|mail|write|reply)\b|(?:gets?|got|receive) (?:an?|one|every|our) (?:e-?mail|letter)|\b(?:an?|one|our|each|your confirmation|confirmation) e-?mails?\b(?! address)|\bby e-?mail\b|check your e-?mail|reminder/gi

const promisesIn = (text: string) => [...text.matchAll(PROMISE)].map(([found]) => found)

async function aShopWithoutMail() {
  const shop = await aShop({ pages: REAL_PAGES, env: { PUBLIC_URL: 'https://farm.test' } })
  const headers = { cookie: await signIn(shop) }
  const payload = { key: 'buyer_cancels', value: 'true' }
  await shop.inject({ method: 'POST', url: '/api/settings', headers, payload })
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 1200, stock: 50 })
  const beets = await aProduct(shop.db, { name: 'Beets', price: 400, stock: 0 })
  const { receiptUrl } = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))).json()
  const legal = { isPublished: true, at: shop.clock.now.toISOString() }
  await write(shop.db, (tx) => insertLegalPages(tx, legal))
  const paths = [
    ...['/', '/?all=1', '/checkout', '/nowhere', `/p/${eggs.id}-eggs`, `/p/${beets.id}-beets`],
    ...LEGAL_SLUGS.map((slug) => `/pages/${slug}`),
    String(receiptUrl),
  ]
  return { shop, paths }
}

async function textOf(shop: AShop, path: string): Promise<string> {
  const { body } = await shop.inject({ url: path })
  return body.replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll(/<[^>]*>/g, ' ')
}

describe('a shop that sends no mail promises none', () => {
  test('on any page', async () => {
    const { shop, paths } = await aShopWithoutMail()
    const found: string[] = []
    for (const path of paths)
      found.push(...promisesIn(await textOf(shop, path)).map((words) => `${path}: ${words}`))
    expect(found).toEqual([])
  })

  test('in any answer of the helper', async () => {
    const { shop } = await aShopWithoutMail()
    const found: string[] = []
    for (const { ask: question } of [...TO_TUNE_ON, ...SET_ASIDE])
      found.push(...promisesIn(await ask(shop, question)).map((words) => `${question}: ${words}`))
    expect(found).toEqual([])
  })

  test('to who subscribes, or waits for a product', async () => {
    const { shop } = await aShopWithoutMail()
    const post = (url: string, payload: object) => shop.inject({ method: 'POST', url, payload })
    const subscribed = await post('/api/newsletter/subscribe', { email: 'ada@example.com' })
    const waits = await post('/api/waiting-list', { productId: 2, email: 'ada@example.com' })
    expect([subscribed.statusCode, waits.statusCode]).toEqual([200, 409])
    expect(promisesIn(subscribed.body + waits.body)).toEqual([])
    expect((await shop.inject({ url: '/api/mails/sent' })).json()).toEqual({ areSent: false })
  })
})
