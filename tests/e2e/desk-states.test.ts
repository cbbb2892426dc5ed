import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { IS_LONG } from '../length-of-run.ts'
import { fillWithOrders } from '../many-orders.ts'
import { aVisitor, ended, expectAccessible, shot, widths, withBrowser } from './a-browser.ts'
import { type AnOpenShop, anOpenShop } from './an-open-shop.ts'
import { enterDesk } from './an-owner.ts'
import { expectReadable } from './expect-readable.ts'
import { letAxeIntoPreview } from './let-axe-into-preview.ts'

withBrowser()

const MENU = readFileSync(resolve(import.meta.dirname, '../../web/desk/routes.ts'), 'utf8')

/** Every desk address that needs no number. */
const PARTS = [
  ...['today', 'products', 'orders', 'recipes', 'recipes/prices', 'recipes/margins', 'pages'],
  ...['more', 'settings', 'calendar/places', 'calendar/closed', 'products/deleted'],
  ...[...MENU.matchAll(/(?:page|unnamed)\(\s*'\w+',\s*'([\w-]+)'/g)].map(([, hash = '']) => hash),
]

/** What opens over a part, or is one row of it, with real numbers in a shop that has them; and the market's page. */
const SHEETS = [
  ...['order', 'order/more', 'order/contact', 'order/change', 'order/refund', 'order/erase'],
  ...['orders/new', 'orders/more', 'orders?text=no-such-order'],
  ...[
    'product',
    'product/stock',
    'product/copy',
    'product/limits',
    'product/delete',
    'stock/{product}',
  ],
  ...['products/new', 'products/grid', 'products/order', 'products/categories', 'products/import'],
  ...['recipe', 'recipe/edit', 'recipe/delete', 'recipes/new', 'recipes/prices/new'],
  ...['customer', 'customer/merge', 'customer/erase', 'customers/import', 'subscribers/import'],
  ...['page', 'page/delete', 'pages/new', 'settings/website', 'money/books'],
  ...['day', 'day/hours', 'day/message', 'day/close', 'day/limit', 'calendar/new'],
  ...['place', 'place/rule', 'calendar/places/new', 'calendar/closed/new', 'calendar/pause'],
  ...['list/harvest', 'list/bring', 'list/bake', 'list/pack', 'list/labels', 'list/hand-over'],
  ...['list/delivery', 'newsletter/later', 'newsletter/picture', 'email/server', 'email/off'],
  ...['taking-money/stripe', 'connections/new-token', 'connections/new-webhook', 'people/new'],
  ...['sessions', 'password', 'passkeys', 'passkeys/new', 'backups/check', 'backups/restore'],
  ...['backups/passphrase', '/admin/stall#harvest', '/admin/stall#pack', '/admin/stall#hand-out'],
  ...['/admin/stall#sell', '/admin/stall#close', '/admin/stall#more'],
]

/** The addresses of what the walk opens by its first row. */
async function firstRows({ db }: AnOpenShop): Promise<Record<string, string>> {
  const open = db.selectFrom('orders').where('status', '=', 'pending').orderBy('id', 'desc')
  const order = await open.select('id').executeTakeFirst()
  const [product, recipe, page] = await Promise.all([
    db.selectFrom('products').select('id').where('deleted_at', 'is', null).executeTakeFirst(),
    db.selectFrom('recipes').select('id').executeTakeFirst(),
    db.selectFrom('pages').select('id').executeTakeFirst(),
  ])
  const now = new Date().toISOString()
  const days = db.selectFrom('market_days').where('opens_at', '>', now).orderBy('opens_at')
  const day = await days.select(['id', 'day']).executeTakeFirst()
  return {
    ...(order && { order: `orders/${order.id}`, customer: `customers/${order.id}` }),
    ...(product && { product: `products/${product.id}` }),
    ...(recipe && { recipe: `recipes/${recipe.id}` }),
    ...(page && { page: `pages/${page.id}` }),
    ...(day && { day: `calendar/day/${day.id}`, list: `lists/${day.day}` }),
    place: 'calendar/places/1',
  }
}

type State = 'full' | 'empty' | 'failing' | 'offline'

/** All but the session: the desk was already open. */
const ANSWERS = /\/api\/(?!admin\/(?:session|login)$)/

async function take(page: Page, state: State): Promise<void> {
  if (state === 'offline') await page.route(ANSWERS, (route) => route.abort('internetdisconnected'))
  if (state !== 'failing') return
  const body = { code: 'failed', message: 'Something went wrong on our side. Please try again.' }
  await page.route(ANSWERS, (route) => route.fulfill({ status: 500, json: body }))
}

/** Where `place/rule` is, for the first place; null where the shop has none. */
function addressOf(part: string, rows: Record<string, string>): string | null {
  const [first = '', ...rest] = part.split('/')
  if (part === 'stock/{product}') return rows.product?.replace('products', 'stock') ?? null
  if (part === 'day/limit') return rows.day && rows.product ? `${rows.day}/limit` : null
  if (!ROWS.includes(first)) return part
  return rows[first] ? [rows[first], ...rest].join('/') : null
}

const ROWS = ['order', 'customer', 'product', 'recipe', 'page', 'day', 'list', 'place']

async function openPart(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address.startsWith('/') ? address : `/admin#${address}`)
  // A dialog hides the rest from roles; the market's page has no bar until it is open.
  await page.locator(address.startsWith('/') ? 'main' : '[data-foot-bar]').waitFor()
  await page.waitForLoadState('networkidle')
  await expect
    .poll(() => page.getByText(/^(?:Loading|One moment|Adding up|Checking).*(?:\.\.\.|…)$/).count())
    .toBe(0)
}

async function walk(shop: AnOpenShop, state: State, { width, parts }: Walk): Promise<string[]> {
  const rows = await firstRows(shop)
  const { page } = await aVisitor(shop.url, { width })
  await enterDesk(page)
  await page.getByRole('tab', { name: 'Orders' }).waitFor()
  await take(page, state)
  const wrong: string[] = []
  for (const part of parts) {
    const address = addressOf(part, rows)
    if (address === null) continue
    const what = `desk-${state}-${part.replaceAll(/\W+/g, '-')}`
    try {
      await openPart(page, address)
      if (IS_LOOKING) await look(page, what, state)
      else await check(page, what, state)
    } catch (failure) {
      wrong.push(`${what} at ${width}: ${String(failure)}`)
    }
  }
  await page.unrouteAll()
  return wrong
}

/** Pictures for people alone: axe would take an hour more. */
const IS_LOOKING = process.env.SHOTS === '1'

async function look(page: Page, what: string, state: State): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  if ((await page.getByRole('dialog').count()) > 0)
    await page.setViewportSize({ width, height: 1500 })
  await shot(page, what)
  if (state === 'full' && width < 1280) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await ended(page)
    await shot(page, `${what}-dark`)
    await page.emulateMedia({ colorScheme: null })
    await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
    await shot(page, `${what}-large`)
  }
  await page.setViewportSize({ width, height: 900 })
}

async function check(page: Page, what: string, state: State): Promise<void> {
  const hasPreview = what.endsWith('-newsletter') && (state === 'full' || state === 'empty')
  if (hasPreview) await letAxeIntoPreview(page)
  await inTime(expectAccessible(page, what))
  if (state === 'full' || state === 'failing') await inTime(expectReadable(page, what))
}

/** One part that hangs must not stop the check of the others. */
async function inTime(check: Promise<void>): Promise<void> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, 60_000, new Error('too late')))
  await Promise.race([check, late])
}

type Walk = { width: number; parts: readonly string[] }

const shown = process.env.DESK_PARTS?.split(',') ?? [...PARTS, ...SHEETS]

const STATES = IS_LONG ? (['full', 'empty', 'failing', 'offline'] as const) : (['failing'] as const)

test.each(STATES)(
  'each part of the desk is whole and readable where it is %s',
  { timeout: 2_400_000 },
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
