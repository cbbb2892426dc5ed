import { setTimeout as pause } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { LiveUpdate } from '#contract/live.ts'
import { DAY } from '#contract/time/durations.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type ALivePage, aLivePage } from '#tests/a-live-page.ts'
import { type AShop, aProcessBeside, aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { ARE_TWO } from '#tests/round-robin.ts'
import { type ShopEvent, subscribe, write } from '../db/write.ts'
import { forgetEvents } from './event-log.ts'

/** These tests start a second process of their own. */
const onPostgres = inject('postgresUrl') !== undefined && !ARE_TWO

async function twoProcesses(env: Record<string, string> = {}) {
  const here = await aShop({ env })
  const eggs = await aProduct(here.db, { name: 'Eggs', price: 500, stock: 10 })
  return { here, there: await aProcessBeside(here), eggs }
}

/**
 * What a process hears, without products: what ended just before it started may be told once more.
 */
function receivedBy({ db }: AShop): ShopEvent[] {
  const received: ShopEvent[] = []
  onTestFinished(
    subscribe(db, (events) => received.push(...events.filter(({ kind }) => kind !== 'products'))),
  )
  return received
}

/**
 * Waits until a process has heard everything and told its pages, so that a later page can only hear
 * of it by asking.
 */
async function catchUp(shop: AShop): Promise<void> {
  await shop.pollEventLog()
  await pause(200)
}

/** What a page is sent between its hello and `caught_up`. */
async function missedBy({ received }: ALivePage): Promise<LiveUpdate[]> {
  const end = () => received.findIndex(({ type }) => type === 'caught_up')
  await expect.poll(end).toBeGreaterThanOrEqual(0)
  return received.slice(0, end())
}

const emitSettings = (db: AShop['db']) => write(db, async (_, emit) => emit({ kind: 'settings' }))

describe.skipIf(!onPostgres)('what one process did', () => {
  test('is heard by another within a second, without being asked, and once', async () => {
    const { here, there } = await twoProcesses()
    const [own, others] = [receivedBy(here), receivedBy(there)]
    await emitSettings(here.db)
    await expect.poll(() => others).toEqual([{ kind: 'settings' }])
    for (const shop of [here, there])
      for (let times = 0; times < 3; times++) await shop.pollEventLog()
    expect([own, others]).toEqual([[{ kind: 'settings' }], [{ kind: 'settings' }]])
  })

  test('is heard without a notification: every process looks by itself', async () => {
    const { here, there } = await twoProcesses()
    const others = receivedBy(there)
    const deafen = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'farmstand listener' and datname = current_database()`
    await deafen.execute(here.db)
    await emitSettings(here.db)
    await expect.poll(() => others).toEqual([{ kind: 'settings' }])
  })

  test('is heard although it began earlier and was committed later than what was heard already', async () => {
    const { here, there } = await twoProcesses()
    const others = receivedBy(there)
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>()
    const slow = write(here.db, async (tx, emit) => {
      await sql`select pg_current_xact_id()`.execute(tx)
      begun()
      await mayEnd
      emit({ kind: 'pages' })
    })
    await hasBegun
    await emitSettings(here.db)
    await there.pollEventLog()
    expect(others).toEqual([{ kind: 'settings' }])
    end()
    await slow
    await there.pollEventLog()
    expect(others).toEqual([{ kind: 'settings' }, { kind: 'pages' }])
  })

  test('is not heard when it was rolled back', async () => {
    const { here, there } = await twoProcesses()
    const others = receivedBy(there)
    const failing = write(here.db, async (_, emit) => {
      emit({ kind: 'settings' })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow()
    await there.pollEventLog()
    expect(others).toEqual([])
  })

  test('is forgotten after a while', async () => {
    const { here } = await twoProcesses()
    await emitSettings(here.db)
    await write(here.db, (tx) =>
      tx
        .updateTable('news')
        .set((row) => ({ told_at: row('told_at', '-', DAY) }))
        .execute(),
    )
    expect(await here.db.selectFrom('news').select('id').execute()).not.toEqual([])
    await forgetEvents(here.db)
    expect(await here.db.selectFrom('news').select('id').execute()).toEqual([])
  })
})

describe.skipIf(!onPostgres)('a visitor of another process', () => {
  test('sees a farmer’s edit and a sale on the page, and hears of both on the live connection', async () => {
    const { here, there, eggs } = await twoProcesses()
    const cookie = await signIn(here)
    const pageOf = async () => (await there.inject({ method: 'GET', url: '/' })).body
    const open = await aLivePage(await there.listen())
    expect(await pageOf()).toContain('Eggs $5 (10)')
    const put = { method: 'PUT', url: `/api/products/${eggs.id}`, headers: { cookie } } as const
    await here.inject({ ...put, payload: { price: 6 } })
    await expect.poll(pageOf).toContain('Eggs $6 (10)')
    await aKeyedBuyer(here).buy(orderBody([[{ ...eggs, price: 6 }, 3]]))
    await expect.poll(pageOf).toContain('Eggs $6 (7)')
    const isLast = (news: LiveUpdate) => news.type === 'product' && news.product.stock === 7
    await expect.poll(() => open.received.some(isLast)).toBe(true)
  })

  test('who comes from another process is told what it missed there', async () => {
    const { here, there, eggs } = await twoProcesses()
    const page = await aLivePage(await here.listen())
    await aKeyedBuyer(here).buy(orderBody([[eggs, 1]]))
    await expect
      .poll(() => page.received.at(-1))
      .toMatchObject({ type: 'product', product: { stock: 9 } })
    const { version } = page.received.at(-1) as LiveUpdate & { version: number }
    page.close()
    here.clock.now = new Date(here.clock.now.getTime() + DAY)
    await aKeyedBuyer(here).buy(orderBody([[eggs, 1]]))
    await catchUp(there)
    const again = await aLivePage(await there.listen())
    again.send({ type: 'hello', version })
    expect(await missedBy(again)).toMatchObject([{ type: 'product', product: { stock: 8 } }])
  })

  test('is told what it missed although the clock of its process was three seconds ahead', async () => {
    const { here, there, eggs } = await twoProcesses()
    here.clock.now = new Date(here.clock.now.getTime() + DAY)
    await aKeyedBuyer(here).buy(orderBody([[eggs, 1]]))
    await catchUp(there)
    const page = await aLivePage(await there.listen())
    page.send({ type: 'hello', version: here.clock.now.getTime() + 3000 })
    expect(await missedBy(page)).toMatchObject([{ type: 'product', product: { stock: 9 } }])
  })

  test('gets the farmer’s reply, and the desk of another process hears of an order', async () => {
    const { here, there, eggs } = await twoProcesses()
    const cookie = await signIn(here)
    const port = await there.listen()
    const [visitor, desk] = [await aLivePage(port), await aLivePage(port, { cookie })]
    const sessionId = 'V1StGXR8_Z5jdHi6B-myT'
    for (const page of [visitor, desk])
      page.send({ type: 'chat', text: 'Do your hens have names?', sessionId })
    await expect.poll(() => desk.received.some(({ type }) => type === 'chat_response')).toBe(true)
    await write(here.db, async (_, emit) =>
      emit({ kind: 'chat-reply', sessionId, message: 'All forty of them.' }),
    )
    await aKeyedBuyer(here).buy(orderBody([[eggs, 1]]))
    await expect
      .poll(() => visitor.received)
      .toContainEqual({ type: 'chat_response', message: 'All forty of them.' })
    await expect
      .poll(() => desk.received)
      .toContainEqual({ type: 'order', id: expect.any(Number), isNew: true })
    expect(visitor.received.some(({ type }) => type === 'order')).toBe(false)
  })
})

describe.skipIf(!onPostgres)('what may be tried only so often', () => {
  test('all processes together compare one password a second of unknown browsers', async () => {
    const { here, there } = await twoProcesses({ LIMITS: 'on' })
    const guess = async (shop: AShop) =>
      (
        await shop.inject({
          method: 'POST',
          url: '/api/admin/login',
          payload: { password: 'a guess' },
        })
      ).statusCode
    // The clock stands still, so one guess gets the turn; the rest are refused when the shop
    // closes.
    const guesses = [here, there, here, there].map(guess)
    expect(await Promise.any(guesses)).toBe(401)
    await Promise.all([here.close(), there.close()])
    expect((await Promise.all(guesses)).sort()).toEqual([401, 503, 503, 503])
  })

  test('declined cards count together', async () => {
    const { here, there, eggs } = await twoProcesses({ LIMITS: 'on' })
    let current = here
    const buyer = aBareBuyer({ inject: (request: InjectOptions) => current.inject(request) })
    const decline = () =>
      buyer.createIntent(orderBody([[eggs, 1]]), undefined, 'pm_card_chargeDeclined')
    for (let count = 0; count < 5; count++) expect((await decline()).statusCode).toBe(402)
    await there.pollEventLog()
    current = there
    expect((await buyer.createIntent(orderBody([[eggs, 1]]))).statusCode).toBe(429)
  })
})
