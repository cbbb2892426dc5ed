import { describe, expect, test } from 'vitest'
import { pictureUrl } from '#contract/products/pictures.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aForm, aPhoto } from '#tests/a-picture.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'

const ENV = { PUBLIC_URL: 'https://farm.example' }

const COMMON = {
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), usb=(), payment=(self "https://js.stripe.com"), fullscreen=(self "https://www.youtube-nocookie.com")',
}

const POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; manifest-src 'self'; font-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; script-src 'self'; connect-src 'self' wss://farm.example; frame-src"
const VIDEO = 'https://www.youtube-nocookie.com'
const HTML = { ...COMMON, 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Encoding' }
const STORE = {
  ...HTML,
  'cache-control': 'no-cache',
  'content-security-policy': `${POLICY} ${VIDEO}`,
}
const DESK = { ...STORE, 'cache-control': 'no-store' }
/** Keeps the secret in the address from other sites. */
const SECRET = { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex, nofollow' }
const PRIVATE = { ...DESK, ...SECRET }
const CALL = {
  ...COMMON,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
}
const CACHED_CALL = { ...CALL, 'cache-control': 'no-cache' }
const TEXTS = { ...CALL, 'content-type': 'text/plain; charset=utf-8' }

/** These differ in every answer. */
const OWN = new Set('x-request-id etag content-length date connection content-encoding'.split(' '))

/** Nothing lets it read, and nothing is said of what runs here. */
const OF_ANOTHER_SITE = { origin: 'https://evil.example' }

async function aSeenShop() {
  const shop = await aShop({ env: ENV })
  const eggs = await aProduct(shop.db)
  const placed = await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
  const cookie = await signIn(shop)
  const sent = {
    method: 'POST',
    url: '/api/upload',
    headers: { cookie },
    payload: aForm(await aPhoto()),
  } as const
  const picture: string = (await shop.inject(sent)).json().imageUrl
  const headersOf = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await shop.inject({ url, headers: { ...OF_ANOTHER_SITE, ...headers } })
    return Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !OWN.has(name)))
  }
  return { shop, headersOf, picture, receipt: String(placed.json().receiptUrl), cookie }
}

describe('exactly these headers come with', () => {
  test('a page, by its kind', async () => {
    const { headersOf, receipt } = await aSeenShop()
    for (const url of ['/', '/?all=1', '/nowhere', '/pages/nowhere'])
      expect(await headersOf(url), url).toEqual(STORE)
    const checkout = { ...DESK, 'content-security-policy': `${POLICY} 'none'` }
    expect(await headersOf('/checkout')).toEqual(checkout)
    expect(await headersOf('/admin')).toEqual(DESK)
    const links = ['/newsletter/confirm/x', '/newsletter/unsubscribe/x', '/waiting/x', '/o/new/x']
    for (const url of [receipt, ...links]) expect(await headersOf(url), url).toEqual(PRIVATE)
  })

  test('a call, its refusal, and what is not there', async () => {
    const { headersOf, cookie, receipt } = await aSeenShop()
    expect(await headersOf('/api/openapi.json')).toEqual(CALL)
    for (const url of ['/api/products', '/api/settings', '/api/pages/links'])
      expect(await headersOf(url), url).toEqual(CACHED_CALL)
    const long = { ...CACHED_CALL, vary: 'Accept-Encoding' }
    expect(await headersOf('/api/market-days')).toEqual(long)
    expect(await headersOf('/api/orders', { cookie })).toEqual(CALL)
    expect(await headersOf('/api/orders')).toEqual({ ...TEXTS, 'www-authenticate': 'Bearer' })
    for (const url of ['/api/people', '/api/nothing']) expect(await headersOf(url)).toEqual(TEXTS)
    const secret = receipt.slice('/o/'.length)
    expect(await headersOf(`/api/receipts/${secret}`)).toEqual({ ...CALL, ...SECRET })
  })

  test('a picture, and the small files', async () => {
    const { headersOf, picture } = await aSeenShop()
    expect(await headersOf(picture)).toEqual({
      ...COMMON,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      'content-type': 'image/webp',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const missing = {
      ...COMMON,
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    }
    expect(await headersOf(pictureUrl('0'.repeat(32)))).toEqual(missing)
    const text = { ...COMMON, 'content-type': 'text/plain; charset=utf-8' }
    expect(await headersOf('/robots.txt')).toEqual({
      ...text,
      'cache-control': 'public, max-age=3600',
    })
    expect(await headersOf('/healthz')).toEqual({ ...text, 'cache-control': 'no-store' })
  })

  test('the desk’s sign-in: its cookies are bound to the host', async () => {
    const { shop } = await aSeenShop()
    const payload = { password: 'seven brown hens' }
    const { headers } = await shop.inject({ method: 'POST', url: '/api/admin/login', payload })
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-farmstand_admin=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^__Host-farmstand_device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ])
  })
})

describe('an address that a request makes up', () => {
  const LIES = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example;proto=http',
    'x-original-host': 'evil.example',
    'x-forwarded-for': '203.0.113.9',
    referer: 'https://evil.example/',
  }

  test('stands in no answer and no redirect', async () => {
    const { shop, receipt, cookie } = await aSeenShop()
    const make = (method: 'POST' | 'PUT', url: string, payload: object) =>
      shop.inject({ method, url, headers: { cookie }, payload })
    await make('POST', '/api/pages', { title: 'Our hens', content: '<p>x</p>' })
    await make('PUT', '/api/pages/1', { slug: 'hens' })
    const next = '?next=//evil.example&url=https://evil.example&return_to=%2f%2fevil.example'
    const pages = '/ /checkout /admin /pages/our-hens /pages/hens /sitemap.xml /robots.txt'
    const paths = [...pages.split(' '), receipt]
    const evil = '//evil.example //evil.example/%2e%2e /%2f%2fevil.example /\\evil.example'
    const odd = [...evil.split(' '), '/pages//evil.example']
    const calls = ['/api/products', '/api/openapi.json', '/api/settings', `${receipt}/pickup.ics`]
    const redirects: string[] = []
    for (const url of [...paths, ...odd, ...calls].flatMap((path) => [path, path + next])) {
      const answer = await shop.inject({ url, headers: LIES })
      const { location } = answer.headers
      if (location !== undefined) redirects.push(String(location))
      expect(
        answer.statusCode < 300 || answer.statusCode >= 400 || location !== undefined,
        url,
      ).toBe(true)
      if (!odd.some((one) => url.startsWith(one))) expect(answer.body, url).not.toContain('evil')
    }
    console.info(`${redirects.length} redirects, to ${[...new Set(redirects)].join(', ')}`)
    expect(new Set(redirects)).toEqual(new Set(['/pages/hens']))
  })
})
