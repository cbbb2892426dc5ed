// How long the farmer waits for an order's change beside 20 checkouts a second, and for a short
// harvest of 60 orders: `node tests/measure-week.ts 100000 [postgres] [seconds]`, on its own
// database with that many earlier orders.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { Product } from '#contract/products/products.ts'
import { readConfig } from '#server/config/config.ts'
import { setIfAbsent } from '#server/core/key-value.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { hashPassword } from '#server/features/admin/passwords.ts'
import { createProduct } from '#server/features/products/edit-product.ts'
import { openShop } from '#server/open-shop.ts'
import { checkOut } from '../bench/a-checkout.ts'
import { type Ask, asker, cookiesOf } from '../bench/ask.ts'
import { CHEAP } from './cheap-password.ts'
import { fillWithOrders } from './many-orders.ts'
import { createDatabase, startPostgres } from './postgres.ts'

const PASSWORD = 'seven brown hens'
const NO_PAGES = { client: null, renderPage: async () => ({ status: 200, html: '' }) }

/** Ms between checkouts, and between changes. */
const [CHECKOUT_EVERY, CHANGE_EVERY] = [50, 200]

/** Seconds in which a new shop meets its code and pages for the first time; reported apart. */
const WARM_UP = 5

const SHORT_ORDERS = 60
const SHORT_TRIES = 5

type Desk = { ask: Ask; db: Db; send: <T>(path: string, body: object) => Promise<[ms: number, T]> }

const draft = (name: string) => ({
  ...{ name, description: '', category: 'Vegetables' as const },
  ...{ price: 400 as Cents, stock: 1_000_000, imageUrl: null },
})

async function measureChanges({ ask, db, send }: Desk, products: Product[], seconds: number) {
  const [took, paid, open]: [number[], number[], string[]] = [[], [], []]
  const until = performance.now() + seconds * 1000
  const checkouts: Promise<void>[] = []
  const buying = (async () => {
    while (performance.now() < until) {
      const bought = checkOut(ask, products).then(({ status, ms, receiptUrl }) => {
        if (status !== 201) throw new Error(`A checkout was answered ${status}.`)
        paid.push(ms)
        open.push(receiptUrl.slice(3))
      })
      checkouts.push(bought)
      await sleep(CHECKOUT_EVERY)
    }
    await Promise.all(checkouts)
  })()
  while (performance.now() < until) {
    await sleep(CHANGE_EVERY)
    const secret = open.shift()
    if (!secret) continue
    const order = db.selectFrom('orders').select('id').where('receipt_secret', '=', secret)
    const { id } = await order.executeTakeFirstOrThrow()
    const lines = [{ productId: products[0]?.id, units: -1, goods: 'missing' }]
    const change = { lines, reason: 'Frost', notifiesBuyer: true }
    const ask = (more: object) =>
      send<{ revision: number }>(`/api/orders/${id}/changes`, {
        ...{ id: crypto.randomUUID(), ...change, ...more },
      })
    const [, { revision }] = await ask({})
    const [ms] = await ask({ revision })
    took.push(ms)
  }
  await buying
  const rate = (paid.length / seconds).toFixed(1)
  console.log(
    `${rate} checkouts a second: ${formatTimes(paid)}; ${took.length} changes: ${formatTimes(took)}`,
  )
}

/** None of the promised product was harvested; each order keeps what else it has. */
async function measureShortHarvest({ ask, db, send }: Desk, other: Product, now: Date) {
  const took: number[] = []
  for (let nth = 1; nth <= SHORT_TRIES; nth++) {
    const product = await createProduct(db, draft(`Carrots ${nth}`), now)
    for (let count = 0; count < SHORT_ORDERS; count++) await checkOut(ask, [product, other])
    const [{ day } = { day: null }] = await db
      .selectFrom('order_items')
      .innerJoin('orders', 'orders.id', 'order_items.order_id')
      .select('pickup_date as day')
      .where('product_id', '=', product.id)
      .execute()
    const short = {
      ...{ id: crypto.randomUUID(), productId: product.id, have: 0, rule: 'fair' },
      ...{ goods: 'missing', takesOff: true, reason: 'Frost took them.' },
    }
    const url = `/api/days/${day}/short`
    const [, { plan }] = await send<{ plan: { confirm: string } }>(url, short)
    const [ms] = await send(url, { ...short, confirm: plan.confirm })
    took.push(ms)
  }
  console.log(`short harvest of ${SHORT_ORDERS} orders: ${formatTimes(took)}`)
}

function formatTimes(times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms`
}

async function signedIn(ask: Ask, db: Db): Promise<Desk> {
  const body = { password: PASSWORD }
  const cookie = cookiesOf(await ask('/api/admin/login', { method: 'POST', body }))
  const send: Desk['send'] = async (path, body) => {
    const answer = await ask(path, { method: 'POST', headers: { cookie }, body })
    const text = answer.bytes.toString()
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${text}`)
    return [answer.ms, JSON.parse(text)]
  }
  return { ask, db, send }
}

const [many = '100000', engine = 'sqlite', seconds = '30'] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'farmstand-measure-'))
const postgres = engine === 'postgres' ? await startPostgres({ fsync: true }) : null
const databaseUrl = postgres && (await createDatabase(postgres.url, 'measure'))
try {
  const now = new Date()
  const { db, close } = await openDatabase({ dataDir, databaseUrl }, now)
  await setIfAbsent(db, 'admin_password_hash', await hashPassword(PASSWORD, CHEAP))
  const products = [await createProduct(db, draft('Kale'), now)]
  products.push(await createProduct(db, draft('Beets'), now))
  const ids = products.map(({ id }) => id)
  await fillWithOrders(db, Number(many), now, ids)
  if (postgres) await write(db, (tx) => sql`analyze`.execute(tx))
  await close()
  const where = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', DEMO: '0', LIMITS: 'off' }
  const shop = await openShop(readConfig({ ...where, LOG_LEVEL: 'silent' }), NO_PAGES)
  const desk = await signedIn(
    asker(await shop.app.listen({ port: 0, host: '127.0.0.1' })),
    shop.shop.db,
  )
  console.log(
    `${many} orders, ${engine}; the first ${WARM_UP} s after the start, then ${seconds} s`,
  )
  for (const length of [WARM_UP, Number(seconds)]) await measureChanges(desk, products, length)
  const [other] = products
  if (other) await measureShortHarvest(desk, other, now)
  await shop.close()
} finally {
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
}
