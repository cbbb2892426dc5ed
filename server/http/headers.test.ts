import { expect, test } from 'vitest'
import { productPath } from '#contract/product-path.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { aStripeStandIn } from '#tests/stripe-stand-in/stand-in.ts'

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

test('the checkout with test cards lets nobody in', async () => {
  const sources = { 'script-src': "'self'", 'connect-src': "'self'", 'frame-src': "'none'" }
  expect(await policyOf(await aShop(), '/checkout')).toMatchObject(sources)
})

test('a network before the shop may keep store pages for seconds where the owner says so, and nothing else', async () => {
  const stored = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60'
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
