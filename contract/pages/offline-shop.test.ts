import { expect, test } from 'vitest'
import { cachedAddress, cachedKind } from './offline-shop.ts'

const ORIGIN = 'https://farm.example'

function kindOf(address: string, requested: { method?: string; isNavigation?: boolean } = {}) {
  const { method = 'GET', isNavigation = true } = requested
  return cachedKind({ method, url: new URL(address, ORIGIN), origin: ORIGIN, isNavigation })
}

test.each([
  ['/', 'page'],
  ['/?category=eggs', 'page'],
  ['/?utm_source=letter', 'page'],
  ['/p/7-garden-herb-cheese', 'page'],
  ['/pages/our-hens', 'page'],
  ['/assets/first-Bxd2pi8Z.js', 'asset'],
  [`/uploads/${'0'.repeat(32)}-280.avif`, 'picture'],
])('%s may be kept as a %s', (address, kind) => {
  expect(kindOf(address)).toBe(kind)
})

test.each([
  '/api/products',
  '/api/receipts/1',
  '/checkout',
  '/checkout?again=1',
  '/admin',
  '/admin/stall',
  '/o/AAAAAAAAAAAAAAAAAAAAAA',
  '/o/AAAAAAAAAAAAAAAAAAAAAA/pickup.ics',
  '/newsletter/confirm/AAAAAAAAAAAAAAAAAAAAAA',
  '/ws',
  '/shop-worker.js',
  '/shop-worker.json',
  '/manifest.webmanifest',
  '/sitemap.xml',
  '/?all=1',
  '/p/',
  '/pages/our-hens/more',
  '/assets/../api/orders',
  'https://js.stripe.com/assets/v3.js',
  'https://farm.example:8443/',
])('%s is left to the network', (address) => {
  expect(kindOf(address)).toBeNull()
})

test('what is no plain GET, and a page that nobody goes to, is left to the network', () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'])
    expect([kindOf('/', { method }), kindOf('/assets/a.js', { method })]).toEqual([null, null])
  expect(kindOf('/pages/our-hens', { isNavigation: false })).toBeNull()
})

test('addresses that show the same page are kept as one', () => {
  const at = (address: string) => cachedAddress(new URL(address, ORIGIN))
  expect([at('/?utm_source=letter'), at('/#products'), at('/?category=nonsense')]).toEqual([
    '/',
    '/',
    '/',
  ])
  expect(at('/?category=pickled+goods')).toBe(at('/?category=pickled%20goods&x=1'))
  expect(at('/pages/our-hens?from=mail')).toBe('/pages/our-hens')
})
