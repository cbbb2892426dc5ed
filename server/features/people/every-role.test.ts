import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Cents } from '#contract/money/money.ts'
import { write } from '#server/db/write.ts'
import { aHelper } from '#tests/a-helper.ts'
import { type AShop, aProduct, aShop, cookieOf } from '#tests/a-shop.ts'
import { insertOrder } from '#tests/an-order-row.ts'
import { addressOf, type Route, watchRouter } from '#tests/attacks/every-route.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'

/** The desk routes a helper may call; every other is the farmer's alone. */
const HELPERS_MAY = [
  'GET /api/admin/session',
  'GET /api/days',
  ...['harvest', 'pack', 'hand-over', 'bake', 'labels'].flatMap((list) => [
    `GET /api/days/:day/${list}`,
    `GET /api/days/:day/${list}.csv`,
  ]),
  'POST /api/days/:day/harvest/prints',
  'PUT /api/orders/:id/packed',
  'PUT /api/orders/:id/collected',
  'GET /api/products/:id/movements',
  'POST /api/products/:id/movements',
  'POST /api/movements/:id/undo',
  'GET /api/stock-count',
  'POST /api/stock-count',
  'POST /api/stall/grants',
  // Their own passkeys only.
  ...['GET /api/passkeys', 'POST /api/passkeys/challenge', 'POST /api/passkeys'],
  ...['PUT /api/passkeys/:id', 'DELETE /api/passkeys/:id'],
]

const ROLES = ['nobody', 'a stall’s phone', 'a helper', 'the farmer'] as const
type Role = (typeof ROLES)[number]

type Request = Route & { endpoint: Endpoint }

const nameOf = ({ method, url }: Route) => `${method} ${url}`

function expectedOf(route: Request, role: Role): string {
  if (route.access === 'public') return 'in'
  if (route.access === 'stall') return role === 'a stall’s phone' ? 'in' : 'signed-out'
  if (role === 'the farmer') return 'in'
  if (role !== 'a helper') return 'signed-out'
  return HELPERS_MAY.includes(nameOf(route)) ? 'in' : 'not-allowed'
}

/**
 * What the gate answers. No route reads this body, so a write that gets in still changes nothing.
 */
async function gateOf(shop: AShop, route: Request, cookie: string): Promise<string> {
  const query = route.url.endsWith('/history') ? '?subject=page&id=1' : ''
  const answer = await shop.inject({
    ...{ method: route.method as 'GET', url: addressOf(route.url) + query },
    headers: { cookie, accept: 'application/json', 'content-type': 'text/plain' },
    ...(route.method === 'GET' ? {} : { payload: 'nothing' }),
  })
  expect(answer.statusCode, nameOf(route)).toBeLessThan(500)
  const code = [401, 403].includes(answer.statusCode) ? answer.json().code : 'in'
  return ['signed-out', 'grant-ended'].includes(code) ? 'signed-out' : code
}

// The gate reads sessions, devices and grants, as other tests do on PostgreSQL.
test.skipIf(isShortOnPostgres())(
  'every route lets in exactly those whom the table says, and nobody else',
  async () => {
    const { routes } = watchRouter()
    const shop = await aShop()
    const requested = routes.filter(
      (route): route is Request =>
        route.endpoint !== undefined &&
        route.method !== 'HEAD' &&
        route.url !== '/api/backups/file',
    )
    const { cookie: helper, farmer } = await aHelper(shop)
    const cookies: Record<Role, string> = {
      nobody: 'farmstand_helper=guessed; farmstand_admin=guessed',
      ...{
        'a stall’s phone': await aStallPhone(shop, farmer),
        'a helper': helper,
        'the farmer': farmer,
      },
    }
    const wrong: string[] = []
    for (const role of ROLES)
      for (const route of requested) {
        const [said, meant] = [await gateOf(shop, route, cookies[role]), expectedOf(route, role)]
        if (said !== meant) wrong.push(`${nameOf(route)} as ${role}: ${said}, not ${meant}`)
      }
    expect(wrong).toEqual([])
    const marked = requested.filter(({ endpoint }) => endpoint.helpers).map(nameOf)
    expect(marked.sort()).toEqual(HELPERS_MAY.toSorted())
  },
)

/** The cookie of a stall phone whose holder is not signed in. */
async function aStallPhone(shop: AShop, cookie: string): Promise<string> {
  const payload = { deviceId: crypto.randomUUID(), label: 'Phone 1' }
  const requested = { method: 'POST' as const, url: '/api/stall/grants', headers: { cookie } }
  return cookieOf(await shop.inject({ ...requested, payload }))
}

const PLANTED = 40

async function plantCustomers(shop: AShop): Promise<string[]> {
  const planted: string[] = []
  for (let index = 0; index < PLANTED; index++) {
    const of = `planted${index}x`
    const address = JSON.stringify({
      address: `${of} Elm St`,
      city: of,
      state: 'SD',
      zipCode: '57747',
    })
    const delivery = {
      delivery_method: 'shipping' as const,
      pickup_location: null,
      pickup_date: null,
    }
    await insertOrder(
      shop,
      {
        ...{
          customer_email: `${of}@example.com`,
          customer_phone: `555-${of}`,
          payment_method: 'other',
        },
        ...{ notes: `Call 605 555 01${index + 10} or ${of}@example.com`, farm_note: `${of}@x.org` },
        ...(index % 2 === 0 ? {} : { ...delivery, shipping_address: address }),
      },
      [{ product_id: 1, quantity: 2, returned: 0 }],
    )
    planted.push(of, `555 01${index + 10}`)
  }
  const byWeight = { weigh_unit: 'lb' as const, weigh_cents: 125 as Cents, weigh_to: 4000 }
  await write(shop.db, (tx) => tx.updateTable('order_items').set(byWeight).execute())
  const rows = await shop.db.selectFrom('orders').select('receipt_secret').execute()
  return [...planted, ...rows.flatMap(({ receipt_secret }) => receipt_secret)]
}

test('no answer to a helper holds an email, a phone, an address or a receipt of 40 customers, nor a price', async () => {
  const shop = await aShop()
  await aProduct(shop.db)
  const planted = await plantCustomers(shop)
  const { cookie, farmer } = await aHelper(shop)
  const read = async (url: string, as: string) => {
    const answer = await shop.inject({ url, headers: { cookie: as } })
    expect(answer.statusCode, url).toBe(200)
    return answer.body
  }
  const days = JSON.parse(await read('/api/days', cookie)).days
  expect(days).toHaveLength(1)
  const urls = HELPERS_MAY.filter((one) => one.startsWith('GET')).flatMap((one) =>
    [days[0].day, 'without-day'].map((day) =>
      one.slice(4).replace(':day', day).replace(':id', '1'),
    ),
  )
  let sent = 0
  for (const url of new Set(urls)) {
    const body = await read(url, cookie)
    sent += body.length
    expect(
      planted.filter((word) => body.includes(word)),
      url,
    ).toEqual([])
    expect(body, url).not.toMatch(/"(balance|amount|price|total|paid|toSendBack|due)"/)
  }
  // There was something to leak, and the farmer does see it.
  expect(sent).toBeGreaterThan(1000)
  const delivery = await read('/api/days/without-day/delivery', farmer)
  expect(planted.some((word) => delivery.includes(word))).toBe(true)
})
