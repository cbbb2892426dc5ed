import { expect, inject, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { write } from '#server/db/write.ts'
import { takeQuestion } from '#server/features/chat/questions.ts'
import { subscribe } from '#server/features/newsletter/subscription.ts'
import { aMailServer } from '#tests/a-mail-server.ts'
import { aForm, aPhoto } from '#tests/a-picture.ts'
import { type AShop, aProduct, aShop, PASSWORD, signIn } from '#tests/a-shop.ts'
import { insertOrder } from '#tests/an-order-row.ts'
import { watchRouter } from '#tests/attacks/every-route.ts'
import { ARE_TWO } from '#tests/round-robin.ts'
import { aStripeStandIn } from '#tests/stripe-stand-in/stand-in.ts'

const PICTURE = `${'0'.repeat(32)}.webp`

const A_PHONE = '00000000-0000-4000-8000-00000000000a'

/** These need a device that signs; `passkeys/passkeys.test.ts` counts their rows. */
const OF_PASSKEYS = /^\/api\/(?:passkeys|admin\/second-factor)\b/

const A_PLAN = { subject: 'Fresh', body: 'Eggs', day: '2026-11-29', time: '06:30' }

type Call = { method: string; path: string; isAdmin: boolean; isPublic: boolean }

async function everyCall(shop: AShop): Promise<Call[]> {
  const { paths } = (await shop.inject({ url: '/api/openapi.json' })).json()
  return Object.entries(paths as Record<string, Record<string, { security?: object[] }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => ({
        method: method.toUpperCase(),
        path: path
          .replace('{key}', 'hero_title')
          .replace('{day}', '2026-11-21')
          .replace('/people/{id}', '/people/2')
          .replace('{filename}', PICTURE)
          .replace(/\{\w+\}/g, '1'),
        isAdmin: security?.some((way) => 'desk' in way) ?? false,
        isPublic: security?.length === 0,
      })),
  )
}

test('the calls that need no session are exactly these', async () => {
  const shop = await aShop()
  const open = (await everyCall(shop))
    .filter((call) => call.isPublic)
    .map((call) => `${call.method} ${call.path}`)
  expect(open.sort()).toEqual([
    'GET /api/admin/passkey',
    'GET /api/checkouts/1',
    'GET /api/delivery-zones/1',
    'GET /api/feeds/google.xml',
    'GET /api/feeds/market-days.ics',
    'GET /api/feeds/products.json',
    'GET /api/mails/sent',
    'GET /api/market-days',
    'GET /api/market-days/1/left',
    'GET /api/newsletter/confirmations/1',
    'GET /api/newsletter/subscriptions/1',
    'GET /api/pages/links',
    'GET /api/pages/slug/1',
    'GET /api/payments/config',
    'GET /api/pickup',
    'GET /api/pickup-requests/1',
    'GET /api/products',
    'GET /api/receipts/1',
    'GET /api/settings',
    'GET /api/waiting-list/1',
    'POST /api/admin/login',
    'POST /api/admin/logout',
    'POST /api/admin/passkey',
    'POST /api/admin/passkey/challenge',
    'POST /api/broken-parts',
    'POST /api/chat/message',
    'POST /api/checkouts/1/resume',
    'POST /api/devices',
    'POST /api/newsletter/subscribe',
    'POST /api/orders',
    'POST /api/payments/sandbox/authenticate',
    'POST /api/payments/sandbox/confirm',
    'POST /api/payments/stripe/create-intent',
    'POST /api/receipts/1/cancel',
    'POST /api/receipts/1/changes',
    'POST /api/waiting-list',
  ])
})

test.skipIf(ARE_TWO)(
  'beside the calls of the contract, exactly these are open to everyone',
  async () => {
    const stripe = await aStripeStandIn()
    const { routes } = watchRouter()
    const pages = {
      client: import.meta.dirname,
      renderPage: async () => ({ status: 200, html: '' }),
    }
    await aShop({ pages, stripe })
    const others = routes.filter(({ endpoint, method }) => !endpoint && method !== 'HEAD')
    expect(others.map(({ access, method, url }) => `${access} ${method} ${url}`).sort()).toEqual(
      [
        ...[
          'GET /',
          'GET /admin',
          'GET /admin/stall',
          'GET /checkout',
          'GET /p/:product',
          'GET /pages/:slug',
          'GET /o/:secret',
          'GET /o/:secret/pickup.ics',
          'GET /o/new/:secret',
          'POST /o/new/:secret',
        ],
        ...[
          'GET /api/feeds/embed.js',
          'GET /api/openapi.json',
          'GET /healthz',
          'GET /readyz',
          'GET /robots.txt',
          'GET /sitemap.xml',
        ],
        ...['GET /.well-known/security.txt', 'GET /.well-known/change-password'],
        'GET /.well-known/apple-developer-merchantid-domain-association',
        ...[
          'GET /assets/*',
          'GET /uploads/:file',
          'GET /favicon.svg',
          'GET /manifest.webmanifest',
          'GET /social.png',
          'GET /shop-worker.js',
          'GET /shop-worker.json',
          'GET /admin/stall-worker.js',
          'GET /admin/stall-version.json',
          'GET /admin/stall.webmanifest',
        ],
        ...[
          'GET /icon-192.png',
          'GET /icon-512.png',
          'GET /icon-maskable-512.png',
          'GET /apple-touch-icon.png',
        ],
        ...['GET /newsletter/confirm/:secret', 'GET /newsletter/unsubscribe/:secret', 'GET /ws'],
        ...['POST /newsletter/confirm/:secret', 'POST /newsletter/unsubscribe/:secret'],
        ...['GET /waiting/:secret', 'POST /waiting/:secret'],
        'POST /api/payments/stripe/webhook',
      ]
        .map((route) => `public ${route}`)
        .sort(),
    )
  },
)

/** POSTs that only read: too long for an address, or slow. */
function isQuestion({ method, path }: Call): boolean {
  return [
    'POST /api/pages/preview',
    'POST /api/newsletter/preview',
    'POST /api/books/check',
    'POST /api/admin/hooks/1/test',
    'POST /api/restore/uploads',
    'POST /api/restore/uploads/1/pieces',
    'POST /api/restore/check',
  ].includes(`${method} ${path}`)
}

/** A restore needs a file first; restore-desk.test.ts covers its history. */
const OF_RESTORES = ['POST /api/restore', 'DELETE /api/restore']

/** A check at Stripe comes first; cards.test.ts covers their history. */
const OF_CARDS = ['PUT /api/admin/cards', 'POST /api/admin/cards/removal']

/** Secrets the desk sets only where a single process may open the shop. */
async function secretsOfTheDesk(): Promise<Record<string, object>> {
  if (inject('postgresUrl')) return {}
  const { url } = await aMailServer()
  const [passphrase, port] = ['seven brown hens', Number(new URL(url).port)]
  return {
    'PUT /api/admin/mail': {
      ...{ host: '127.0.0.1', port, tls: 'starttls', user: '', from: 'orders@farm.example' },
      testTo: 'ada@example.com',
    },
    'POST /api/admin/mail/removal': {},
    'PUT /api/backups/passphrase': { passphrase, again: passphrase },
    'POST /api/backups/passphrase/removal': {},
  }
}

const isSecretOfTheDesk = ({ path }: Call) =>
  /^\/api\/(?:admin\/mail|backups\/passphrase)/.test(path)

/** These show a plan first and are confirmed by its hash. */
const TAKES_TWO_STEPS = /^\/api\/(?:day-rules|closures)/

const HOURS = { opens: '09:00', closes: '12:00', orderDays: 2, orderTime: '20:00' }

const AT = '2026-11-18T18:00:00.000Z'

const LONG_OVER = {
  order_until: '2026-02-06T16:00:00.000Z',
  opens_at: '2026-02-07T16:00:00.000Z',
  closes_at: '2026-02-07T19:00:00.000Z',
}

const OVER = { pickup_date: '2026-02-07' }

async function insertUntold(tx: AShop['db']) {
  const of = { order_id: 1, market_day_id: 1 }
  const told = { ...of, opens: '05:00', closes: '06:00', order_until: '', place: '' }
  await tx.insertInto('told_times').values(told).execute()
  const about = { about: 'ready 1', kind: 'ready' as const, message: '', at: AT }
  const call = { ...of, ...about, called_at: null, person_id: null }
  await tx.insertInto('calls').values(call).execute()
}

function insertSale(tx: AShop['db']) {
  const sale = { id: '1', market_day_id: 1, note: null, total_cents: 0 as Cents, at: AT }
  return tx.insertInto('sales').values(sale).execute()
}

async function insertSetAside(tx: AShop['db']): Promise<void> {
  const phone = { id: '1', label: 'Phone 1', heard_at: null }
  await tx.insertInto('stall_phones').values(phone).execute()
  const command = {
    ...{ id: '1', phone_id: '1', seq: 1, person_id: 1, market_day_id: null, order_id: null },
    ...{ kind: 'give', body: '{}', body_hash: '', message: 'There is no order #7.' },
    ...{ outcome: 'set-aside' as const, counts: false, made_at: AT, received_at: AT },
  }
  await tx.insertInto('stall_commands').values(command).execute()
}

function aStallFile() {
  const [id, madeAt] = [crypto.randomUUID(), AT]
  const facts = { kind: 'cash-move', move: 'put_in', amount: 5, note: null }
  const commands = [{ id, seq: 1, madeAt, marketDayId: 1, ...facts }]
  const head = { version: 1, deviceId: crypto.randomUUID(), sentAt: madeAt }
  return { ...head, waiting: 0, gone: [], commands }
}

function insertDevice(tx: AShop['db']) {
  const times = { linked_at: AT, heard_at: AT, expires_at: '2027-11-18T18:00:00.000Z' }
  const device = { ...times, secret_hash: '1', person_id: 2, label: 'Phone', ended_at: null }
  return tx.insertInto('devices').values(device).execute()
}

async function insertMissedOrder(tx: AShop['db']): Promise<void> {
  const payment = {
    ...{ id: '1', provider: 'sandbox' as const, livemode: false, method_ref: 'pm_card_visa' },
    ...{ intent_id: null, checkout_key: null, visitor_hash: null, body_hash: null, basket: null },
    ...{ state: 'canceled' as const, order_id: null, error_code: null, error_message: null },
    ...{ amount_cents: 500 as Cents, captured_cents: 0 as Cents },
    ...{ created_at: AT, expires_at: AT, touched_at: AT },
  }
  await tx.insertInto('payments').values(payment).execute()
  const missed = {
    ...{ payment_id: '1', customer_name: 'Ada', customer_phone: null, at: AT },
    ...{ total_cents: 500 as Cents, reason: 'Sold out.' },
  }
  await tx.insertInto('missed_orders').values(missed).execute()
}

test('every call of the desk that changes the shop leaves a row in the history', async () => {
  const { aKeyedBuyer, orderBody } = await import('#tests/a-buyer.ts')
  const shop = await aShop()
  const eggs = await aProduct(shop.db)
  const bagels = await aProduct(shop.db)
  await aKeyedBuyer(shop).buy(orderBody([[bagels, 1]]))
  await write(shop.db, async (tx) => {
    const { id } = await tx.selectFrom('payments').select('id').executeTakeFirstOrThrow()
    const refund = {
      ...{ id: '1', payment_id: id, amount_cents: 1 as Cents, reason: 'Late', restock: false },
      ...{ state: 'failed' as const, provider_refund_id: null, error_message: 'No' },
      created_at: AT,
    }
    await tx.insertInto('refunds').values(refund).execute()
    await tx.updateTable('outbox').set({ given_up_at: AT }).execute()
    await tx.updateTable('orders').set(OVER).execute()
    await tx.updateTable('stock_movements').set({ reason: 'waste' }).where('id', '=', 1).execute()
    await tx.updateTable('payments').set({ captured_at: '2026-02-01T18:00:00.000Z' }).execute()
    await insertMissedOrder(tx)
    await insertUntold(tx)
  })
  const asker = { sessionId: 'a'.repeat(21), email: null, address: null }
  for (const text of ['May my dog come?', 'Is there parking?'])
    await takeQuestion(shop.db, { ...asker, text }, shop.clock.now)
  await subscribe(shop.shop, 'ada@example.com')
  shop.shop.mail = { send: async () => {}, close: () => {} }
  const cookie = await signIn(shop)
  const sessions = shop.db.selectFrom('admin_sessions').selectAll()
  const other = { ...(await sessions.executeTakeFirstOrThrow()), id_hash: '1' }
  await write(shop.db, (tx) => tx.insertInto('admin_sessions').values(other).execute())
  const closing = { id: crypto.randomUUID(), message: '', moveTo: null, cancelRest: false }
  const headers = { cookie }
  const close = { method: 'POST', url: '/api/market-days/1/close', headers } as const
  const preview = await shop.inject({ ...close, payload: closing })
  const short = {
    ...{ id: crypto.randomUUID(), productId: 1, have: 100, rule: 'fair', goods: 'missing' },
    ...{ takesOff: false, reason: '' },
  }
  const url = '/api/days/2026-11-21/short'
  const plan = await shop.inject({ method: 'POST', url, headers, payload: short })
  const saturday = shop.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-28')
  const { id: moveTo } = await saturday.where('place_id', '=', 2).executeTakeFirstOrThrow()
  const byWeight = { weigh_unit: 'lb' as const, weigh_cents: 125 as Cents, weigh_to: 4000 }
  await write(shop.db, (tx) => tx.updateTable('order_items').set(byWeight).execute())
  const bodies: Record<string, object> = {
    [`POST ${url}`]: { ...short, confirm: plan.json().plan.confirm },
    'POST /api/days/2026-11-21/ready': {},
    'POST /api/market-days/1/change-notice': {},
    'PUT /api/calls': { calls: [{ orderId: 1, about: 'ready 1' }], isCalled: true },
    'POST /api/orders/1/ready': { again: true },
    'POST /api/orders/1/add-link': {},
    'POST /api/market-days/1/message': { id: crypto.randomUUID(), message: 'We are late.' },
    'POST /api/market-days/1/close': { ...closing, confirm: preview.json().confirm },
    'POST /api/orders/1/changes': {
      ...{
        id: crypto.randomUUID(),
        lines: [{ productId: 1, units: 1, price: 0 }],
        reason: 'Frost',
      },
      ...{ notifiesBuyer: true, revision: 0, moveTo },
    },
    'POST /api/desk/orders': {
      ...{ id: crypto.randomUUID(), customerName: 'Bea', marketDayId: null, paidBy: null },
      shippingAddress: { address: '1 Elm St', city: 'Hot Springs', zipCode: '57747' },
      ...{ items: [{ productId: 2, quantity: 1, price: 4 }], total: 9 },
    },
    'POST /api/orders/1/no-show': {
      ...{ id: crypto.randomUUID(), decision: 'keep', keepUntil: '2026-11-25', message: '' },
      revision: 1,
    },
    'PUT /api/orders/1/contact': { name: 'Ada Mueller', revision: 2 },
    'PUT /api/orders/1/settled': { isSettled: true },
    'POST /api/products': { name: 'Kale', category: 'Vegetables', price: 3, stock: 1 },
    'PUT /api/products/1': { price: 9 },
    'PUT /api/products/1/limits': { eachDay: 64 },
    'PUT /api/products/bulk': { changes: [{ id: 1, price: 8 }] },
    'PUT /api/desk/products/order': { ids: [2, 1] },
    'POST /api/categories': { name: 'Honey' },
    'PUT /api/categories/1': { hidden: true },
    'POST /api/products/import': {
      csv: 'name,category,price,stock\nLeek,Vegetables,2,1',
      apply: true,
    },
    'POST /api/products/1/movements': { id: crypto.randomUUID(), reason: 'harvest', units: 5 },
    'POST /api/movements/1/undo': { id: crypto.randomUUID() },
    'POST /api/stock-count': { counts: [{ id: crypto.randomUUID(), productId: 1, counted: 9 }] },
    'DELETE /api/products/1': {},
    'POST /api/products/1/restoration': {},
    'POST /api/pages': { title: 'Our farm', content: '<p>Hello</p>' },
    'PUT /api/pages/1': { isActive: false },
    'DELETE /api/pages/1': {},
    'POST /api/settings': { key: 'hero_title', value: 'Hello' },
    'PUT /api/settings/hero_title': { value: 'Hello again' },
    'PUT /api/orders/1/weights': { productId: 2, amount: 4.5 },
    'POST /api/weights/refunds': { orders: [{ id: 1, amount: 0.5 }], tellsBuyers: true },
    'PUT /api/orders/1/packed': { packed: true, boxes: 2 },
    'PUT /api/orders/1/collected': { collected: true },
    'PUT /api/orders/1/packed-with': { orderId: null },
    'PUT /api/orders/1/farm-note': { farmNote: 'Rings twice.' },
    'POST /api/days/2026-11-21/harvest/prints': {},
    'PUT /api/orders/1/status': { status: 'shipped' },
    'POST /api/orders/status': { ids: [1], status: 'delivered' },
    'POST /api/orders/undo': { ids: [1], status: 'delivered' },
    'POST /api/upload': aForm(await aPhoto()),
    [`DELETE /api/upload/${PICTURE}`]: {},
    'POST /api/orders/1/refunds': { amount: 1, reason: 'One was squashed' },
    'POST /api/refunds/1/retry': {},
    'POST /api/mails/1/resend': {},
    'POST /api/questions/1/reply': { reply: 'Yes, on a leash.' },
    'DELETE /api/questions/1': {},
    'POST /api/questions/removals': { ids: [2] },
    'DELETE /api/admin/missed-orders/1': {},
    'POST /api/newsletter/test': { to: 'ada@example.com', subject: 'Fresh', body: 'Eggs' },
    'POST /api/newsletter/plans': { key: crypto.randomUUID(), ...A_PLAN },
    'PUT /api/newsletter/plans/1': { ...A_PLAN, time: '07:00' },
    'DELETE /api/newsletter/plans/1': {},
    'POST /api/newsletter/letters': { key: crypto.randomUUID(), subject: 'Fresh', body: 'Eggs' },
    'POST /api/backups': {},
    'DELETE /api/newsletter/subscribers': {},
    'POST /api/newsletter/subscribers/import': {
      ...{ csv: 'email,asked\ncleo@example.com,2024-05-01', apply: true },
    },
    'POST /api/recipes': { recipeData: { name: 'Bagels', servings: 6 }, ingredients: [] },
    'PUT /api/recipes/1': { servings: 12 },
    'POST /api/recipes/1/ingredients': {
      name: 'Flour',
      quantity: 4,
      unit: 'cup',
      costPerUnit: 0.3,
    },
    'PUT /api/recipe-ingredients/1': { quantity: 5 },
    'POST /api/ingredient-prices': {
      ...{ name: 'Flour', packageQuantity: 25, packageUnit: 'lb', packagePrice: 18.4 },
    },
    'PUT /api/ingredient-prices/1': { packagePrice: 20 },
    'DELETE /api/ingredient-prices/1': {},
    'DELETE /api/recipe-ingredients/1': {},
    'PUT /api/recipes/1/product': { productId: 2, unitsPerBatch: 2 },
    'DELETE /api/recipes/1/product': {},
    'DELETE /api/recipes/1': {},
    'POST /api/admin/hooks': { url: 'https://hooks.example.com/', types: ['product.updated'] },
    'PUT /api/admin/hooks/1': { types: ['order.updated', 'market_day.updated'] },
    'POST /api/admin/hooks/1/secret': {},
    'POST /api/admin/tokens': { name: 'Books', scopes: ['orders:read'], days: 90 },
    'DELETE /api/admin/tokens/1': {},
    'DELETE /api/admin/sessions/1': {},
    'POST /api/people': { name: 'Hanna' },
    'PUT /api/people/2': { name: 'Anna' },
    'POST /api/people/2/links': {},
    'PUT /api/devices/1': { label: 'Cracked phone' },
    'DELETE /api/devices/1': {},
    'DELETE /api/people/2': {},
    'DELETE /api/admin/sessions': {},
    'POST /api/customers/import': { csv: 'Name,Email\nTom,tom@example.com', apply: true },
    'DELETE /api/customers': {},
    'PUT /api/customers/1/note': { note: 'Small eggs' },
    'POST /api/customers/1/merge': { with: 1 },
    'DELETE /api/customers/1': {},
    'DELETE /api/orders/1/person': {},
    'POST /api/pickup-buyers/removal': { email: 'ada@example.com' },
    'PUT /api/pickup-buyers': { email: 'ada@example.com', trust: 'refused' },
    'POST /api/places': { kind: 'pickup', name: 'Stand', address: '5 Elm St' },
    'PUT /api/places/1': { note: 'By the fountain' },
    'POST /api/day-rules': { placeId: 1, weekday: 3, ...HOURS },
    'PUT /api/day-rules/1': { capacity: 40 },
    'DELETE /api/day-rules/1': {},
    'POST /api/closures': { fromDay: '2026-12-01', untilDay: '2026-12-06' },
    'DELETE /api/closures/1': {},
    'POST /api/market-days': { placeId: 1, days: ['2026-12-20'], ...HOURS },
    'PUT /api/market-days/1': { capacity: 40 },
    'PUT /api/market-days/1/limits': { productId: 2, most: 12 },
    'PUT /api/pause': { isPaused: true },
    'POST /api/orders/1/tenders': {
      ...{ id: crypto.randomUUID(), kind: 'taken', way: 'Cash', amount: 1 },
    },
    'POST /api/sales/1/undo': {},
    'POST /api/stall/commands/1/settle': { how: 'leave', message: null },
    'POST /api/stall/files': aStallFile(),
    'POST /api/stall/phones/1/lost': {},
    'POST /api/stall/phones/1/done': {},
    'POST /api/stall/grants': { deviceId: crypto.randomUUID(), label: 'Phone 2' },
    'POST /api/market-days/1/truck/settle': {},
    'POST /api/market-days/1/without-phone': { phoneId: A_PHONE },
    'POST /api/admin/hooks/1/redelivery': { from: 1 },
    'DELETE /api/admin/hooks/1': {},
    ...(await secretsOfTheDesk()),
    'POST /api/admin/password': { currentPassword: PASSWORD, newPassword: 'eight brown hens' },
  }
  const value = '12 Elm St, Yellow Springs, OH 45387'
  const address = { key: 'postal_address' as const, value, description: '' }
  await write(shop.db, (tx) => tx.insertInto('settings').values(address).execute())
  const queries: Record<string, string> = {
    'DELETE /api/newsletter/subscribers': '?email=ada%40example.com',
    'DELETE /api/customers': '?email=tom%40example.com',
  }
  const changing = (await everyCall(shop)).filter(
    (call) =>
      call.isAdmin &&
      call.method !== 'GET' &&
      !isQuestion(call) &&
      !OF_RESTORES.includes(`${call.method} ${call.path}`) &&
      !OF_CARDS.includes(`${call.method} ${call.path}`) &&
      !OF_PASSKEYS.test(call.path) &&
      !(inject('postgresUrl') && isSecretOfTheDesk(call)),
  )
  expect(changing.map((call) => `${call.method} ${call.path}`).sort()).toEqual(
    Object.keys(bodies).sort(),
  )
  shop.shop.sendHook = async () => ({ status: 204, retryAfter: null, error: null })
  const rows = () => shop.db.selectFrom('audit').select('id').execute()
  const its = <T>(work: (tx: AShop['db']) => Promise<T>) => write(shop.db, work)
  const isOver = () =>
    its((tx) =>
      tx
        .updateTable('orders')
        .set({ ...OVER, customer_email: 'ada@example.com' })
        .execute(),
    )
  const prepare: Record<string, () => Promise<unknown>> = {
    // An earlier call moved it to a future day.
    ...{ 'DELETE /api/orders/1/person': isOver, 'DELETE /api/customers/1': isOver },
    // A mail still being sent is not sent again.
    'POST /api/orders/1/ready': shop.settled,
    'POST /api/admin/hooks/1/redelivery': shop.settled,
    'POST /api/days/2026-11-21/ready': () => packOrder(shop),
    'PUT /api/orders/1/packed-with': () => packWithAnEarlierOne(shop),
    'POST /api/orders/1/tenders': () =>
      its((tx) => tx.updateTable('orders').set({ payment_method: 'other' }).execute()),
    'POST /api/orders/1/no-show': () =>
      its((tx) => tx.updateTable('market_days').set(LONG_OVER).where('id', '=', moveTo).execute()),
    'PUT /api/devices/1': () => its(insertDevice),
    'POST /api/sales/1/undo': () => its(insertSale),
    'POST /api/stall/commands/1/settle': () => its(insertSetAside),
    'POST /api/market-days/1/without-phone': () => {
      const phone = { id: A_PHONE, label: 'Phone 2', heard_at: null, lost_at: null }
      return its((tx) => tx.insertInto('stall_phones').values(phone).execute())
    },
    'POST /api/market-days/1/truck/settle': () => {
      const load = { market_day_id: 1, product_id: 1 }
      return its((tx) => tx.insertInto('stall_loads').values(load).execute())
    },
  }
  for (const [call, body] of Object.entries(bodies)) {
    const [method, url] = call.split(' ') as ['POST' | 'DELETE', string]
    const confirm = TAKES_TWO_STEPS.test(url)
      ? (await shop.inject({ method, url, headers, payload: body })).json().hash
      : undefined
    const payload = confirm && method !== 'DELETE' ? { ...body, confirm } : body
    if (confirm) queries[call] = method === 'DELETE' ? `?confirm=${confirm}` : ''
    await prepare[call]?.()
    const before = (await rows()).length
    const asked = { method, url: url + (queries[call] ?? ''), headers, payload }
    const answer = await shop.inject(asked)
    expect(answer.statusCode, `${call} ${answer.body}`).toBeLessThan(300)
    expect((await rows()).length, call).toBe(before + 1)
  }
  expect(eggs.id).toBe(1)
})

function packOrder({ db }: AShop) {
  const orders = (tx: AShop['db']) => tx.updateTable('orders').where('id', '=', 1)
  return write(db, (tx) => orders(tx).set({ packed_at: AT }).execute())
}

async function packWithAnEarlierOne(shop: AShop): Promise<void> {
  const packed_with = await insertOrder(shop, { id: 0 })
  const order = { packed_with }
  await write(shop.db, (tx) => tx.updateTable('orders').set(order).where('id', '=', 1).execute())
}
