import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { IS_LONG } from '../length-of-run.ts'
import { fillWithOrders } from '../many-orders.ts'
import { aVisitor, expectAccessible, shot, widths, withBrowser } from './a-browser.ts'
import { PASSWORD } from './a-running-shop.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { expectReadable } from './expect-readable.ts'
import { letAxeIntoPreview } from './let-axe-into-preview.ts'

withBrowser()

const MENU = readFileSync(resolve(import.meta.dirname, '../../web/desk/places.ts'), 'utf8')

/** Every desk address that needs no number. */
const PARTS = [
  ...['today', 'products', 'orders', 'recipes', 'recipes/prices', 'recipes/margins', 'pages'],
  ...['more', 'settings', 'calendar/places', 'calendar/closed', 'products/deleted'],
  ...[...MENU.matchAll(/hash: '([\w-]+)'/g)].map(([, hash = '']) => hash),
]

type State = 'full' | 'empty' | 'failing' | 'offline'

/** All but the session: the desk was already open. */
const ANSWERS = /\/api\/(?!admin\/(?:session|login)$)/

async function take(page: Page, state: State): Promise<void> {
  if (state === 'offline') await page.route(ANSWERS, (route) => route.abort('internetdisconnected'))
  if (state !== 'failing') return
  const body = { code: 'failed', message: 'Something went wrong on our side. Please try again.' }
  await page.route(ANSWERS, (route) => route.fulfill({ status: 500, json: body }))
}

async function openPart(page: Page, part: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`/admin#${part}`)
  await page.getByRole('navigation', { name: 'Desk', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  await expect
    .poll(() => page.getByText(/^(?:Loading|One moment|Adding up|Checking).*(?:\.\.\.|…)$/).count())
    .toBe(0)
}

async function walk(shop: AnOpenShop, state: State, { width, parts }: Walk): Promise<string[]> {
  const { page } = await aVisitor(shop.url, { width })
  await page.goto('/admin')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Orders' }).waitFor()
  await take(page, state)
  const wrong: string[] = []
  for (const part of parts) {
    const what = `desk-${state}-${part.replace('/', '-')}`
    try {
      await openPart(page, part)
      await shot(page, what)
      const hasPreview = part === 'newsletter' && (state === 'full' || state === 'empty')
      if (hasPreview) await letAxeIntoPreview(page)
      await inTime(expectAccessible(page, what))
      if (state === 'full' || state === 'failing') await inTime(expectReadable(page, what))
    } catch (failure) {
      wrong.push(`${what} at ${width}: ${String(failure)}`)
    }
  }
  await page.unrouteAll()
  return wrong
}

/** One part that hangs must not stop the check of the others. */
async function inTime(check: Promise<void>): Promise<void> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, 60_000, new Error('too late')))
  await Promise.race([check, late])
}

type Walk = { width: number; parts: readonly string[] }

const shown = process.env.DESK_PARTS?.split(',') ?? PARTS

const STATES = IS_LONG ? (['full', 'empty', 'failing', 'offline'] as const) : (['failing'] as const)

test.each(STATES)(
  'each part of the desk is whole and readable where it is %s',
  { timeout: 1_200_000 },
  async (state) => {
    const shop = await anOpenShop(state === 'empty' ? { DEMO: '0' } : {})
    if (state === 'full') {
      const products = await shop.db.selectFrom('products').select('id').limit(2).execute()
      const ids = products.map(({ id }) => id)
      await fillWithOrders(shop.db, 60, new Date(), ids)
    }
    const parts = IS_LONG ? shown : ['orders', 'money']
    for (const width of widths(390)) expect(await walk(shop, state, { width, parts })).toEqual([])
  },
)
