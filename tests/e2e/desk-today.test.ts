import { expect, test } from 'vitest'
import { aVisitedShop, expectAccessible, shot, widths, withBrowser } from './a-browser.ts'
import { buyFrom } from './an-order.ts'
import { enterDesk } from './an-owner.ts'
import { expectReadable } from './expect-readable.ts'

withBrowser()

test.each(widths(390))(
  'at %i px Today has one button that leads to the market day, and a storm is six taps',
  async (width) => {
    const { shop, page } = await aVisitedShop({ width })
    await buyFrom(shop.url, {}, { pickupLocation: 'farmers_market' })
    await enterDesk(page, '/admin#today')
    const card = page.locator('section[aria-labelledby="today-title"]')
    await card.getByRole('list', { name: 'This week' }).waitFor()
    const links = card.getByRole('link')
    expect(await links.count()).toBe(1)
    expect(await links.getAttribute('href')).toMatch(/^\/admin\/stall\?day=\d+#/)
    await expectAccessible(page, 'today')
    if (width === 390) await expectReadable(page, 'today')
    await shot(page, 'today', { fullPage: false })
    await links.click()
    await page.waitForURL(/\/admin\/stall#/)
    await page
      .getByText(/^(Sat|Sun|Mon|Tue|Wed|Thu|Fri), /)
      .first()
      .waitFor()
    await shot(page, 'today-leads-to', { fullPage: false })

    const { days } = await (await page.request.get(`${shop.url}/api/calendar`)).json()
    const { id } = days.find(({ orders }: { orders: number }) => orders > 0)
    await page.goto(`/admin#calendar/day/${id}`)
    let taps = 0
    const tap = async (role: 'button' | 'radio', name: string | RegExp) => {
      taps++
      await page.getByRole(role, { name }).click()
    }
    await tap('button', 'Call off or move')
    await tap('radio', /^Another date/)
    await expectAccessible(page, 'another date')
    if (width === 390) await expectReadable(page, 'another date')
    await shot(page, 'another-date', { fullPage: false })
    await tap('button', 'Preview')
    await page.getByText(/^We can’t email anybody/).waitFor()
    await expectAccessible(page, 'who is told')
    await shot(page, 'another-date-told', { fullPage: false })
    await tap('button', /^Move 1 order to Sun/)
    await page.getByText('The day is closed, 1 order moved', { exact: true }).first().waitFor()
    expect(taps).toBeLessThanOrEqual(6)
    await page.getByRole('button', { name: /^Called / }).waitFor()
  },
)
