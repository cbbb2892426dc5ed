// @vitest-environment node
import { decodeQR } from 'qr/decode.js'
import { describe, expect, test, vi } from 'vitest'
import type { OrderingCalendar } from '#contract/calendar/market-days.ts'
import { parsePass } from '#contract/orders/pickup-pass.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import type { Page } from '#contract/pages/pages.ts'
import type { Product } from '#contract/products/products.ts'
import { PUBLIC_SETTING_VALUES } from '#contract/settings/public-settings.ts'
import { aCalendar } from '#tests/a-checkout.tsx'
import { aPhotoOfCode } from '#tests/a-photo-of-code.ts'
import { render } from './entry-server.tsx'

const eggs: Product = {
  id: 1,
  name: 'Eggs',
  description: '',
  category: 'Farm Eggs',
  price: 5,
  stock: 9,
  imageUrl: null,
}
const receipt: Receipt = {
  id: 12,
  createdAt: '2026-11-18T18:00:00.000Z',
  status: 'pending',
  paymentStatus: 'completed',
  testMode: true,
  categories: [],
  items: [{ productId: 1, name: 'Eggs', quantity: 1, standing: 1, price: 5, lineTotal: 5 }],
  subtotal: 5,
  deliveryFee: 0,
  total: 5,
  refunded: 0,
  deliveryMethod: 'pickup',
  pickupLocation: 'farm_store',
  pickupDate: '2026-11-21',
  place: { name: 'Farm store', address: '', mapUrl: null, note: '' },
  marketDay: {
    day: '2026-11-21',
    opens: '14:00',
    closes: '17:00',
    opensAt: '2026-11-21T21:00:00.000Z',
    orderUntil: '2026-11-21T07:00:00.000Z',
    isClosed: false,
    placeKey: 'farmers_market',
    takesOrders: true,
  },
  pickupName: null,
  isGift: false,
  confirmation: { to: 'a…a@example.com', state: 'sent' },
  shippingAddress: null,
  customerName: 'Ada Miller',
  notes: null,
  mark: '1a2b3c4d',
}
const settings = [{ key: 'hero_title', value: 'Good </script> morning', description: '' }]

const NO_DAYS = { places: [], days: [], today: '2026-11-20', pause: null, isSeeded: true }

function manyProducts(count: number): Product[] {
  return Array.from({ length: count }, (_, index) => ({
    ...eggs,
    id: index + 1,
    name: `Product ${index + 1}`,
    category: index < count / 2 ? 'Farm Eggs' : 'Bakery',
  }))
}

/** Products come in the shop's order; a missing answer fails. */
function renderShop(
  path: string,
  answers: {
    products?: Product[]
    settings?: typeof settings
    calendar?: OrderingCalendar
    links?: { title: string; slug: string }[]
  },
) {
  const load = async (apiPath: string, limit?: number) => {
    if (apiPath === '/api/pages/links') return answers.links ?? []
    if (apiPath === '/api/market-days') return answers.calendar ?? NO_DAYS
    const answer =
      apiPath === '/api/products' ? answers.products?.slice(0, limit) : answers.settings
    if (!answer) throw new Error('down')
    return answer
  }
  return render(path, load, { version: 7, origin: 'https://farm.example' })
}

const cards = (html: string) => html.match(/<h4/g)?.length ?? 0

describe('a rendered page', () => {
  test('is whole without scripts and brings none of its own', async () => {
    const { html, status } = await renderShop('/', { products: [eggs], settings })
    expect(status).toBe(200)
    expect(html).toContain('Eggs</h4>')
    expect(html).not.toMatch(/<script|<style| style=/)
    expect(html).not.toContain('hidden id="S:')
  })

  test('says nothing of how many boxes a day has left', async () => {
    const calendar = aCalendar()
    const days = calendar.days.map((day) => ({ ...day, left: 7 }))
    const answers = { products: [eggs], settings, calendar: { ...calendar, days } }
    const { html } = await renderShop('/', answers)
    const text = html.replace(/<[^>]*>/g, ' ')
    expect(text).toContain('Saturday')
    expect(text).not.toMatch(/\b7\b|boxes/)
  })

  test('gives its title, description and address to the head', async () => {
    const { head, html } = await renderShop('/', { products: [eggs], settings })
    expect(head).toMatch(/<title>[^<]+<\/title>/)
    expect(head).toContain('<meta name="description"')
    expect(head).toContain('<link rel="canonical" href="https://farm.example/"/>')
    expect(html).not.toMatch(/<title|<meta|<link/)
    expect(html.startsWith('<div')).toBe(true)
  })

  test('names in the head what only its styles would ask for', async () => {
    const { head } = await renderShop('/', { products: [eggs], settings })
    expect(head).toMatch(
      /<link rel="preload" href="[^"]*board[^"]*" as="image" fetchPriority="low"/,
    )
  })

  test('tells machines of the farm', async () => {
    const beets = { ...eggs, id: 2, name: 'Beets </script>' }
    const said = {
      business_address: 'Hot Springs, SD',
      business_hours: 'Saturdays, 8:00 AM – 2:00 PM',
      contact_phone: '(605) 555-0134',
    }
    const stored = Object.entries(said).map(([key, value]) => ({ key, value, description: '' }))
    const { head } = await renderShop('/', { products: [eggs, beets], settings: stored })
    const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(head) ?? []
    const [farm] = JSON.parse(json)['@graph']
    expect(farm).toMatchObject({
      '@type': 'GroceryStore',
      telephone: '+16055550134',
      address: { addressLocality: 'Hot Springs', addressRegion: 'SD', addressCountry: 'US' },
      openingHoursSpecification: { dayOfWeek: 'Saturday', opens: '08:00', closes: '14:00' },
    })
  })

  test('says where and when each place is, and names no other area, to people and machines', async () => {
    const [place, zone] = [aCalendar().places[0], aCalendar().places[2]]
    const [day] = aCalendar().days
    if (!place || !zone || !day) throw new Error('There are places and days.')
    const stand = { name: 'Elm St. Stand', address: '9 Elm St', mapUrl: 'https://maps.example/9' }
    const calendar = {
      places: [
        { ...place, ...stand, hours: 'Wednesday 3pm to 6pm' },
        { ...place, key: 'fair', name: 'Fall fair', hours: '' },
        { ...zone, name: 'Custer County' },
      ],
      days: [day, { ...day, placeKey: 'fair' }],
      today: '2026-11-20',
      pause: null,
      isSeeded: false,
    }
    const { head, html } = await renderShop('/', { products: [eggs], settings, calendar })
    const text = html.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|')
    expect(text).toContain(
      '|Pickup|Elm St. Stand|, 9 Elm St|Wednesday 3pm to 6pm| · |Map|' +
        'Fall fair|Saturday, Nov 28 9am to noon|',
    )
    expect(text).toContain('We deliver to Custer County|$5.00, on orders of $20.00 or more')
    expect(html + head).not.toMatch(/Hot Springs|farm store/)
    expect(head).toContain(
      '"location":[{"@type":"Place","name":"Elm St. Stand","address":{"@type":"PostalAddress","streetAddress":"9 Elm St","addressCountry":"US"},' +
        '"hasMap":"https://maps.example/9","openingHoursSpecification":[{' +
        '"@type":"OpeningHoursSpecification","opens":"09:00","closes":"12:00",' +
        '"validFrom":"2026-11-28","validThrough":"2026-11-28"}]}]',
    )
  })

  test('says the places of the specification as it does', async () => {
    const calendar = aCalendar()
    const { html } = await renderShop('/', { products: [eggs], settings, calendar })
    const text = html.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|')
    expect(text).toContain('Farmers market|Saturday 9am to noon|Farm store|Saturday 2pm to 5pm|')
    expect(text).toContain('We deliver in the Hot Springs area|$5.00, on orders of $20.00 or more')
  })

  test('dates the farm’s update, and lets an old one be quieter', async () => {
    const banner = async (setting: { value: string; changedAt?: string }) => {
      const stored = [{ key: 'farm_update', description: '', ...setting }]
      const calendar = aCalendar()
      const { html } = await renderShop('/', { products: [eggs], settings: stored, calendar })
      const [found = ''] = /<section aria-labelledby="update-title".*?<\/section>/.exec(html) ?? []
      const said = found.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|')
      return [said, /bg-yolk-pale/.test(found)]
    }
    const value = 'Pea shoots are cut.'
    const title = '|Today&#x27;s Farm Update|'
    expect(await banner({ value, changedAt: '2026-11-19T03:00:00.000Z' })).toEqual([
      `${title}${value}| Nov 18|`,
      true,
    ])
    expect((await banner({ value, changedAt: '2026-10-01T18:00:00.000Z' }))[1]).toBe(false)
    expect(await banner({ value })).toEqual([`${title}${value}|`, true])
    const builtIn = PUBLIC_SETTING_VALUES.farm_update
    for (const nothing of ['', builtIn])
      expect(await banner({ value: nothing, changedAt: '2026-10-01T18:00:00.000Z' })).toEqual([
        `${title}${builtIn}|`,
        true,
      ])
  })

  test('shows a picture of ours in place of the video until someone plays it', async () => {
    const shown = async (url: string) => {
      const stored = [{ key: 'homepage_video_url', value: url, description: '' }]
      return (await renderShop('/', { products: [eggs], settings: stored })).html
    }
    const [, frame = ''] =
      /<iframe ([^>]*)>/.exec(await shown('https://youtu.be/aqz-KE-bpKQ')) ?? []
    expect(frame).toContain('src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"')
    expect(frame).toContain('loading="lazy"')
    const [, page = ''] = /srcDoc="([^"]*)"/i.exec(frame) ?? []
    expect(page.match(/(?:href|src)=[^\s&]+/g)).toEqual([
      'href=https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1',
      expect.stringMatching(/^src=\/\S*film\S*\.svg/),
    ])
    expect(page).not.toMatch(/<script/)
    expect(await shown('https://farm.example/film')).toContain('Invalid YouTube URL')
    expect(await shown('')).not.toMatch(/<iframe|Invalid YouTube URL/)
  })

  test('shows the farmer and the farm: photos with their texts, name and sentence', async () => {
    const letters = { photo_top: 'a', photo_farmer: 'b', photo_farm: 'c', photo_stall: 'd' }
    const photos = Object.entries(letters).map(([key, letter]) => ({
      key,
      value: `/uploads/${letter.repeat(32)}.webp What "${letter}" shows`,
      description: '',
    }))
    const said = Object.entries({ farmer_name: 'June & Walt', farmer_words: 'We grow it.' })
    const texts = said.map(([key, value]) => ({ key, value, description: '' }))
    const all = { products: [eggs], settings: [...photos, ...texts] }
    const { html } = await renderShop('/', all)
    for (const letter of Object.values(letters)) {
      const [img = ''] = new RegExp(`<img[^>]*/${letter.repeat(32)}[^>]*>`).exec(html) ?? []
      expect(img).toContain(`alt="What &quot;${letter}&quot; shows"`)
    }
    const seen = html.slice(html.indexOf('id="contact"')).replace(/<[^>]*>/g, '|')
    expect(seen).toMatch(
      /June &amp; Walt\|+We grow it\.\|+What &quot;b&quot; shows.*\|What &quot;c&quot; shows\|/,
    )
  })

  test('tells nobody anything of the farm that nobody has said', async () => {
    const { head, html } = await renderShop('/', { products: [eggs], settings: [] })
    const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(head) ?? []
    const [farm] = JSON.parse(json)['@graph']
    expect(Object.keys(farm).filter((key) => /address|telephone|email|opening/.test(key))).toEqual(
      [],
    )
    expect(html).toContain('id="contact"')
    expect(html).not.toMatch(/<dt[^>]*>Phone</)
  })

  test('gives a shared link its title, sentence and picture, escaped', async () => {
    const quoted = [{ key: 'hero_subtitle', value: 'Eggs & "cheese" <b>', description: '' }]
    const { head } = await renderShop('/', { products: [eggs], settings: quoted })
    expect(head).toContain(
      '<meta property="og:description" content="Eggs &amp; &quot;cheese&quot; &lt;b&gt;"/>',
    )
    expect(head).toContain('<meta property="og:image" content="https://farm.example/social.png"/>')
  })

  test('of a product tells machines of it, whatever its name holds', async () => {
    const name = '"/><script>alert(1)</script> & eggs'
    const photo = `/uploads/${'a'.repeat(32)}.webp`
    const odd = { ...eggs, name, imageUrl: photo, allergens: 'eggs </script>', description: '' }
    const others = [{ ...eggs, id: 2, name: 'Duck Eggs' }]
    const path = '/p/1-script-alert-1-script-eggs'
    const { status, head, html, state } = await renderShop(path, {
      products: [odd, ...others],
      settings: [],
    })
    expect(status).toBe(200)
    expect([head.match(/<script/g)?.length, head.includes('alert(1)<')]).toEqual([1, false])
    const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(head) ?? []
    expect(JSON.parse(json)['@graph'][0]).toMatchObject({
      '@type': 'Product',
      sku: '1',
      name,
      brand: { '@type': 'Brand', name: 'Farmstand' },
      image: `https://farm.example${photo}`,
      additionalProperty: { name: 'Allergens', value: 'eggs </script>' },
      offers: { price: '5.00', availability: 'https://schema.org/InStock' },
    })
    expect(head).toContain(`<link rel="canonical" href="https://farm.example${path}"/>`)
    expect(head).toContain(
      `<meta property="og:image" content="https://farm.example/uploads/${'a'.repeat(32)}-1200.jpeg"/><meta property="og:image:width" content="1200"/><meta property="og:image:height" content="630"/>`,
    )
    expect(head).toContain('<meta name="description" content="&quot;/&gt;')
    expect(html).toContain('Goes well with this')
    expect(html).toContain('href="/p/2-duck-eggs"')
    expect(html).not.toContain('<script>')
    expect(JSON.parse(state)).toMatchObject({ path, hasAllProducts: false })
    const sold = await renderShop(path, { products: [{ ...odd, stock: 0 }], settings: [] })
    expect(sold.head).toContain('"availability":"https://schema.org/OutOfStock"')
  })

  test('tells machines of a product what its delivery costs and where returns are told of', async () => {
    const offerOf = async (
      answers: Pick<Parameters<typeof renderShop>[1], 'calendar' | 'links'>,
    ) => {
      const state = [{ key: 'default_state', value: 'OH', description: '' }]
      const { head } = await renderShop('/p/1-eggs', {
        products: [eggs],
        settings: state,
        ...answers,
      })
      const [, json = ''] =
        /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(head) ?? []
      return JSON.parse(json)['@graph'][0].offers
    }
    const links = [{ title: 'Refunds', slug: 'refunds' }]
    expect(await offerOf({ calendar: aCalendar(), links })).toMatchObject({
      shippingDetails: [
        {
          '@type': 'OfferShippingDetails',
          shippingRate: { '@type': 'MonetaryAmount', value: '5.00', currency: 'USD' },
          shippingDestination: {
            '@type': 'DefinedRegion',
            addressCountry: 'US',
            addressRegion: 'OH',
          },
        },
      ],
      hasMerchantReturnPolicy: {
        '@type': 'MerchantReturnPolicy',
        applicableCountry: 'US',
        merchantReturnLink: 'https://farm.example/pages/refunds',
      },
    })
    const bare = Object.keys(await offerOf({}))
    expect(bare.filter((key) => /shipping|Return/.test(key))).toEqual([])
  })

  test('of a product that left the shop is gone, and unknown while nobody can say', async () => {
    const { status, head, html } = await renderShop('/p/gone', { products: [eggs], settings: [] })
    expect([status, html]).toEqual([410, expect.stringContaining('We don’t carry this')])
    expect(head).not.toMatch(/canonical|og:|ld\+json/)
    await expect(renderShop('/p/1-eggs', { settings: [] })).rejects.toThrow('could not be read')
  })

  test('that is not for search engines says nothing to them but that', async () => {
    for (const path of ['/checkout', '/admin', '/nowhere']) {
      const { head } = await renderShop(path, {})
      expect(head).toContain('<meta name="robots" content="noindex"/>')
      expect(head).not.toMatch(/canonical|og:|ld\+json/)
    }
  })

  test('leaves its data for the browser, safe inside a script element, without what only the server shows', async () => {
    const shown = [
      'hero_title',
      'farm_update',
      'business_hours',
      'business_address',
      'photo_top',
      'farmer_name',
    ].map((key) => ({ key, value: 'Good </script> morning', description: '' }))
    const settings = [{ key: 'farm_name', value: 'Good </script> farm', description: '' }]
    const all = [...settings, ...shown]
    const { state } = await renderShop('/', { products: [eggs], settings: all })
    expect(state).not.toContain('<')
    const read = JSON.parse(state)
    expect(read).toMatchObject({ version: 7, hasAllProducts: true })
    expect(
      Object.fromEntries(read.queries.map(([key, data]: [string[], unknown]) => [key[0], data])),
    ).toEqual({
      '/api/market-days': NO_DAYS,
      '/api/pages/links': [],
      '/api/products': [eggs],
      '/api/settings': settings,
    })
  })

  test('stands when the products fail, with the specified sentence', async () => {
    const { status, html } = await renderShop('/', { settings })
    expect(status).toBe(200)
    expect(html).toContain('Failed to load products. Please try again.')
  })

  test('stands with the built-in texts when the settings fail', async () => {
    const { html } = await renderShop('/', { products: [eggs] })
    expect(html).toContain('Welcome to our farm shop')
  })

  test('holds all of 48 products, and of more the first 48', async () => {
    const all = await renderShop('/', { products: manyProducts(48), settings })
    expect([cards(all.html), JSON.parse(all.state).hasAllProducts]).toEqual([48, true])
    const { html, state } = await renderShop('/', { products: manyProducts(60), settings })
    expect([cards(html), JSON.parse(state).hasAllProducts]).toEqual([48, false])
    expect(html.match(/Product \d+<\/h4>/g)?.slice(-1)).toEqual(['Product 48</h4>'])
  })

  test('holds every product when all are asked for, under the address of the home page', async () => {
    const { html, head, state } = await renderShop('/?all=1', {
      products: manyProducts(60),
      settings,
    })
    expect([cards(html), JSON.parse(state).hasAllProducts]).toEqual([60, true])
    expect(head).toContain('<link rel="canonical" href="https://farm.example/"/>')
  })

  test('filtered by its address holds the products of that category, however far down', async () => {
    const far = { ...eggs, id: 99, name: 'Pea Shoots', category: 'Microgreens' as const }
    const products = [...manyProducts(60), far]
    const { html, head, state } = await renderShop('/?category=microgreens', { products, settings })
    expect([cards(html), JSON.parse(state).hasAllProducts]).toEqual([1, false])
    expect(html).toMatch(/aria-pressed="true"[^>]*>microgreens</)
    expect(head).toContain('<link rel="canonical" href="https://farm.example/"/>')
  })

  test('of the checkout and of the desk is a shell that knows no cart', async () => {
    const requested = [
      [['/api/settings'], null],
      [['/api/pages/links'], []],
    ]
    const known = { '/checkout': requested, '/admin': [] }
    for (const [path, queries] of Object.entries(known)) {
      const { status, html, state } = await renderShop(path, {})
      expect(status).toBe(200)
      expect(html).toContain('aria-busy="true"')
      expect(JSON.parse(state).queries).toEqual(queries)
    }
  })

  test('of a receipt is whole for its reader, and not found where there is none', async () => {
    const secret = 'pO4mXw1Zk7Vt0_s-9bQfaA'
    const load = (known: boolean) => async (apiPath: string) => {
      if (apiPath === '/api/settings') return settings
      return known && apiPath === `/api/receipts/${secret}` ? receipt : null
    }
    const meta = { version: 7, origin: null }
    const there = await render(`/o/${secret}`, load(true), meta)
    expect(there.status).toBe(200)
    expect(there.html).toContain('Order #12</h1>')
    expect(there.html).toContain('Add to calendar')
    expect(there.html).not.toMatch(/Print|Copy link/)
    expect(there.head).toContain('<title>Order #12 – Farmstand</title>')
    expect(there.head).toContain('<meta name="robots" content="noindex"/>')
    for (const path of [`/o/${secret}`, '/o/12', '/o/a%2Fb', '/o/%F0%9F%A5%9A']) {
      const { status, html, head } = await render(path, load(false), meta)
      expect([status, html.includes('Receipt Not Found</h1>')]).toEqual([404, true])
      expect(head).toContain('<meta name="robots" content="noindex"/>')
    }
  })

  test('of a receipt shows a pickup pass that a camera reads, until it is picked up', async () => {
    const pass = async (more: Partial<Receipt>) => {
      const load = async (path: string) => {
        if (path === '/api/settings') return settings
        return path.startsWith('/api/receipts/') ? { ...receipt, ...more } : null
      }
      const { html } = await render('/o/pO4mXw1Zk7Vt0_s-9bQfaA', load, { version: 7, origin: null })
      return aPhotoOfCode(html)
    }
    const photo = await pass({})
    expect(photo && decodeQR(photo)).toBe('BOX 12 1A2B3C4D')
    expect(parsePass('BOX 12 1A2B3C4D')).toEqual({ id: 12, mark: '1a2b3c4d' })
    expect(parsePass('https://farm.example/o/12')).toBeNull()
    for (const over of [{ status: 'delivered' }, { status: 'cancelled' }] as const)
      expect(await pass(over)).toBeNull()
    expect(await pass({ deliveryMethod: 'shipping', place: null })).toBeNull()
  })

  test('bears the name and the color that the farm has', async () => {
    const own = [
      { key: 'farm_name', value: 'Miller & "Sons"', description: '' },
      { key: 'accent_color', value: '#7a2048', description: '' },
    ]
    const { head, html } = await renderShop('/', { products: [eggs], settings: own })
    expect(head).toContain('<title>Miller &amp; &quot;Sons&quot; – fresh from the farm</title>')
    expect(head).toContain('content="Miller &amp; &quot;Sons&quot;"')
    expect(head).toContain('"name":"Miller & \\"Sons\\""')
    expect(head).toContain('<style>:root{--color-leaf:#7a2048;')
    expect(head + html).not.toContain('Farmstand')
    const checkout = await renderShop('/checkout', { settings: own })
    expect(checkout.head).toContain('--color-leaf:#7a2048;')
    expect(checkout.head).toContain('<title>Checkout – Miller &amp; &quot;Sons&quot;</title>')
    expect((await renderShop('/', { products: [eggs], settings })).head).not.toContain('<style>')
  })

  test('of a product that never was is friendly, and not found', async () => {
    const { status, html } = await renderShop('/p/missing', { products: [eggs], settings: [] })
    expect([status, html.includes('router')]).toEqual([404, false])
    expect(html).toContain('We don’t carry this</h1>')
  })

  test('of any other path is the not-found screen with a way home', async () => {
    const { status, html } = await renderShop('/nowhere', {})
    expect(status).toBe(404)
    expect(html).toContain('404 Page Not Found</h1>')
    expect(html).toMatch(/<a href="\/"[^>]*>Return to Home/)
  })
})

describe('a rendered content page', () => {
  const page: Page = {
    id: 1,
    title: 'Our <farm>',
    slug: 'our-farm',
    content: '<h2>Hens</h2>',
    metaDescription: 'Who we are.',
    isActive: true,
    createdAt: '2026-11-21T06:30:00.000Z',
    updatedAt: '2026-11-21T06:30:00.000Z',
  }

  function renderPage(path: string, answer: Page | null | Error, stored: object[] = []) {
    const load = async (apiPath: string) => {
      if (apiPath === '/api/pages/links') return [{ title: 'Our <farm>', slug: 'our-farm' }]
      if (apiPath === '/api/settings') return stored
      if (answer instanceof Error) throw answer
      return answer
    }
    return render(path, load, { version: 7, origin: 'https://farm.example' })
  }

  test('is whole: title, lead, HTML as it is, the day at the farm, and its link in the footer', async () => {
    const { status, html, head } = await renderPage('/pages/our-farm', page)
    expect(status).toBe(200)
    expect(html).toContain('Our &lt;farm&gt;</h1>')
    expect(html).toContain('<h2>Hens</h2>')
    expect(html).toContain(
      '<span>Created </span><time dateTime="2026-11-21T06:30:00.000Z">November 20, 2026</time></span></p>',
    )
    expect(html).toMatch(/<footer.*<a href="\/pages\/our-farm"[^>]*>Our &lt;farm&gt;<\/a>/s)
    expect(head).toContain('<title>Our &lt;farm&gt; – Farmstand</title>')
    expect(head).toContain('<meta name="description" content="Who we are."/>')
    expect(html).not.toMatch(/<title|<meta|<link|Draft/)
    expect(head).not.toContain('noindex')
  })

  test('offers its own pictures in the sizes of a product’s, if their width is known', async () => {
    const [name, alt] = ['0123456789abcdef'.repeat(2), 'Hens &amp; &quot;Co&quot;']
    const rest = `src="/uploads/${name}.webp" width="1600" height="900" alt="${alt}" />`
    const others = `<img src="/uploads/${name}.webp" alt=""><img src="/uploads/a.png" width="9">`
    const content = `<p><img ${rest}</p>${others}`
    const { html } = await renderPage('/pages/our-farm', { ...page, content })
    const sizes = 'sizes="(min-width:48rem) 560px, calc(100vw - 2rem)"'
    const srcset = (format: string) =>
      `srcset="${[560, 800, 1200].map((w) => `/uploads/${name}-${w}.${format} ${w}w`).join(', ')}"`
    expect(html).toContain(
      `<p><picture class="block"><source type="image/avif" ${srcset('avif')} ${sizes}>` +
        `<img ${srcset('webp')} ${sizes} ${rest}</picture></p>${others}`,
    )
  })

  test('is led to from a phone’s menu, above the door to the desk', async () => {
    const { html } = await renderPage('/pages/our-farm', page)
    const [menu = ''] = /id="phone-menu".*?<\/nav>/s.exec(html) ?? []
    const paths = [...menu.matchAll(/href="([^"]+)"/g)].map(([, path]) => path)
    expect(paths).toEqual(['/#home', '/#products', '/#contact', '/pages/our-farm', '/admin'])
  })

  test('names the day of its last change only when that was another day', async () => {
    const { html } = await renderPage('/pages/our-farm', {
      ...page,
      updatedAt: '2026-11-25T12:00:00.000Z',
    })
    expect(html).toMatch(/Created .*November 20, 2026.*Updated .*November 25, 2026/)
    const sameDay = await renderPage('/pages/our-farm', {
      ...page,
      updatedAt: '2026-11-21T06:59:59.000Z',
    })
    expect(sameDay.html).not.toContain('Updated')
  })

  test.each([
    ['America/New_York', 'November 21, 2026'],
    ['America/Phoenix', 'November 20, 2026'],
  ])('names the day in %s', async (value, day) => {
    const { html } = await renderPage('/pages/our-farm', page, [{ key: 'time_zone', value }])
    expect(html).toContain(
      `<span>Created </span><time dateTime="2026-11-21T06:30:00.000Z">${day}</time>`,
    )
  })

  test('says that it is a draft, and stays out of search engines', async () => {
    const { html, head } = await renderPage('/pages/our-farm', { ...page, isActive: false })
    expect(html).toContain('Draft – only you can see this')
    expect(head).toContain('noindex')
  })

  test('that is missing has status 404, the specified words and the way home', async () => {
    const { status, html, head, state } = await renderPage('/pages/-', null)
    expect(status).toBe(404)
    expect(html).toContain('Page Not Found</h1>')
    expect(html).toMatch(/<a href="\/"[^>]*>Return to Home/)
    expect(head).toContain('noindex')
    expect(head).not.toContain('canonical')
    expect(JSON.parse(state).queries).toContainEqual([['/api/pages/slug', '-'], null])
  })

  test('that could not be read is a failure, never a missing page', async () => {
    vi.spyOn(console, 'error').mockImplementationOnce(() => {})
    await expect(renderPage('/pages/our-farm', new Error('down'))).rejects.toThrow('down')
  })
})
