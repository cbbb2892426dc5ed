import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { INTENT, intentOf, orderBody } from '#tests/a-buyer.ts'
import { aMailServer } from '#tests/a-mail-server.ts'
import { aRunningShop, type RunningShop } from '#tests/e2e/a-running-shop.ts'
import { rowsBeside } from '#tests/every-row.ts'

/** Each secret is searched for as is, and says which tables may hold it. */
const PASSWORD = 'canary-password-7f3a'
const EMAIL = 'canary-buyer@example.com'
const STREET = '7 Canary Lane'
const NAME = 'Canary Nightingale'
const NOTES = 'canary-notes-51c2'
const SMTP_PASSWORD = 'canary-smtp-90ab'
const PASSPHRASE = 'canary-passphrase-18d0'
const BEARER = 'canary-bearer-4e1d'
const BROKEN_LINE = 'canary-line-one\r\ncanary-line-two {"level":60}'
const CARD = '4242424242424242'

/**
 * What a buyer typed is kept with his order, his payment's basket and his search words, nowhere
 * else.
 */
const OF_BUYERS = ['order_words', 'orders', 'outbox', 'payments', 'questions', 'subscribers']

type Answer = { status: number; said: Record<string, string>; cookie: string }

function callerOf({ url }: RunningShop) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const type: Record<string, string> =
      body === undefined ? {} : { 'content-type': 'application/json' }
    const sent =
      body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const always = { accept: 'application/json', authorization: `Bearer ${BEARER}` }
    const answer = await fetch(url + path, {
      method,
      headers: { ...always, ...type, ...headers },
      ...sent,
    })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    return { status: answer.status, said: await answer.json().catch(() => ({})), cookie }
  }
}

/** A day at the shop when everything goes wrong; returns the secrets that came up. */
async function aDay(shop: RunningShop): Promise<Record<string, string>> {
  const call = callerOf(shop)
  const { cookie } = await call('POST', '/api/admin/login', { password: PASSWORD })
  for (const password of [`${PASSWORD}x`, PASSWORD.toUpperCase()])
    await call('POST', '/api/admin/login', { password })
  await call('POST', '/api/admin/login', `{"password": "${PASSWORD}"`)
  const products = (await call('GET', '/api/products')).said as unknown as { stock: number }[]
  const product = products.find(({ stock }) => stock > 10)
  const shippingAddress = { address: STREET, city: 'Hot Springs', state: 'SD', zipCode: '57747' }
  const to = { deliveryMethod: 'shipping', pickupLocation: null, shippingAddress }
  const typed = { customerName: NAME, customerEmail: EMAIL, notes: NOTES }
  const basket = orderBody([[product as never, 9]], { ...typed, ...to })
  const checkout_key = crypto.randomUUID()
  const who = { customer_email: EMAIL, customer_name: NAME }
  const amount = Math.round(basket.orderData.total * 100)
  const requested = intentOf(amount, { ...who, checkout_key, basket })
  const intent = await call('POST', INTENT, requested)
  await call('POST', '/api/payments/sandbox/confirm', { client_secret: intent.said.client_secret })
  const placed = await call('POST', '/api/orders', { ...basket, checkout_key })
  await call('POST', INTENT, { ...requested, amount: 50, checkout_key: crypto.randomUUID() })
  expect(placed.status, JSON.stringify(placed.said)).toBe(201)
  await call('POST', '/api/orders', { ...basket, extra: CARD })
  await call('GET', placed.said.receiptUrl ?? '')
  await call('GET', `${placed.said.receiptUrl}?${EMAIL}`)
  await call('POST', '/api/newsletter/subscribe', { email: EMAIL })
  for (const message of [
    'How much are the sesame bagels?',
    `May ${NAME} bring a llama? ${EMAIL}`,
    `Is ${CARD} good?`,
  ])
    await call('POST', '/api/chat/message', { message, sessionId: 'c'.repeat(21) })
  await call('POST', '/api/questions/1/reply', { reply: 'Yes, on a leash.' }, { cookie })
  await call('POST', `/api/orders/1/refunds`, { amount: 1, reason: 'Late' }, { cookie })
  await call('GET', `/api/orders?text=${encodeURIComponent(EMAIL)}`, undefined, { cookie })
  await call('GET', `/nowhere/${encodeURIComponent(BROKEN_LINE)}`, undefined, {
    'user-agent': 'canary-agent',
    referer: EMAIL,
  })
  await call('POST', '/api/orders', `{"${EMAIL}": `, { cookie })
  await call(
    'DELETE',
    `/api/newsletter/subscribers?email=${encodeURIComponent(EMAIL)}`,
    undefined,
    { cookie },
  )
  await call('POST', '/api/admin/logout', undefined, { cookie })
  const receipt = (placed.said.receiptUrl ?? '').slice('/o/'.length)
  const [session = '', visitor = ''] = [cookie, intent.cookie].map((one) => one.split('=')[1] ?? '')
  return {
    session,
    visitor,
    receipt,
    clientSecret: intent.said.client_secret ?? '',
    checkoutKey: checkout_key,
  }
}

function tablesWith(rows: Record<string, string[]>, text: string): string[] {
  return Object.keys(rows).filter((table) => rows[table]?.some((row) => row.includes(text)))
}

test('what is secret stands in no line of the log, and in no table but its own', {
  timeout: 60_000,
}, async () => {
  const server = await aMailServer()
  server.state.mood = 'refuses'
  const url = server.url.replace('smtp://', `smtp://canary:${SMTP_PASSWORD}@`)
  const mail = { SMTP_URL: url, MAIL_FROM: 'Farm <orders@farm.example>' }
  const secret = { ADMIN_PASSWORD: PASSWORD, BACKUP_PASSPHRASE: PASSPHRASE, ...mail }
  const shop = await aRunningShop({ LOG_LEVEL: 'debug', LIMITS: 'off', ...secret })
  const made = await aDay(shop)
  const mails = () => rowsBeside(shop.dataDir).outbox?.join()
  await expect.poll(mails, { timeout: 10_000 }).toMatch(/"\w*error\w*":"/)
  const rows = rowsBeside(shop.dataDir)
  await shop.stop()
  const log = shop.printed()
  const typed = {
    PASSWORD,
    EMAIL,
    STREET,
    NAME,
    NOTES,
    SMTP_PASSWORD,
    PASSPHRASE,
    BEARER,
    CARD,
    agent: 'canary-agent',
    line: 'canary-line',
  }
  const secrets = Object.entries({ ...typed, ...made })
  expect(secrets.filter(([, text]) => text.length < 8)).toEqual([])
  console.info(
    `${log.split('\n').length} lines of log and ${Object.keys(rows).length} tables searched for ${secrets.length} secrets`,
  )
  expect(log.split('\n').length).toBeGreaterThan(20)
  expect(secrets.filter(([, text]) => log.includes(text)).map(([name]) => name)).toEqual([])
  for (const line of log.split('\n').filter((one) => one.startsWith('{')))
    expect(() => JSON.parse(line), line).not.toThrow()

  const where = Object.fromEntries(
    secrets.map(([name, text]) => [name, tablesWith(rows, text).sort()]),
  )
  const nowhere = Object.keys(typed).filter(
    (name) => !['EMAIL', 'STREET', 'NAME', 'NOTES'].includes(name),
  )
  for (const name of [...nowhere, 'session', 'visitor'])
    expect([name, where[name]]).toEqual([name, []])
  for (const name of ['EMAIL', 'STREET', 'NAME', 'NOTES'])
    expect(
      where[name]?.filter((table) => !OF_BUYERS.includes(table)),
      name,
    ).toEqual([])
  expect([where.receipt, where.clientSecret]).toEqual([['orders'], ['sandbox_intents']])
})

test('the built shop holds no secret', () => {
  const dist = join(import.meta.dirname, '../../dist')
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  // Code and pages name how such keys begin; a real one is longer.
  const real =
    /(?:[sr]k_(?:live|test)_|whsec_)\w{10}|seven brown hens|scrypt\$\d|PRIVATE KEY-----\s*[\w+/]{20}/
  const secret =
    /(?:[sr]k_(?:live|test)_|whsec_)\w{10}|seven brown hens|scrypt\$|BEGIN [A-Z ]*PRIVATE KEY|sourceMappingURL/
  const texts = files.filter(({ name }) =>
    /\.(?:js|css|html|svg|json|webmanifest|txt|map)$/.test(name),
  )
  const found = texts.filter(({ parentPath, name }) =>
    (parentPath === join(dist, 'shop') ? real : secret).test(
      readFileSync(join(parentPath, name), 'utf8'),
    ),
  )
  console.info(`${texts.length} built files without a secret`)
  expect(texts.length).toBeGreaterThan(20)
  expect(found.map(({ name }) => name)).toEqual([])
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([])
})
