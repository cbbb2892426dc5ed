import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ATTACKS } from '../html-attacks.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aVisitor, withBrowser } from './a-browser.ts'
import { PASSWORD } from './a-running-shop.ts'
import { type AttackedShop, anAttackedShop } from './an-attacked-shop.ts'

withBrowser()

/**
 * Lists hold every attack; what opens one thing at a time is opened for two, or in a long run for
 * each.
 */
const EACH = ATTACKS.map((_, place) => place + 1).filter((id) => IS_LONG || id % 17 === 1)

/** A browser that ignores the shop's policy, so that only the pages themselves stop attacks. */
async function aDefencelessVisitor(url: string) {
  const { page, context } = await aVisitor(url, { bypassCSP: true })
  const fired: string[] = []
  await context.exposeBinding('fired', ({ page: where }) => void fired.push(where.url()))
  page.on('dialog', (dialog) => {
    fired.push(`a dialog on ${page.url()}`)
    void dialog.dismiss()
  })
  const seen = { screens: 0, withAttacks: 0 }
  const look = async () => {
    if (IS_LONG) await page.waitForLoadState('networkidle')
    else await page.waitForTimeout(150)
    for (const link of await page.locator('a[href^="javascript:" i]').all())
      await link.click({ force: true })
    seen.screens++
    const text = await page.evaluate(() => document.documentElement.textContent ?? '')
    if (text.includes('fired()')) seen.withAttacks++
  }
  const go = async (address: string) => {
    await page.goto(address)
    await look()
  }
  return { page, fired, seen, look, go }
}

type Visitor = Awaited<ReturnType<typeof aDefencelessVisitor>>

async function walkTheStore(
  { page, look, go }: Visitor,
  { receipts, slugs, links }: AttackedShop,
): Promise<void> {
  await go('/')
  for (const id of EACH) await go(`/p/${id}`)
  await go('/')
  for (const text of ['<img', 'script', 'onerror', ATTACKS[0] ?? '']) {
    await page.getByRole('combobox').first().fill(text)
    await look()
  }
  await go('/')
  for (const place of EACH)
    await page
      .getByRole('button', { name: /^Add / })
      .nth(place - 1)
      .click()
  await page.getByRole('button', { name: /^Cart with/ }).click()
  await look()
  await go('/checkout')
  for (const id of EACH) await go(receipts[id - 1] ?? '')
  for (const id of EACH) await go(`/pages/${slugs[id - 1]}`)
  for (const link of links) await go(link)
}

async function chat({ page, look, go }: Visitor, { reply }: AttackedShop): Promise<void> {
  const said = page.locator('[data-sender=bot]:not(.chat-typing)')
  for (const id of EACH) {
    // A new chat for each: one may leave eight questions.
    await go('/')
    await page.getByRole('button', { name: 'Ask the farm helper' }).click()
    await said.first().waitFor()
    for (const requested of [ATTACKS[id - 1] ?? '', `May goat ${id} board with you?`]) {
      const before = await said.count()
      await page.getByRole('textbox', { name: 'Your question' }).fill(requested)
      await page.keyboard.press('Enter')
      await expect.poll(() => said.count()).toBeGreaterThan(before)
    }
    await reply(`goat ${id} `, `Goat ${id}: ${ATTACKS[id - 1]}`)
    await page.getByRole('log').getByText(`: Goat ${id}: `).waitFor()
    await look()
  }
}

const PARTS = [
  ...[
    'products',
    'orders',
    'recipes',
    'pages',
    'settings',
    'figures',
    'questions',
    'newsletter',
    'subscribers',
  ],
  ...['mails', 'books', 'calendar', 'calendar/places'],
]

const LISTS = ['harvest', 'pack', 'delivery', 'labels']

async function walkTheDesk({ page, look, go }: Visitor, { day }: AttackedShop): Promise<void> {
  await go('/admin')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Welcome to the admin dashboard').first().waitFor()
  for (const part of PARTS) await go(`/admin#${part}`)
  for (const list of LISTS) await go(`/admin#lists/${day}/${list}`)
  for (const id of EACH) await go(`/admin#orders/${id}`)
  for (const id of EACH) await go(`/admin#recipes/${id}`)
  await go('/admin#mails')
  for (const mail of await page.locator('summary').all()) await mail.click()
  await look()
  for (const part of ['products', 'pages']) {
    await go(`/admin#${part}`)
    for (const id of EACH) {
      await page
        .getByRole('button', { name: /^Edit / })
        .nth(id - 1)
        .click()
      await page.getByRole('dialog').waitFor()
      await openHistory(page)
      await look()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }
}

async function openHistory(page: Page): Promise<void> {
  const history = page.getByRole('dialog').getByText('History', { exact: true })
  if ((await history.count()) > 0) await history.first().click()
}

function htmlOf(raw: string): string {
  const part = raw.split(/\r\n--/).find((one) => /content-type: text\/html/i.test(one)) ?? ''
  const body = part.slice(part.indexOf('\r\n\r\n') + 4)
  if (/content-transfer-encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString()
  const joined = body.replace(/=\r\n/g, '')
  return Buffer.from(
    joined.replace(/=([\dA-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
    'latin1',
  ).toString()
}

test('what people type never runs: not in the shop, not at the desk, not in a mail', {
  timeout: 600_000,
}, async () => {
  const attacked = await anAttackedShop()
  const visitor = await aDefencelessVisitor(attacked.shop.url)
  await walkTheStore(visitor, attacked)
  await chat(visitor, attacked)
  await walkTheDesk(visitor, attacked)
  const letters = attacked.mails().map(htmlOf)
  for (const letter of letters.filter((_, place) => IS_LONG || place % 16 === 1)) {
    await visitor.page.setContent(letter)
    await visitor.look()
  }
  const { screens, withAttacks } = visitor.seen
  console.info(
    `${screens} screens, ${withAttacks} of them with attacks in their text, ${letters.length} mails arrived`,
  )
  expect(visitor.fired).toEqual([])
  expect(letters.filter((letter) => letter.includes('&lt;')).length).toBeGreaterThan(10)
  expect(withAttacks).toBeGreaterThan(screens * 0.8)

  await visitor.page.goto('/')
  await visitor.page.evaluate((all) => {
    for (const html of all) document.body.insertAdjacentHTML('beforeend', html)
  }, ATTACKS)
  await expect.poll(() => visitor.fired.length).toBeGreaterThan(5)
})
