import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { type Arrived, aMailServer, headerOf } from '../a-mail-server.ts'
import { POSTAL_ADDRESS } from '../a-newsletter.ts'
import { aVisitedShop, aVisitor, expectAccessible, shot, widths, withBrowser } from './a-browser.ts'
import { anOpenShop } from './an-open-shop.ts'
import { enterDesk } from './an-owner.ts'
import { letAxeIntoPreview } from './let-axe-into-preview.ts'

withBrowser()

async function aWritingShop() {
  const server = await aMailServer()
  const shop = await anOpenShop({
    SMTP_URL: server.url,
    MAIL_FROM: 'Hill Farm <letters@farm.example>',
  })
  const subscribe = async (email: string) => {
    const headers = { 'content-type': 'application/json' }
    await fetch(`${shop.url}/api/newsletter/subscribe`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email }),
    })
    const isConfirmation = (mail: Arrived) => mail.to.includes(email) && confirmPathIn(mail) !== ''
    await expect.poll(() => server.arrived.some(isConfirmation)).toBe(true)
    return confirmPathIn(server.arrived.find(isConfirmation))
  }
  const confirmed = async (email: string) => {
    const path = await subscribe(email)
    await fetch(shop.url + path, { method: 'POST', redirect: 'manual' })
  }
  await write(shop.db, (tx) =>
    tx
      .updateTable('settings')
      .set({ value: POSTAL_ADDRESS })
      .where('key', '=', 'postal_address')
      .execute(),
  )
  return { server, shop, subscribe, confirmed }
}

/** Quoted-printable: long lines are broken, and `=` is encoded. */
function textOf(mail: Arrived | undefined): string {
  return (mail?.raw ?? '').replace(/=\r\n/g, '').replaceAll('=3D', '=')
}

function confirmPathIn(mail: Arrived | undefined): string {
  return /\/newsletter\/confirm\/[\w-]{43}/.exec(textOf(mail))?.[0] ?? ''
}

test.each(widths(1280))(
  'at %i px a visitor asks, confirms, reads the letter and leaves',
  async (width) => {
    const { server, shop, confirmed } = await aWritingShop()
    await confirmed('bo@example.com')
    const { page, trace } = await aVisitor(shop.url, { width })
    await page.goto('/')
    await page.getByLabel(/^Email for the newsletter/).fill('ada@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('Thanks for subscribing to our newsletter! 🌱').first().waitFor()
    await page.getByText('Almost done! Check your email and click Confirm.').waitFor()
    await expect.poll(() => server.arrived.length).toBe(2)
    const path = confirmPathIn(server.arrived[1])
    await page.goto(path)
    await page.getByRole('heading', { name: 'One more step', level: 1 }).waitFor()
    await expectAccessible(page, 'confirm')
    await page.getByRole('button', { name: 'Confirm subscription' }).click()
    await page.getByRole('heading', { name: 'You’re on the list', level: 1 }).waitFor()
    await expectAccessible(page, 'confirmed')
    await page.goto(path)
    await page.getByRole('heading', { name: 'You’re on the list', level: 1 }).waitFor()

    await enterDesk(page, '/admin#newsletter')
    await page.getByRole('region', { name: 'Letter', exact: true }).waitFor()
    const subject = page.getByRole('textbox', { name: 'Subject' })
    await expect.poll(() => subject.inputValue()).toMatch(/^Fresh for Saturday, /)
    const preview = page.frameLocator('iframe[title="Preview of the newsletter"]')
    await preview.getByRole('heading', { name: 'Farm Eggs' }).waitFor()
    await letAxeIntoPreview(page)
    await expectAccessible(page, 'composer')
    await subject.fill('Brown eggs again')
    await preview.getByRole('heading', { name: 'Brown eggs again' }).waitFor()
    await page.reload()
    await expect.poll(() => subject.inputValue()).toBe('Brown eggs again')
    await page.getByRole('textbox', { name: 'Send a test to' }).fill('me@farm.example')
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('Test sent').first().waitFor()
    await page.getByRole('button', { name: 'Send to 2 subscribers' }).click()
    await page.getByRole('alertdialog', { name: 'Send this newsletter?' }).waitFor()
    await letAxeIntoPreview(page)
    await expectAccessible(page, 'send question')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click()
    await page.getByText('2 of 2 sent').waitFor()
    await expect.poll(() => subject.inputValue()).toMatch(/^Fresh for Saturday, /)
    await page.getByText('Brown eggs again').click()
    await letAxeIntoPreview(page)
    await expectAccessible(page, 'sent letters')

    const letters = server.arrived.filter(
      (mail) => headerOf(mail, 'subject') === 'Brown eggs again',
    )
    expect(letters.map((mail) => mail.to).sort()).toEqual([['ada@example.com'], ['bo@example.com']])
    const ada = letters.find((mail) => mail.to.includes('ada@example.com'))
    expect(headerOf(ada, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const leave = new URL((headerOf(ada, 'list-unsubscribe') ?? '').slice(1, -1)).pathname
    await page.goto(leave)
    await page.getByRole('heading', { name: 'Unsubscribe?', level: 1 }).waitFor()
    await expectAccessible(page, 'unsubscribe')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('heading', { name: 'You’re unsubscribed', level: 1 }).waitFor()
    await expectAccessible(page, 'unsubscribed')
    await page.goto('/admin#subscribers')
    await page.getByText('1 subscriber, 1 left').waitFor()
    await expectAccessible(page, 'subscribers who left')
    expect(trace.strangers).toEqual([])
    // The session check answers 401 before sign-in, and the browser logs it.
    expect(trace.errors.filter((error) => !error.includes('/api/admin/session'))).toEqual([])
  },
)

test('the buttons of both links work without scripts', async () => {
  const { shop, subscribe } = await aWritingShop()
  const path = await subscribe('ada@example.com')
  const { page } = await aVisitor(shop.url, { javaScriptEnabled: false })
  await page.goto(path)
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await page.getByRole('heading', { name: 'You’re on the list', level: 1 }).waitFor()
})

test.each(widths(390))(
  'at %i px a link that leads nowhere is not found, and says what to do',
  async (width) => {
    const { page } = await aVisitedShop({ width })
    for (const [path, title] of [
      [`/newsletter/confirm/${'x'.repeat(43)}`, 'This link has expired'],
      [`/newsletter/unsubscribe/${'x'.repeat(43)}`, 'Not on the list'],
      ['/newsletter/unsubscribe/unknown', 'Not on the list'],
    ] as const) {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await expectAccessible(page, title)
    }
    await shot(page, 'newsletter-nobody')
  },
)

test('who finds a product sold out is told when it is back, by a link in a mail', async () => {
  const { server, shop } = await aWritingShop()
  await write(shop.db, async (tx) => {
    await tx.updateTable('products').set({ stock: 0 }).where('id', '=', 1).execute()
  })
  const { page, trace } = await aVisitor(shop.url, { width: 390 })
  await page.goto('/p/1-farm-fresh-eggs')
  await page.getByRole('button', { name: 'Tell me when it’s back' }).click()
  await shot(page, 'tell-me-form')
  await page.getByLabel('Your email').fill('ada@example.com')
  await expectAccessible(page, 'a sold-out product')
  await page.getByRole('button', { name: 'Tell me when it’s back' }).click()
  await page.getByText('Check your email').waitFor()
  await shot(page, 'tell-me-asked')
  const path = () => /\/waiting\/[\w-]{43}/.exec(textOf(server.arrived.at(-1)))?.[0]
  await expect.poll(path).toBeTruthy()
  await page.goto(path() ?? '')
  await shot(page, 'waiting-asked')
  await page.getByRole('button', { name: 'Yes, tell me' }).click()
  await page.getByRole('heading', { level: 1, name: 'You’re on the list' }).waitFor()
  await expectAccessible(page, 'the waiting list')
  await page.getByRole('button', { name: 'Take me off the list' }).click()
  await page.getByRole('heading', { level: 1, name: 'Not on the list' }).waitFor()
  await shot(page, 'waiting-left')
  expect(await shop.db.selectFrom('waiters').selectAll().execute()).toEqual([])
  expect(trace.strangers).toEqual([])
})
