import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { LIVE_PATH, type LiveUpdate } from '#contract/live.ts'
import { MINUTE } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type ALivePage, aLivePage } from '#tests/a-live-page.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { aToken } from '#tests/a-token.ts'
import { signedInDesk } from '#tests/at-desk.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'

const SESSION = 'V1StGXR8_Z5jdHi6B-myT'
const OTHER_SESSION = 'another_session_id_99'

async function anOpenShop(env: Record<string, string> = {}) {
  const shop = await aShop({ env })
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 10 })
  const port = await shop.listen()
  return { shop, eggs, port, ...(await signedInDesk(shop)) }
}

/** Reads messages until the wanted one; news of the shop's setup may come first. */
async function until(page: ALivePage, wanted: (news: LiveUpdate) => boolean): Promise<LiveUpdate> {
  for (;;) {
    const news = await page.next()
    if (wanted(news)) return news
  }
}

const isStock = (stock: number) => (news: LiveUpdate) =>
  news.type === 'product' && news.product.stock === stock

/** Waits for everything sent so far: the answer comes after it. */
async function settled(page: ALivePage, sessionId = SESSION): Promise<void> {
  page.send({ type: 'chat', text: 'hello', sessionId })
  await until(page, ({ type }) => type === 'chat_response')
}

test('a chat message is answered in the words of the specification', async () => {
  const { port } = await anOpenShop()
  const page = await aLivePage(port)
  page.send({ type: 'chat', text: 'Hello', sessionId: SESSION })
  expect(await until(page, ({ type }) => type === 'chat_response')).toEqual({
    type: 'chat_response',
    message: expect.stringMatching(/\w/),
  })
})

test('a sale is told to every open page, with the stock that is left', async () => {
  const { shop, eggs, port } = await anOpenShop()
  const pages = await Promise.all([aLivePage(port), aLivePage(port), aLivePage(port)])
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 3]]))
  for (const page of pages) {
    expect(await until(page, isStock(7))).toMatchObject({
      type: 'product',
      product: { ...eggs, stock: 7 },
    })
  }
})

test('what a day still has is told with the stock: sold, given back, limited anew, and the day over', async () => {
  const { shop, eggs, port, ask } = await anOpenShop()
  const page = await aLivePage(port)
  const put = (url: string, payload: object) => ask('PUT', url, payload)
  await put(`/api/products/${eggs.id}/limits`, { eachDay: 4 })
  expect(await until(page, isStock(4))).toMatchObject({ product: { inStock: 10 } })
  // The store's day still has all four, and the shop shows the most one order can get.
  const [market, store] = (await ask('GET', '/api/calendar')).json().days
  await put(`/api/market-days/${store.id}/limits`, { productId: eggs.id, most: 1 })
  const { id } = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 3]]))).json()
  await until(page, isStock(1))
  await shop.settled()
  await put(`/api/orders/${id}/status`, { status: 'cancelled' })
  await until(page, isStock(4))
  const closing = { id: crypto.randomUUID(), message: '', moveTo: null, cancelRest: false }
  const close = (more: object = {}) =>
    ask('POST', `/api/market-days/${market.id}/close`, { ...closing, ...more })
  const { confirm } = (await close()).json()
  await put(`/api/market-days/${market.id}/limits`, { productId: eggs.id, most: 2 })
  await until(page, isStock(2))
  await close({ confirm })
  expect(await until(page, isStock(4))).toMatchObject({ product: { inStock: 10 } })
})

test('a price, a new product and one that is gone are told too', async () => {
  const { shop, eggs, port, ask } = await anOpenShop()
  const page = await aLivePage(port)
  await ask('PUT', `/api/products/${eggs.id}`, { price: 6.5 })
  await until(page, (news) => news.type === 'product' && news.product.price === 6.5)
  const honey = await aProduct(shop.db, { name: 'Honey' })
  await until(page, (news) => news.type === 'product' && news.product.name === 'Honey')
  await ask('DELETE', `/api/products/${honey.id}`)
  expect(await until(page, ({ type }) => type === 'product_gone')).toMatchObject({ id: honey.id })
})

test('a refused order is not told', async () => {
  const { shop, eggs, port } = await anOpenShop()
  const page = await aLivePage(port)
  await settled(page)
  const refused = await aKeyedBuyer(shop).buy(orderBody([[{ ...eggs, stock: 99 }, 11]]))
  expect(refused.statusCode).toBe(409)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await settled(page)
  const stocks = page.received.flatMap((news) =>
    news.type === 'product' ? [news.product.stock] : [],
  )
  expect(stocks.every((stock) => stock === 10)).toBe(true)
})

test('of more products than can be said, pages read the list again', async () => {
  const { port, ask } = await anOpenShop()
  const page = await aLivePage(port)
  const rows = Array.from(
    { length: 101 },
    (_, row) => `Jam ${row},Made on Monday.,Farm Eggs,4.00,5,`,
  )
  const csv = ['name,description,category,price,stock,imageUrl', ...rows].join('\n')
  const answer = await ask('POST', '/api/products/import', { csv, apply: true })
  expect(answer.statusCode).toBe(200)
  expect(await until(page, ({ type }) => type === 'products')).toEqual({
    type: 'products',
    version: expect.any(Number),
  })
})

test('a page that comes back is told what it missed, and only that', async () => {
  const { shop, eggs, port, ask } = await anOpenShop()
  const [honey, cheese] = [
    await aProduct(shop.db, { name: 'Honey' }),
    await aProduct(shop.db, { name: 'Cheese' }),
  ]
  const page = await aLivePage(port)
  await ask('PUT', `/api/products/${cheese.id}`, { stock: 3 })
  await until(page, isStock(3))
  shop.clock.now = new Date(shop.clock.now.getTime() + MINUTE)
  await ask('PUT', `/api/products/${honey.id}`, { stock: 6 })
  const { version } = (await until(page, isStock(6))) as { version: number }
  page.close()
  await page.closed
  await ask('PUT', `/api/products/${eggs.id}`, { stock: 4 })
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
  const again = await aLivePage(port)
  again.send({ type: 'hello', version: version + 1 })
  await until(again, ({ type }) => type === 'caught_up')
  const stocks = again.received.flatMap((news) =>
    news.type === 'product' ? [`${news.product.name} ${news.product.stock}`] : [],
  )
  // Beside other processes, news it may have missed is sent again, and the sale may still be on its
  // way.
  expect([...new Set(stocks)]).toEqual(shop.config.databaseUrl ? ['Eggs 3', 'Honey 6'] : ['Eggs 3'])
})

test('a page of the process before reads the list again', async () => {
  const { port } = await anOpenShop()
  for (const version of [0, Number.MAX_SAFE_INTEGER]) {
    const page = await aLivePage(port)
    page.send({ type: 'hello', version })
    await until(page, ({ type }) => type === 'products')
    await until(page, ({ type }) => type === 'caught_up')
  }
})

test('a page that asks what it missed again and again is told to read the list again', async () => {
  const { eggs, port, ask } = await anOpenShop({ LIMITS: 'on' })
  const page = await aLivePage(port)
  await ask('PUT', `/api/products/${eggs.id}`, { stock: 4 })
  const { version } = (await until(page, isStock(4))) as { version: number }
  const again = await aLivePage(port)
  for (let times = 0; times < 5; times++) {
    again.send({ type: 'hello', version })
    await until(again, ({ type }) => type === 'caught_up')
  }
  const told = again.received.map(({ type }) => type)
  expect(told.filter((type) => type === 'product')).toHaveLength(3)
  expect(told.slice(-3)).toEqual(['products', 'days', 'caught_up'])
})

async function upgraded(port: number, path: string, then?: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const key = 'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='
  const upgrade = `host: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n${key}\r\n\r\n`
  socket.write(`GET ${path} HTTP/1.1\r\n${upgrade}`)
  let said = ''
  socket.on('data', (bytes) => {
    if (said === '' && then) socket.write(then)
    said += bytes
  })
  await once(socket, 'close')
  return said
}

/** These ask no database. */
const testConnection = test.skipIf(isShortOnPostgres())

testConnection('a connection elsewhere than at the live address is refused', async () => {
  const { port } = await anOpenShop()
  for (const path of ['/', '/api/products', '/nowhere'])
    expect([path, await upgraded(port, path)]).toEqual([
      path,
      expect.stringMatching(/^HTTP\S+ 404/),
    ])
})

testConnection(
  'a page that is told to leave is gone soon, though it never says goodbye',
  async () => {
    const { port } = await anOpenShop()
    const aMaskedByte = Buffer.from([0x82, 0x81, 0, 0, 0, 0, 1])
    expect(await upgraded(port, LIVE_PATH, aMaskedByte)).toMatch(/^HTTP\S+ 101/)
  },
)

test('desks hear of orders, visitors do not, and neither does a desk that has signed out', async () => {
  const { shop, eggs, port, cookie, ask } = await anOpenShop()
  const [desk, visitor] = [await aLivePage(port, { cookie }), await aLivePage(port)]
  await Promise.all([settled(desk), settled(visitor)])
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
  expect(await until(desk, ({ type }) => type === 'order')).toEqual({
    type: 'order',
    id: 1,
    isNew: true,
  })
  await ask('PUT', '/api/orders/1/status', { status: 'processing' })
  await until(desk, (news) => news.type === 'order' && !news.isNew)
  await write(shop.db, async (_, emit) => emit({ kind: 'orders', orderId: 1, isUnpacked: true }))
  await until(desk, (news) => news.type === 'order' && news.isUnpacked === true)
  // What the farmer enters herself is no news to her; what a program enters is.
  const { id: marketDayId } = await shop.db
    .selectFrom('market_days')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { token } = await aToken(shop, ['orders:write'])
  for (const [id, headers, isNew] of [
    [2, { cookie }, false],
    [3, { authorization: `Bearer ${token}` }, true],
  ] as const) {
    await shop.inject({
      ...{ method: 'POST', url: '/api/desk/orders', headers },
      payload: {
        ...{ id: crypto.randomUUID(), customerName: 'Ada', marketDayId, total: 5, paidBy: null },
        items: [{ productId: eggs.id, quantity: 1, price: 5 }],
      },
    })
    const ofIt = (news: LiveUpdate) => news.type === 'order' && news.id === id
    expect(await until(desk, ofIt)).toEqual({ type: 'order', id, isNew })
  }
  await ask('POST', '/api/admin/logout')
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
  await Promise.all([until(desk, isStock(6)), until(visitor, isStock(6))])
  const orders = ({ received }: ALivePage) =>
    received.flatMap((news) => (news.type === 'order' ? [news.id] : []))
  expect(new Set(orders(desk))).toEqual(new Set([1, 2, 3]))
  expect(orders(visitor)).toEqual([])
})

test('the farmer’s reply reaches the chat it was asked in and no other', async () => {
  const { shop, port } = await anOpenShop()
  const [asker, other] = [await aLivePage(port), await aLivePage(port)]
  await settled(asker)
  await settled(other, OTHER_SESSION)
  const message = 'The lambs come in March.'
  await write(shop.db, async (_, emit) => emit({ kind: 'chat-reply', sessionId: SESSION, message }))
  await until(asker, (news) => news.type === 'chat_response' && news.message === message)
  await settled(other, OTHER_SESSION)
  expect(JSON.stringify(other.received)).not.toContain(message)
})

test('a garbage cookie opens no desk', async () => {
  const { shop, eggs, port } = await anOpenShop()
  const page = await aLivePage(port, { cookie: 'farmstand_admin=guess' })
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
  await until(page, isStock(9))
  await settled(page)
  expect(page.received.filter(({ type }) => type === 'order')).toEqual([])
})

testConnection('a page of another site is not let in', async () => {
  const { port } = await anOpenShop()
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example'])
    await expect(aLivePage(port, { origin }), origin).rejects.toThrow('403')
})

testConnection('a page of the shop itself is let in, by its public address too', async () => {
  const local = await anOpenShop()
  await settled(await aLivePage(local.port, { origin: `http://127.0.0.1:${local.port}` }))
  const { port } = await anOpenShop({ PUBLIC_URL: 'https://farm.example' })
  await settled(await aLivePage(port, { origin: 'https://farm.example' }))
  await expect(aLivePage(port, { origin: `http://127.0.0.1:${port}` })).rejects.toThrow('403')
})

testConnection('what is no message ends that connection and no other', async () => {
  const { port } = await anOpenShop()
  const good = await aLivePage(port)
  const long = { type: 'chat', text: 'a'.repeat(5000), sessionId: SESSION }
  for (const [what, frame, code] of [
    ['a frame above 4 KB', JSON.stringify(long), 1009],
    ['what is no JSON', '{"type":', 1007],
    ['bytes', Buffer.from([1, 2, 3]), 1003],
  ] as const) {
    const bad = await aLivePage(port)
    bad.send(frame)
    expect([what, await bad.closed]).toEqual([what, code])
  }
  await settled(good)
})

testConnection(
  'blank text, a message of another time and a chat without its session are let be',
  async () => {
    const { port } = await anOpenShop()
    const page = await aLivePage(port)
    for (const frame of [
      { type: 'chat', text: '  ', sessionId: SESSION },
      { type: 'dance' },
      { type: 'chat' },
      7,
      null,
    ])
      page.send(JSON.stringify(frame))
    await settled(page)
    // News of the shop's setup may come first.
    expect(page.received.filter(({ type }) => type !== 'product')).toHaveLength(1)
  },
)

testConnection('a question that is too long gets a sentence, not silence', async () => {
  const { port } = await anOpenShop()
  const page = await aLivePage(port)
  page.send({ type: 'chat', text: 'a'.repeat(501), sessionId: SESSION })
  const answer = await until(page, ({ type }) => type === 'chat_response')
  expect(answer).toMatchObject({ message: 'Use 500 characters or fewer.' })
})

testConnection('a flood ends that connection only', async () => {
  const { port } = await anOpenShop({ LIMITS: 'on' })
  const [flood, good] = [await aLivePage(port), await aLivePage(port)]
  for (let n = 0; n < 200; n++) flood.send({ type: 'chat', text: `hello ${n}`, sessionId: SESSION })
  expect(await flood.closed).toBe(1008)
  expect(flood.received.filter(({ type }) => type === 'chat_response').length).toBeLessThanOrEqual(
    11,
  )
  await settled(good)
})

testConnection('a shop that closes says so to every page', async () => {
  const { shop, port } = await anOpenShop()
  const pages = await Promise.all([aLivePage(port), aLivePage(port)])
  await shop.close()
  expect(await Promise.all(pages.map(({ closed }) => closed))).toEqual([1001, 1001])
})
