import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '#contract/products/products.ts'
import { MAX_UNITS } from '#contract/products/unit-counts.ts'
import { SETTING_VALUES } from '#contract/settings/setting-table.ts'
import { pickupDay } from '#tests/pickup-day.ts'
import { createDatabase } from '#tests/postgres.ts'
import { checkOut } from './a-checkout.ts'
import { type Ask, asker } from './ask.ts'
import { measureBuying } from './checkouts.ts'
import type { Cost } from './cost.ts'
import { listProducts, setStock, signIn } from './desk-of.ts'
import { envOf, fillShop } from './fill-shop.ts'
import { print } from './print.ts'
import type { Size } from './size.ts'
import { aFolder, type Subject, startShop } from './subjects.ts'
import { costOfTries, type Tried, tryCall } from './try-call.ts'
import { longestWait } from './visitor-wait.ts'

/** How long a shop takes to settle after an order, in ms. */
const REST = 15

/** Calls at one size stop after LONGEST ms, but each runs at least FEWEST times. */
const LONGEST = 90_000
const FEWEST = 20

/** Ms of the control run for a visitor's wait, with nobody at the desk. */
const IDLE = 2000

export async function measureGrowthByOrders(
  { orders, seconds, deskRounds }: Size,
  postgresUrl: string | null,
): Promise<Cost[]> {
  const found: Cost[] = []
  for (const size of orders) {
    print(
      `growth: ${size.toLocaleString('en-US')} orders on ${postgresUrl ? 'PostgreSQL' : 'SQLite'}`,
    )
    const dataDir = await aFolder()
    const databaseUrl = postgresUrl && (await createDatabase(postgresUrl, `orders_${size}`))
    await fillShop({ dataDir, databaseUrl }, size)
    const shop = await startShop({ dataDir, env: envOf(databaseUrl) })
    const calls = await measureCalls(shop, size, deskRounds)
    // Last, so that what's bought can't change the length of the day's lists.
    const checkout = { call: 'checkout of two lines', ...(await measureBuying(shop, seconds)) }
    for (const cost of [checkout, ...calls]) found.push({ ...cost, size })
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return found
}

type CostHere = Omit<Cost, 'size'>

/** A new order starts each round, so that no cache helps; then every call runs once. */
async function measureCalls(shop: Subject, orders: number, rounds: number): Promise<CostHere[]> {
  const ask = asker(shop.url)
  const cookie = await signIn(ask)
  const headers = { cookie }
  const products = (await listProducts(ask)).slice(0, 2)
  for (const product of products) await setStock(ask, cookie, product, MAX_UNITS)
  const calls = Object.entries(callsOf(orders))
  const tried = new Map(calls.map(([call]): [string, Tried[]] => [call, []]))
  const start = performance.now()
  for (let round = 0; round < rounds; round++) {
    if (round >= FEWEST && performance.now() - start > LONGEST) break
    const { receiptUrl } = await buy(ask, products)
    for (const [call, path] of calls)
      tried.get(call)?.push(await tryCall(shop, ask, { path: path ?? receiptUrl, headers }))
  }
  const idleMs = await longestWait(ask, () => pause(IDLE))
  const costs: CostHere[] = [
    { call: 'nothing, for comparison', cpuMs: 0, p50: 0, p99: 0, bytes: 0, visitorMs: idleMs },
  ]
  for (const [call, path] of calls) {
    const visitorMs =
      path === null ? {} : { visitorMs: await longestWait(ask, () => ask(path, { headers })) }
    costs.push({ ...costOfTries(call, tried.get(call) ?? []), ...visitorMs })
  }
  return [...costs, await costOfCheck(ask, headers)]
}

/**
 * Pressing the button for a full books check, until its result is saved; it runs in its own
 * process.
 */
async function costOfCheck(ask: Ask, headers: Record<string, string>): Promise<CostHere> {
  const start = performance.now()
  const check = async () => {
    await ask('/api/books/check', { method: 'POST', headers })
    while (JSON.parse(String((await ask('/api/books', { headers })).bytes)).isRunning)
      await pause(100)
  }
  const visitorMs = await longestWait(ask, check)
  const ms = performance.now() - start
  return {
    call: 'check of the books, by the button',
    cpuMs: 0,
    p50: ms,
    p99: ms,
    bytes: 0,
    visitorMs,
  }
}

const DESK_PARTS = {
  books: '/api/books',
  notices: '/api/admin/notices',
  session: '/api/admin/session',
  categories: '/api/categories',
  customers: '/api/customers?text=marta',
  mails: '/api/mails',
  backups: '/api/backups',
  'going back': '/api/restore',
  'first steps': '/api/admin/first-steps',
  checkup: '/api/admin/checkup',
  'mail server': '/api/admin/mail',
  cards: '/api/admin/cards',
  'buyers who pay at pickup': '/api/pickup-buyers',
  questions: '/api/questions',
  pages: '/api/pages',
  'versions of a page': '/api/pages/1/versions',
  recipes: '/api/recipes',
  'price list': '/api/ingredient-prices',
  'margin table': '/api/margins/export',
  subscribers: '/api/newsletter/subscribers',
  people: '/api/people',
  passkeys: '/api/passkeys',
  tokens: '/api/admin/tokens',
  webhooks: '/api/admin/hooks',
  'phones at the market': '/api/stall',
  'stock count': '/api/stock-count',
  'stock journal': '/api/products/1/movements',
  'products at the desk': '/api/desk/products',
  'deleted products': '/api/desk/products/deleted',
  'a product to pack': '/api/products/1/to-pack',
  'who waits': '/api/waiting-list/counts',
  letters: '/api/newsletter/letters',
  'letter, drafted': '/api/newsletter/draft',
  password: '/api/admin/password',
  history: '/api/admin/history?subject=order&id=1',
  'all of the history': '/api/admin/history/all',
  sessions: '/api/admin/sessions',
}

function callsOfDay(day: string): Record<string, string> {
  const lists = ['harvest', 'pack', 'hand-over', 'delivery', 'bake', 'labels', 'bring']
  return {
    calendar: '/api/calendar',
    'not picked up': '/api/no-shows',
    'orders at the market': '/api/orders/at-market?ids=1,2,3',
    'sales of a day': '/api/sales',
    'cash of a day': '/api/market-days/1/cash',
    'truck of a day': '/api/market-days/1/truck',
    'closed days with orders': '/api/market-days/unsettled',
    'products of a day': '/api/market-days/1/products',
    'left on a day': '/api/market-days/1/left',
    'most of a product a day': '/api/products/1/limits',
    'days to pack for': '/api/days',
    today: '/api/today',
    'people to call': '/api/calls',
    'boxes never weighed': '/api/weights',
    'places and days of orders': '/api/orders/filters',
    ...Object.fromEntries(lists.map((list) => [`${list} of a day`, `/api/days/${day}/${list}`])),
  }
}

/** Null is the receipt of the order that just came in. */
export function callsOf(orders: number): Record<string, string | null> {
  const middle = Math.ceil(orders / 2)
  const day = new Date().toISOString().slice(0, 10)
  return {
    'Orders tab': '/api/orders?limit=50',
    'Orders tab, from the middle on': `/api/orders?limit=50&before=${middle}`,
    'Orders tab, a name': '/api/orders?limit=50&text=marta',
    'Orders tab, a whole name': '/api/orders?limit=50&text=marta%20miller',
    'Orders tab, the end of a phone number': '/api/orders?limit=50&text=1003',
    'Orders tab, goods': '/api/orders?limit=50&text=eggs',
    'Orders tab, in packing order': '/api/orders?limit=50&sort=packing',
    'what a filter found': '/api/orders/found?text=marta',
    'Orders tab, to pack': '/api/orders?limit=50&status=to-pack',
    'Orders tab, a status and a place': '/api/orders?limit=50&status=delivered&place=farm_store',
    // No cancelled order was for the farm store: two filters search the most when nothing matches.
    'Orders tab, filters none fits': '/api/orders?limit=50&status=cancelled&place=farm_store',
    'Orders tab, today': `/api/orders?limit=50&orderedFrom=${day}`,
    takings: '/api/analytics/takings',
    'figures of a month': '/api/analytics/period?period=this-month',
    'figures of a year': '/api/analytics/period?period=this-year',
    'bookkeeper’s file of a year': '/api/analytics/bookkeeping.csv?period=this-year',
    dashboard: '/api/analytics/dashboard',
    ...DESK_PARTS,
    ...callsOfDay(pickupDay(new Date(), SETTING_VALUES.time_zone)),
    'order in full': `/api/orders/${middle}`,
    'receipt page': null,
  }
}

async function buy(ask: Ask, products: Product[]): Promise<{ receiptUrl: string }> {
  const { status, receiptUrl } = await checkOut(ask, products)
  if (status !== 201) throw new Error(`The order was not placed: ${status}`)
  await pause(REST)
  return { receiptUrl }
}
