import { expect } from 'vitest'
import { MAX_CHAT_TEXT_LENGTH, SESSION_ID_LENGTH } from '#contract/chat/chat.ts'
import { SETTING_KEYS, SETTING_VALUES } from '#contract/settings/setting-table.ts'
import { wrongInSetting } from '#contract/settings/settings.ts'
import { aMailServer } from '../a-mail-server.ts'
import { POSTAL_ADDRESS } from '../a-newsletter.ts'
import { ATTACKS } from '../html-attacks.ts'
import { PASSWORD } from './a-running-shop.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { attackCalendar, attackOrdersOfDay } from './attacked-calendar.ts'

type Call = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ status: number; said: unknown; cookie: string }>

export type AttackedShop = {
  shop: AnOpenShop
  receipts: string[]
  slugs: string[]
  /** The day its orders are delivered. */
  day: string
  mails: () => string[]
  /** Answers the question that contains `part`. */
  reply(part: string, text: string): Promise<void>
  links: string[]
}

/** A running shop with each classic attack once in every field. */
export async function anAttackedShop(): Promise<AttackedShop> {
  const server = await aMailServer()
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'Hill Farm <orders@farm.example>' }
  const shop = await anOpenShop({ DEMO: '0', LIMITS: 'off', ...mail })
  const desk = await signedIn(shop)
  const reply = replierOf(desk)
  for (const [place, attack] of ATTACKS.entries())
    await askAndReply(shop, { attack, id: place + 1, reply })
  expect((await desk('GET', '/api/questions')).said).toHaveLength(ATTACKS.length)
  for (const [place, attack] of ATTACKS.entries()) await fillProduct(desk, attack, place + 1)
  for (const [place, key] of SETTING_KEYS.entries()) {
    const attack = ATTACKS[place] ?? ''
    const value = wrongInSetting(key, attack) === null ? attack : SETTING_VALUES[key]
    const saved = await desk('POST', '/api/settings', { key, value, description: value })
    expect(saved.status, `${key} ${JSON.stringify(saved.said)}`).toBe(201)
  }
  const day = await attackCalendar(desk)
  const receipts: string[] = []
  for (const [place, attack] of ATTACKS.entries())
    receipts.push(await anOrder(shop, attack, place + 1))
  for (const [place, attack] of ATTACKS.entries()) await refundAndWork(desk, attack, place + 1)
  await attackOrdersOfDay(desk, day)
  const mails = () => server.arrived.map(({ raw }) => raw)
  const links = await writeLetters({ shop, desk, mails })
  const pages = (await desk('GET', '/api/pages')).said as { slug: string }[]
  await expect
    .poll(() => server.arrived.length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(2.5 * ATTACKS.length)
  return { shop, receipts, slugs: pages.map(({ slug }) => slug), day, mails, reply, links }
}

function callerOf({ url }: AnOpenShop, cookie = ''): Call {
  return async (method, path, body) => {
    const headers = {
      accept: 'application/json',
      cookie,
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const said = await answer.json().catch(() => null)
    return {
      status: answer.status,
      said,
      cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
    }
  }
}

async function signedIn(shop: AnOpenShop): Promise<Call> {
  const { cookie } = await callerOf(shop)('POST', '/api/admin/login', { password: PASSWORD })
  return callerOf(shop, cookie)
}

async function fillProduct(desk: Call, attack: string, id: number): Promise<void> {
  const name = attack.slice(0, 120)
  const text = { description: attack, unit: attack.slice(0, 24), allergens: attack.slice(0, 200) }
  const product = { name, category: 'Vegetables', price: 5, stock: 9, imageUrl: null, ...text }
  expect((await desk('POST', '/api/products', product)).status).toBe(201)
  const recipeData = { name, description: attack, servings: 6, instructions: attack }
  const ingredients = [{ name, quantity: 1, unit: 'cup', costPerUnit: 1, notes: attack }]
  expect((await desk('POST', '/api/recipes', { recipeData, ingredients })).status).toBe(201)
  await desk('PUT', `/api/recipes/${id}/product`, { productId: id, unitsPerBatch: 1 })
  await desk('PUT', `/api/products/${id}`, { price: 6 })
}

async function anOrder(shop: AnOpenShop, attack: string, productId: number): Promise<string> {
  const visitor = callerOf(shop)
  const shippingAddress = {
    address: attack,
    city: attack.slice(0, 100),
    state: 'SD',
    zipCode: '57747',
  }
  const to = { deliveryMethod: 'shipping', pickupLocation: null, shippingAddress }
  const typed = {
    customerName: attack.slice(0, 120),
    customerPhone: attack.slice(0, 40),
    pickupName: attack.slice(0, 120),
    notes: attack,
  }
  const orderData = {
    ...typed,
    ...to,
    customerEmail: `buyer${productId}@example.com`,
    total: 29,
    paymentMethod: 'stripe',
  }
  const basket = { orderData, items: [{ productId, quantity: 4, price: 6 }] }
  const checkout_key = crypto.randomUUID()
  const card = {
    payment_method_id: 'pm_card_visa',
    customer_email: 'buyer@example.com',
    customer_name: 'Eve',
  }
  const intent = await visitor('POST', '/api/payments/stripe/create-intent', {
    amount: 2900,
    ...card,
    checkout_key,
    basket,
  })
  const { client_secret } = intent.said as { client_secret: string }
  await visitor('POST', '/api/payments/sandbox/confirm', { client_secret })
  const placed = await visitor('POST', '/api/orders', { ...basket, checkout_key })
  expect(placed.status, JSON.stringify(placed.said)).toBe(201)
  return (placed.said as { receiptUrl: string }).receiptUrl
}

async function refundAndWork(desk: Call, attack: string, id: number): Promise<void> {
  const reason = attack.slice(0, 200)
  expect((await desk('POST', `/api/orders/${id}/refunds`, { amount: 1, reason })).status).toBe(201)
  const page = {
    title: `${id} ${attack}`.slice(0, 200),
    content: `<p>Words</p>${attack}`,
    metaDescription: attack,
  }
  expect((await desk('POST', '/api/pages', page)).status).toBe(201)
  await desk('PUT', `/api/pages/${id}`, { metaDescription: `${attack} again` })
}

function replierOf(desk: Call): AttackedShop['reply'] {
  return async (part, texts) => {
    const questions = (await desk('GET', '/api/questions')).said as { id: number; text: string }[]
    const requested = questions.find(({ text }) => text.includes(part))
    expect(
      (await desk('POST', `/api/questions/${requested?.id}/reply`, { reply: texts })).status,
      part,
    ).toBe(200)
  }
}

async function askAndReply(
  shop: AnOpenShop,
  { attack, id, reply }: { attack: string; id: number; reply: AttackedShop['reply'] },
): Promise<void> {
  const requested = `May llama ${id} board with you? ${attack} I am buyer${id}@example.com`.slice(
    0,
    MAX_CHAT_TEXT_LENGTH,
  )
  const sessionId = `${id}`.padStart(SESSION_ID_LENGTH, 'q')
  const { status, said } = await callerOf(shop)('POST', '/api/chat/message', {
    message: requested,
    sessionId,
  })
  expect(status).toBe(200)
  const isPassedOn = JSON.stringify(said).includes('passed your question to the farmer')
  if (isPassedOn && id % 3 !== 0) await reply(`llama ${id} `, attack)
}

async function writeLetters({
  shop,
  desk,
  mails,
}: Pick<AttackedShop, 'shop' | 'mails'> & { desk: Call }) {
  const linksOf = (kind: string) => {
    const texts = mails().map((raw) => raw.replace(/=\r\n/g, ''))
    return texts.flatMap((text) => new RegExp(`/newsletter/${kind}/[\\w-]{43}`).exec(text) ?? [])
  }
  await callerOf(shop)('POST', '/api/newsletter/subscribe', { email: 'reader@example.com' })
  await expect.poll(() => linksOf('confirm')).toHaveLength(1)
  const [confirm = ''] = linksOf('confirm')
  await fetch(shop.url + confirm, { method: 'POST', body: 'from=page', redirect: 'manual' })
  const stored = await desk('PUT', '/api/settings/postal_address', { value: POSTAL_ADDRESS })
  expect(stored.status, JSON.stringify(stored.said)).toBeLessThan(300)
  for (const attack of ATTACKS) {
    const letter = {
      key: crypto.randomUUID(),
      subject: attack.slice(0, 150),
      body: `# ${attack}\n\n- ${attack}`,
    }
    const sent = await desk('POST', '/api/newsletter/letters', letter)
    expect(sent.status, JSON.stringify(sent.said)).toBe(200)
  }
  await expect.poll(() => linksOf('unsubscribe').length, { timeout: 20_000 }).toBe(ATTACKS.length)
  return [confirm, linksOf('unsubscribe')[0] ?? '']
}
