import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProductFeed } from '#contract/feeds.ts'
import type { Cents } from '#contract/money/money.ts'
import type { Product } from '#contract/products/products.ts'
import { DAY } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { createProduct } from '#server/features/products/edit-product.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aFarmCalendar, MARKET, STORE } from '#tests/a-farm-calendar.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'

const ORIGIN = 'https://farm.example'
const HOURS = { opens: '09:00', closes: '12:00', orderDays: 1, orderTime: '20:00' }
const NOW = '2026-11-18T18:00:00.000Z'
const PATHS = ['products.json', 'google.xml', 'market-days.ics'].map((name) => `/api/feeds/${name}`)

async function aFarm(env: Record<string, string> = {}) {
  const shop = await aShop({ now: NOW, env: { PUBLIC_URL: ORIGIN, ...env } })
  const headers = { cookie: await signIn(shop), origin: ORIGIN }
  const desk = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await shop.inject({ method, url, headers, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  const text = async (name: string) => (await shop.inject({ url: `/api/feeds/${name}` })).body
  const list = async (): Promise<ProductFeed> => JSON.parse(await text('products.json'))
  return { shop, desk, text, list }
}

type Entry = Record<string, string>

/** Of a calendar file, by UID; folded lines are joined first. */
function entriesOf(calendar: string): Map<string, Entry> {
  const lines = calendar.replaceAll('\r\n ', '').split('\r\n')
  const entries = new Map<string, Entry>()
  let entry: Entry = {}
  for (const line of lines) {
    const [name = '', ...value] = line.split(':')
    if (line === 'BEGIN:VEVENT') entry = {}
    else if (line === 'END:VEVENT') entries.set(entry.UID ?? '', entry)
    else entry[name] = value.join(':')
  }
  return entries
}

const anyName = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .map((name) => name.toWellFormed().replaceAll('\0', '').trim() || '</script>]]>&')
const anyDraft = fc.record({
  name: anyName,
  stock: fc.constantFrom(0, 1, 5, 6, 400),
  hidden: fc.boolean(),
  imageUrl: fc.constantFrom(
    null,
    `/uploads/${'a'.repeat(32)}.webp`,
    'https://pictures.example/a.jpg',
  ),
  season: fc.constantFrom(
    {},
    { seasonFrom: '11-01', seasonUntil: '12-31' },
    { seasonFrom: '05-01', seasonUntil: '06-30' },
  ),
  snap: fc.boolean(),
})

describe('the list for other sites', () => {
  test('is what the shop sells at that moment, without stock, hidden or out-of-season products', async () => {
    const { shop, list, text } = await aFarm()
    const property = fc.asyncProperty(fc.array(anyDraft, { maxLength: 6 }), async (drafts) => {
      const at = shop.clock.now.toISOString()
      await write(shop.db, (tx) => tx.updateTable('products').set({ archived_at: at }).execute())
      for (const { season, ...draft } of drafts) {
        const more = {
          description: draft.name,
          category: 'Farm Eggs',
          price: 450 as Cents,
          ...season,
        }
        await createProduct(shop.db, { ...draft, ...more }, shop.clock.now)
      }
      const sold: Product[] = (await shop.inject({ url: '/api/products' })).json()
      const inSeason = sold.filter(({ back }) => back === undefined)
      const { products } = await list()
      const levels = (stock: number) => (stock === 0 ? 'out' : stock <= 5 ? 'low' : 'in')
      expect(products.map(({ id, name, inStock, snap }) => ({ id, name, inStock, snap }))).toEqual(
        inSeason.map(({ id, name, stock, snap }) => ({ id, name, inStock: levels(stock), snap })),
      )
      for (const product of products) {
        expect(product.url).toMatch(/^https:\/\/farm\.example\/p\/\d+/)
        expect(product.image ?? 'https://').toMatch(/^https:\/\//)
        expect(Object.keys(product)).not.toContain('stock')
      }
      const google = await text('google.xml')
      const pictured = inSeason.filter(({ imageUrl }) => imageUrl)
      expect(idsIn(google)).toEqual(pictured.map(({ id }) => String(id)))
      expect(google).not.toMatch(/[^\P{Cc}\t\n\r]|<\/script|&(?!\w+;|#39;)/u)
    })
    await fc.assert(property, { numRuns: 12, examples: [[[]]] })
  })

  test('tells the next day, and why no orders are taken', async () => {
    const { list, desk } = await aFarm()
    expect(await list()).toMatchObject({
      farm: 'Farmstand',
      url: `${ORIGIN}/`,
      pause: null,
      nextDay: '2026-11-21',
    })
    await desk('PUT', '/api/pause', { isPaused: true, message: 'Back in spring.' })
    expect((await list()).pause).toBe('Back in spring.')
  })
})

const idsIn = (google: string) => [...google.matchAll(/<g:id>(\d+)<\/g:id>/g)].map(([, id]) => id)

describe('the list for Google', () => {
  test('names each product as its own page does, with a picture, price and whether it is there', async () => {
    const { shop, text } = await aFarm()
    const draft = { category: 'Farm Eggs', price: 450 as Cents, description: '' }
    const imageUrl = '/uploads/a.webp'
    const eggs = { ...draft, name: 'Eggs & <more>', stock: 1, imageUrl }
    const { id } = await createProduct(shop.db, eggs, shop.clock.now)
    await createProduct(shop.db, { ...draft, name: 'Beets', stock: 0, imageUrl }, shop.clock.now)
    const [first = '', second = ''] = (await text('google.xml')).split('<item>').slice(1)
    for (const line of [
      `<g:id>${id}</g:id>`,
      '<title>Eggs &amp; &lt;more&gt;</title>',
      `<link>${ORIGIN}/p/${id}-eggs-more</link>`,
      `<g:image_link>${ORIGIN}/uploads/a.webp</g:image_link>`,
      '<g:availability>in_stock</g:availability>',
      '<g:price>4.50 USD</g:price>',
      '<g:condition>new</g:condition>',
      '<g:product_type>Farm Eggs</g:product_type>',
      '<g:brand>Farmstand</g:brand>',
      '<g:identifier_exists>no</g:identifier_exists>',
    ])
      expect(first).toContain(line)
    expect(second).toContain('<g:availability>out_of_stock</g:availability>')
  })

  test('has 5,000 products at most', async () => {
    const { shop, text } = await aFarm()
    const at = NOW
    const row = {
      description: '',
      category: 'Farm Eggs',
      price_cents: 100 as Cents,
      stock: 1,
      image_url: '/a.webp',
      created_at: at,
      updated_at: at,
    }
    for (let from = 0; from < 5001; from += 1000)
      await write(shop.db, (tx) =>
        tx
          .insertInto('products')
          .values(
            Array.from({ length: Math.min(1000, 5001 - from) }, (_, index) => ({
              ...row,
              name: `Product ${from + index}`,
            })),
          )
          .execute(),
      )
    expect(idsIn(await text('google.xml'))).toHaveLength(5000)
  })
})

describe('the calendar of market days', () => {
  test('has the pickup days of the next 90 days, for calendars to ask again every six hours', async () => {
    const its = await aFarmCalendar()
    const text = async () => (await its.inject({ url: '/api/feeds/market-days.ics' })).body
    const uids = entriesOf(await text())
    const farthest = its.clock.now.getTime() + 90 * DAY
    const { days, places } = await its.show()
    const pickup = places.filter(({ kind }) => kind === 'pickup').map(({ id }) => id)
    const shown = days.filter(
      ({ placeId, opensAt }) => pickup.includes(placeId) && Date.parse(opensAt) < farthest,
    )
    expect(shown.length).toBeGreaterThan(20)
    expect(new Set(uids.keys())).toEqual(new Set(shown.map(({ id }) => `day-${id}@${its.shop.id}`)))
    expect(await text()).toContain(
      'REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\nX-PUBLISHED-TTL:PT6H\r\n',
    )
    const far = { placeId: STORE, days: ['2027-02-16', '2027-02-17'], ...HOURS, capacity: null }
    await its.answer('POST', '/api/market-days', far)
    const starts = [...entriesOf(await text()).values()].map(({ DTSTART }) => DTSTART?.slice(0, 8))
    expect([starts.includes('20270216'), starts.includes('20270217')]).toEqual([true, false])
  })

  test('keeps a day’s UID and raises its SEQUENCE with its hours, place and clock, and when it is called off or on', async () => {
    const its = await aFarmCalendar()
    const first = await its.dayAt('2026-11-28')
    const second = await its.dayAt('2026-12-05')
    const entry = async ({ id } = first) => {
      const feed = (await its.inject({ url: '/api/feeds/market-days.ics' })).body
      return entriesOf(feed).get(`day-${id}@${its.shop.id}`) ?? {}
    }
    let before = Number((await entry()).SEQUENCE)
    const raised = async (day = first) => {
      const now = await entry(day)
      expect(Number(now.SEQUENCE)).toBeGreaterThan(before)
      before = Number(now.SEQUENCE)
      return now
    }
    const { rules } = (await its.show()).places.find(({ id }) => id === MARKET) ?? { rules: [] }
    const { id: ruleId, placeId: _, ...rule } = rules[0] ?? {}
    await its.twoSteps('PUT', `/api/day-rules/${ruleId}`, { ...rule, closes: '13:00' })
    expect((await raised()).DTEND).toBe('20261128T200000Z')
    await its.answer('PUT', `/api/market-days/${first.id}`, { closes: '14:00' })
    expect((await raised()).DTEND).toBe('20261128T210000Z')
    await its.answer('PUT', `/api/places/${MARKET}`, { name: 'Church, lot' })
    expect((await raised()).LOCATION).toContain('Church\\, lot')
    await its.answer('POST', '/api/settings', { key: 'time_zone', value: 'America/Chicago' })
    expect((await raised()).DTEND).toBe('20261128T200000Z')
    const closing = { id: randomUUID(), message: 'Snow.', moveTo: null, cancelRest: false }
    const close = (more: object) =>
      its.answer('POST', `/api/market-days/${first.id}/close`, { ...closing, ...more })
    const { confirm } = await close({})
    await close({ confirm })
    expect(await raised()).toMatchObject({ STATUS: 'CANCELLED', DESCRIPTION: 'Snow.' })
    await its.answer('PUT', `/api/market-days/${first.id}`, { state: 'open' })
    expect(await raised()).not.toHaveProperty('STATUS')
    before = Number((await entry(second)).SEQUENCE)
    const off = { placeId: null, fromDay: second.day, untilDay: second.day, message: 'Holiday.' }
    await its.twoSteps('POST', '/api/closures', off)
    expect(await raised(second)).toMatchObject({ STATUS: 'CANCELLED' })
  })
})

test('no feed tells a customer’s or the farm’s contact, a note, or a stock number', async () => {
  const { shop, text } = await aFarm()
  const eggs = await aProduct(shop.db, { stock: 7919 })
  const secrets = {
    customerName: 'Zoe Quill',
    customerEmail: 'zoe@buyer.example',
    customerPhone: '(605) 555-0188',
    notes: 'Ring the bell',
  }
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]], secrets))
  const all = (
    await Promise.all(['products.json', 'google.xml', 'market-days.ics'].map(text))
  ).join()
  for (const secret of [...Object.values(secrets), '7918', '7919'])
    expect(all).not.toContain(secret)
  expect(all).not.toMatch(/[\w.]+@(?!\d|[\da-f-]{36})\w+\.\w/)
})

describe('every feed', () => {
  test('may be read by pages of other sites, is good for five minutes, and is listed for robots', async () => {
    const { shop } = await aFarm()
    for (const url of PATHS) {
      const { headers, statusCode } = await shop.inject({
        url,
        headers: { origin: 'https://blog.example' },
      })
      expect([statusCode, headers]).toMatchObject([
        200,
        {
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'public, max-age=300',
        },
      ])
      const again = await shop.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
      expect(again.statusCode).toBe(304)
    }
    for (const url of ['/api/products', '/api/market-days', '/api/settings', '/'])
      expect((await shop.inject({ url })).headers).not.toHaveProperty('access-control-allow-origin')
    expect((await shop.inject({ url: '/robots.txt' })).body).toContain(
      'Allow: /api/feeds/\nDisallow: /api/\n',
    )
  })

  test('is answered 60 times at once and twice a second after that', async () => {
    const { shop } = await aFarm({ LIMITS: 'on' })
    const ask = async () => (await shop.inject({ url: '/api/feeds/products.json?x' })).statusCode
    const times = async (count: number) => {
      const codes = []
      for (let one = 0; one < count; one++) codes.push(await ask())
      return codes.filter((code) => code === 200).length
    }
    expect(await times(70)).toBe(60)
    shop.clock.now = new Date(shop.clock.now.getTime() + 1000)
    expect(await times(10)).toBe(2)
    const refused = await shop.inject({ url: '/api/feeds/products.json?x' })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
  })
})
