import { expect, test } from 'vitest'
import { aMailServer, headerOf } from '../a-mail-server.ts'
import { aVisitedShop, expectAccessible, openPlace, widths, withBrowser } from './a-browser.ts'
import { PASSWORD } from './a-running-shop.ts'
import { anOpenShop } from './an-open-shop.ts'
import { buyFrom } from './an-order.ts'
import { enterDesk } from './an-owner.ts'
import { expectReadable } from './expect-readable.ts'

withBrowser()

test.each(widths(390))(
  'at %i px the desk warns that mail is not set up, and shows books and waiting mails',
  async (width) => {
    const { shop, page } = await aVisitedShop({ width })
    expect((await buyFrom(shop.url)).statusCode).toBe(201)
    await enterDesk(page)
    await page.getByText('Email is not set up').waitFor()
    await expectAccessible(page, 'desk')
    if (width === 390) await expectReadable(page, 'desk')
    await page.goto('/admin#more')
    await page.getByRole('link', { name: /^Words, pictures, video/ }).waitFor()
    await expectAccessible(page, 'more')
    await page.goto('/admin#mails')
    await page.getByText('Test order: We received your order #1').click()
    await page.getByText(/no money was taken\./).waitFor()
    await expectAccessible(page, 'mails')
    await openPlace(page, 'Money')
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(/^Books match/).waitFor({ timeout: 30_000 })
    await expectAccessible(page, 'books')
  },
)

test.each(widths(1280))(
  'at %i px the desk shows what was done there, and who is signed in',
  async (width) => {
    const { shop, page } = await aVisitedShop({ width })
    const login = (password: string) =>
      fetch(`${shop.url}/api/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      })
    expect([(await login('a guess at it')).status, (await login(PASSWORD)).status]).toEqual([
      401, 200,
    ])
    await enterDesk(page)
    await page.getByRole('link', { name: /^Wrong password entered today/ }).click()
    const history = page.getByRole('region', { name: 'Activity' })
    await history.getByText('Signed in').first().waitFor()
    await history.getByText('Wrong password').waitFor()
    await expectAccessible(page, 'history')
    await page.getByRole('link', { name: 'People & sign-in', exact: true }).click()
    await page.getByText('This browser').waitFor()
    await expectAccessible(page, 'sessions')
    await page.getByRole('button', { name: 'Sign out every other browser' }).click()
    await page.getByText('Every other browser was signed out').first().waitFor()
    expect(await page.getByText('This browser').count()).toBe(1)
  },
)

test('a shop with a mail server writes to its customer by itself', async () => {
  const server = await aMailServer()
  const from = 'Hill Farm <orders@farm.example>'
  const shop = await anOpenShop({ SMTP_URL: server.url, MAIL_FROM: from })
  expect((await buyFrom(shop.url)).statusCode).toBe(201)
  await expect.poll(() => server.arrived.length).toBe(1)
  const [mail] = server.arrived
  expect([mail?.to, headerOf(mail, 'from')]).toEqual([['ada@example.com'], from])
})
