import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { MISSING_SLUG } from '#contract/pages/slug.ts'
import {
  GONE_PRODUCT_PATH,
  MISSING_PRODUCT_PATH,
  productPath,
} from '#contract/products/product-path.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { aStripeStandIn } from '#tests/stripe-stand-in/stand-in.ts'
import type { Pages } from './render-page.ts'

async function policyOf(
  shop: Awaited<ReturnType<typeof aShop>>,
  url: string,
): Promise<Record<string, string>> {
  const { headers } = await shop.inject({ url })
  const parts = String(headers['content-security-policy']).split('; ')
  return Object.fromEntries(
    parts.map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  )
}

test('only the checkout of a shop with Stripe lets Stripe’s own scripts and frames in', async () => {
  const shop = await aShop({ stripe: await aStripeStandIn() })
  expect(await policyOf(shop, '/checkout')).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
    'connect-src':
      "'self' https://api.stripe.com https://pay.google.com https://google.com/pay https://www.google.com/pay",
    'frame-src':
      'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://pay.google.com',
  })
  for (const url of ['/', '/admin', '/nowhere'])
    expect(JSON.stringify(await policyOf(shop, url))).not.toMatch(/stripe|google/)
})

test('only the checkout of a shop with Stripe lets a wallet’s window answer it, and Google ask for a payment', async () => {
  const withStripe = await aShop({ stripe: await aStripeStandIn() })
  const windowsOf = async (shop: Awaited<ReturnType<typeof aShop>>, url: string) => {
    const { headers } = await shop.inject({ url })
    const [payment] = /payment=\(.*?\)/.exec(String(headers['permissions-policy'])) ?? []
    return [headers['cross-origin-opener-policy'], payment]
  }
  expect(await windowsOf(withStripe, '/checkout')).toEqual([
    'same-origin-allow-popups',
    'payment=(self "https://js.stripe.com" "https://pay.google.com")',
  ])
  const usual = ['same-origin', 'payment=(self "https://js.stripe.com")']
  for (const url of ['/', '/admin', '/api/products', '/nowhere'])
    expect(await windowsOf(withStripe, url)).toEqual(usual)
  expect(await windowsOf(await aShop(), '/checkout')).toEqual(usual)
})

test.each([
  ['https://farm.example', {}, 'max-age=63072000'],
  ['https://farm.example', { HSTS: 'subdomains' }, 'max-age=63072000; includeSubDomains'],
  ['https://farm.example', { HSTS: 'off' }, undefined],
  ['http://farm.example', { HSTS: 'subdomains' }, undefined],
])(
  'browsers are told to use https at %s with %o: %s; for other names of the domain only where that was asked for',
  async (PUBLIC_URL, env, expected) => {
    const shop = await aShop({ env: { PUBLIC_URL, ...env } })
    for (const url of ['/', '/api/products', '/nowhere'])
      expect((await shop.inject({ url })).headers['strict-transport-security']).toBe(expected)
  },
)

test('a network before the shop may keep store pages for seconds where the owner says so, and nothing else', async () => {
  const stored = 'public, max-age=0, s-maxage=5, stale-while-revalidate=50'
  const [usual, behindOne] = [await aShop(), await aShop({ env: { CDN: '1' } })]
  const controlOf = async (shop: Awaited<ReturnType<typeof aShop>>, url: string) =>
    (await shop.inject({ url })).headers['cache-control']
  const { id, name } = await aProduct(behindOne.db)
  for (const url of ['/', '/?category=Bakery', productPath({ id, name })])
    expect(await controlOf(behindOne, url)).toBe(stored)
  expect(await controlOf(usual, '/')).toBe('no-cache')
  for (const url of ['/nowhere', '/api/products'])
    expect(await controlOf(behindOne, url)).toBe('no-cache')
  for (const url of ['/checkout', '/admin', `/o/${'a'.repeat(43)}`, '/api/pickup'])
    expect(await controlOf(behindOne, url)).toBe('no-store')
})

test('what was taken down goes from a network within a minute: no page is shown for longer, and what stands instead may be stored', async () => {
  const shop = await aShop({ env: { CDN: '1' }, pages: SHOWN })
  const headers = { cookie: await signIn(shop) }
  const at = async (url: string) => {
    const { statusCode, headers } = await shop.inject({ url })
    const seconds = Object.fromEntries(
      String(headers['cache-control'])
        .split(', ')
        .map((part) => part.split('='))
        .map(([name, value]) => [name, Number(value ?? 0)]),
    )
    return { statusCode, ...seconds } as Record<string, number>
  }
  const { id, name } = await aProduct(shop.db)
  const draft = { title: 'Recall', slug: 'recall', content: '<p>Eggs</p>', isActive: true }
  const page = await shop.inject({ method: 'POST', url: '/api/pages', headers, payload: draft })
  const urls = [productPath({ id, name }), '/pages/recall']
  for (const url of urls) {
    const { statusCode, 's-maxage': kept = 0, 'stale-while-revalidate': stale = 0 } = await at(url)
    expect([statusCode, kept + stale <= 60], url).toEqual([200, true])
  }
  const down = { method: 'PUT', url: `/api/pages/${page.json().id}`, headers } as const
  expect((await shop.inject({ ...down, payload: { isActive: false } })).statusCode).toBe(200)
  await shop.inject({ method: 'DELETE', url: `/api/products/${id}`, headers })
  for (const url of urls)
    expect(await at(url), url).toEqual({
      statusCode: expect.toSatisfy((status) => status === 404 || status === 410),
      ...{ public: 0, 'max-age': 0, 's-maxage': 1 },
    })
  const conf = await readFile(resolve(import.meta.dirname, '../../deploy/nginx-cache.conf'), 'utf8')
  expect(conf).toMatch(/^\tproxy_cache_use_stale (?!.*updating).*;$/m)
})

const SHOWN: Pages = {
  client: null,
  renderPage: async (path) => {
    const isMissing = path === MISSING_PRODUCT_PATH || path.endsWith(MISSING_SLUG)
    return { status: isMissing ? 404 : path === GONE_PRODUCT_PATH ? 410 : 200, html: path }
  },
}
