import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INTENT, intentOf, orderBody } from './a-buyer.ts'
import { aRunningShop, PASSWORD, type RunningShop } from './e2e/a-running-shop.ts'
import { rowsBeside } from './every-row.ts'
import { findCardNumbers } from './find-card-numbers.ts'
import { someOf } from './length-of-run.ts'
import { createDatabase, type Postgres, startPostgres } from './postgres.ts'

/** The sandbox's test numbers (payments, section 5.2). */
const NUMBERS = [
  ...['4242424242424242', '5555555555554444', '378282246310005', '6011111111111117'],
  ...['4000000000000002', '4000000000009995', '4000000000009987', '4000000000009979'],
  ...['4000000000000069', '4000000000000127', '4000000000000119', '4000002500003155'],
  ...['4000002760003184', '4000000000003220', '4000008260003178', '4000008400001629'],
]

const TOKENS = [
  'pm_card_visa',
  'pm_card_amex',
  'pm_card_chargeDeclined',
  'pm_card_authenticationRequired',
]

const WRITINGS = [
  (number: string) => number,
  (number: string) => number.replace(/(.{4})(?=.)/g, '$1 '),
  (number: string) => `my card: ${number.replace(/(.{4})(?=.)/g, '$1-')}, thanks`,
]

const HOME = { address: '1 River St', city: 'Hot Springs', state: 'SD', zipCode: '57747' }
const SHIPPING = { deliveryMethod: 'shipping', pickupLocation: null, shippingAddress: HOME }

const FIELDS: Record<string, (text: string) => Record<string, unknown>> = {
  customerName: (text) => ({ customerName: text }),
  customerEmail: (text) => ({ customerEmail: `${text.replace(/[^\d]/g, '')}@example.com` }),
  customerPhone: (text) => ({ customerPhone: text }),
  notes: (text) => ({ notes: text }),
  pickupName: (text) => ({ pickupName: text }),
  'shippingAddress.address': (text) => ({
    ...SHIPPING,
    shippingAddress: { ...HOME, address: text },
  }),
  'shippingAddress.city': (text) => ({ ...SHIPPING, shippingAddress: { ...HOME, city: text } }),
}

test('a card number is found however it is written, and what only looks long is not', () => {
  for (const write of WRITINGS)
    for (const number of NUMBERS) expect(findCardNumbers(write(number))).toEqual([number])
  const harmless = `{"id":"42424242-4242-4242-8242-424242424242","at":"2026-11-18T18:00:00.000Z","time":1763488800000,"n":4242424242424241}`
  expect(findCardNumbers(harmless)).toEqual([])
})

describe.each(someOf(['SQLite', 'PostgreSQL'], 2))(
  'on %s, a card number that somebody types',
  { timeout: 120_000 },
  (engine) => {
    let postgres: Postgres | null = null
    beforeAll(async () => {
      if (engine === 'PostgreSQL') postgres = await startPostgres({ fsync: false })
    }, 60_000)
    afterAll(() => postgres?.stop())

    test('is refused in every field, and stands in no log line, no row and no file; nor does the secret of a payment', async () => {
      const database = postgres && (await createDatabase(postgres.url, 'cards'))
      const shop = await aRunningShop({
        DEMO: '0',
        LOG_LEVEL: 'debug',
        LIMITS: 'off',
        ...(database ? { DATABASE_URL: database } : {}),
      })
      await sellEggs(shop)
      const typed = await typeEverywhere(shop)
      expect(typed.filter(({ code }) => code !== 'card-number-in-text')).toEqual([])
      expect(typed).toHaveLength((Object.keys(FIELDS).length * 2 + 2) * NUMBERS.length)
      const secrets = await buyWithEveryToken(shop)
      await stray(shop)
      const rows = database ? await rowsOfPostgres(database) : rowsBeside(shop.dataDir)
      await shop.stop()

      const lines = shop.printed().split('\n')
      expect(lines.filter((line) => line.includes(INTENT)).length).toBeGreaterThan(NUMBERS.length)
      expect(Object.keys(rows)).toEqual(
        expect.arrayContaining(['orders', 'payments', 'outbox', 'audit']),
      )
      expect(rows.payments?.length).toBe(TOKENS.length)
      expect(lines.filter((line) => holdsNumber(line) || line.includes('pm_card'))).toEqual([])
      for (const [table, texts] of Object.entries(rows))
        expect([table, texts.filter(holdsNumber)]).toEqual([table, []])
      for (const file of filesOf(shop.dataDir))
        expect([file, numbersIn(readFileSync(file, 'latin1'))]).toEqual([file, []])
      // The sandbox's own table plays the provider, the only one who keeps the secrets.
      const stored = Object.entries(rows).filter(([table]) => table !== 'sandbox_intents')
      const sent = [...lines, ...stored.flatMap(([, texts]) => texts)]
      expect(secrets.length).toBe(3)
      expect(sent.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([])
    })
  },
)

async function post(shop: RunningShop, path: string, body: object, cookie = '') {
  const headers = { 'content-type': 'application/json', accept: 'application/json', cookie }
  const answer = await fetch(shop.url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const said = await answer.json()
  return {
    status: answer.status,
    said,
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
  }
}

async function sellEggs(shop: RunningShop): Promise<void> {
  const { cookie } = await post(shop, '/api/admin/login', { password: PASSWORD })
  const eggs = { name: 'Eggs', description: '', category: 'Farm Eggs', price: 5, imageUrl: null }
  await post(shop, '/api/products', { ...eggs, stock: 60 }, cookie)
}

async function eggsOf(shop: RunningShop) {
  const products = await (await fetch(`${shop.url}/api/products`)).json()
  return products.find((product: { stock: number }) => product.stock > 10)
}

function intentFor(basket: { orderData: { total: number } } | undefined, more: object) {
  return intentOf(Math.round((basket?.orderData.total ?? 50) * 100), { ...more })
}

async function typeEverywhere(shop: RunningShop) {
  const eggs = await eggsOf(shop)
  const said: { field: string; code: string }[] = []
  for (const [place, number] of NUMBERS.entries()) {
    const text = WRITINGS[place % WRITINGS.length]?.(number) ?? number
    for (const [field, fill] of Object.entries(FIELDS)) {
      const basket = orderBody([[eggs, 9]], fill(text))
      const requested = intentFor(basket, { basket, checkout_key: crypto.randomUUID() })
      said.push({ field: `basket ${field}`, code: (await post(shop, INTENT, requested)).said.code })
      said.push({ field, code: (await post(shop, '/api/orders', basket)).said.code })
    }
    for (const more of [{ customer_name: text }, { customer_email: `${number}@example.com` }])
      said.push({
        field: Object.keys(more).join(),
        code: (await post(shop, INTENT, intentFor(undefined, more))).said.code,
      })
  }
  return said
}

async function buyWithEveryToken(shop: RunningShop): Promise<string[]> {
  const eggs = await eggsOf(shop)
  const body = orderBody([[eggs, 1]])
  const secrets: string[] = []
  for (const payment_method_id of TOKENS) {
    const intent = await post(shop, INTENT, intentFor(body, { payment_method_id }))
    if (intent.said.client_secret) secrets.push(intent.said.client_secret)
    await post(shop, '/api/orders', body, intent.cookie)
    await post(shop, '/api/payments/sandbox/confirm', {
      client_secret: intent.said.client_secret ?? 'none',
    })
  }
  const desk = await post(shop, '/api/admin/login', { password: PASSWORD })
  const headers = { 'content-type': 'application/json', cookie: desk.cookie }
  const status = JSON.stringify({ status: 'cancelled' })
  await fetch(`${shop.url}/api/orders/1/status`, { method: 'PUT', headers, body: status })
  return secrets
}

async function stray(shop: RunningShop): Promise<void> {
  const [number = ''] = NUMBERS
  const body = orderBody([[await eggsOf(shop), 1]], { paymentStatus: number, userId: number })
  await post(shop, '/api/orders', body)
  await post(shop, '/api/orders', { ...body, [number]: number })
  await post(shop, INTENT, intentFor(body, { card: { number, cvc: '123' } }))
  await post(shop, '/api/payments/sandbox/confirm', { client_secret: number })
  for (const [place, typed] of NUMBERS.entries()) {
    const message = `May my dog pay with ${WRITINGS[place % WRITINGS.length]?.(typed) ?? typed}?`
    await post(shop, '/api/chat/message', { message, sessionId: `chat-${place}`.padEnd(21, '_') })
  }
  await post(shop, '/api/chat/message', {
    message: 'May my dog come?',
    sessionId: number.padEnd(21, '_'),
  })
  const headers = {
    'content-type': 'application/json',
    'user-agent': number,
    referer: `${shop.url}/?card=${number}`,
  }
  await fetch(`${shop.url}/api/orders`, { method: 'POST', headers, body: `{"number": ${number}` })
  for (const path of [
    `/${number}`,
    `/checkout?card=${number}`,
    `/api/checkouts/${number}`,
    `/o/${number}`,
  ])
    await fetch(shop.url + path, { headers })
}

async function rowsOfPostgres(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client(url)
  await client.connect()
  const tables = await client.query(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const all = await client.query(`select * from ${pg.escapeIdentifier(name)}`)
    rows[name] = all.rows.map((row) => JSON.stringify(row))
  }
  await client.end()
  return rows
}

const BUILT = join(import.meta.dirname, '../dist/client/assets')

/**
 * Skips copies of the built scripts, which name the test cards; a shop that runs for 10 s keeps
 * them.
 */
function filesOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return files.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !isBuilt(path))
}

function isBuilt(path: string): boolean {
  const built = join(BUILT, basename(path))
  return existsSync(built) && readFileSync(built).equals(readFileSync(path))
}

function holdsNumber(text: string): boolean {
  return findCardNumbers(text).length > 0 || numbersIn(text).length > 0
}

/** Exactly the numbers typed; in raw bytes any digits can be neighbors. */
function numbersIn(text: string): string[] {
  return NUMBERS.filter((number) => WRITINGS.some((write) => text.includes(write(number))))
}
