import { describe, expect, test } from 'vitest'
import { NOT_ME, NOTIFY_ME } from '#contract/mail/waiting-link.ts'
import { DAY } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { changeProductLimits } from '#server/features/calendar/change-limits.ts'
import { findProduct } from '#server/features/products/product-queries.ts'
import { runJobs } from '#server/jobs.ts'
import type { Letter } from '#server/outside/mail.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'
import { ARE_TWO } from '#tests/round-robin.ts'
import { forgetWaiters } from './join-list.ts'
import { notifyWaiters } from './notify-waiters.ts'

/** Without the tests that make a hundred times the calls that others make once. */
const IS_FEW = isShortOnPostgres()

async function aList({ limits = 'off', products = 1 } = {}) {
  const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example', LIMITS: limits } })
  const desk = atDesk(shop)
  const { letters, state, mailer } = aMailbox()
  shop.shop.mail = mailer
  const beets: number[] = []
  for (let one = 1; one <= products; one++)
    beets.push((await aProduct(shop.db, { name: `Beets ${one}`, price: 500, stock: 0 })).id)
  const join = async (email: string, { productId = beets[0], from = '192.0.2.1' } = {}) => {
    const payload = { productId, email }
    const url = '/api/waiting-list'
    const headers = { accept: 'application/json' }
    const answer = await shop.inject({ method: 'POST', url, headers, payload, remoteAddress: from })
    await shop.settled()
    return answer
  }
  const answer = async (letter: Letter | undefined, payload: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return shop.inject({ method: 'POST', url: pathIn(letter), payload, headers })
  }
  const pass = (ms: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + ms)
  }
  return {
    ...{ shop, letters, state, beets, join, answer, pass },
    beetsId: beets[0] ?? 0,
    waiting: async (...emails: string[]) => {
      for (const email of emails) {
        await join(email)
        await answer(letters.at(-1), NOTIFY_ME)
      }
      letters.length = 0
    },
    round: async () => {
      pass(60_000)
      await notifyWaiters(shop.shop)
    },
    desk,
    stock: (stock: number, id = beets[0]) => desk('PUT', `/api/products/${id}`, { stock }),
    sent: () => letters.map(({ to, subject }) => `${to}: ${subject}`),
    rows: () => shop.db.selectFrom('waiters').select(['email', 'state']).orderBy('id').execute(),
    mails: () => shop.db.selectFrom('outbox').select(['id', 'uuid']).execute(),
    counts: async () => (await desk('GET', '/api/waiting-list/counts')).json(),
  }
}

function pathIn(letter: Letter | undefined): string {
  return /\/waiting\/[\w-]+/.exec(letter?.text ?? '')?.[0] ?? '/waiting/none'
}

const secretIn = (letter: Letter | undefined) => pathIn(letter).slice('/waiting/'.length)

describe('who asks to be told', () => {
  test('is mailed a link, and waits once its button is pressed; to open it does nothing', async () => {
    const { shop, letters, join, answer, rows, counts, beetsId } = await aList()
    expect((await join('Ada@example.com')).statusCode).toBe(200)
    expect(letters).toHaveLength(1)
    expect(letters[0]).toMatchObject({
      to: 'Ada@example.com',
      subject: 'Want to know when Beets 1 is back?',
    })
    const secret = secretIn(letters[0])
    expect(secret).toMatch(/^[\w-]{43}$/)
    // The shop keeps no secret but its hash.
    const stored = [
      await shop.db.selectFrom('waiters').selectAll().execute(),
      await shop.db.selectFrom('outbox').selectAll().execute(),
    ]
    expect(JSON.stringify(stored)).not.toContain(secret)
    const url = `/api/waiting-list/${secret}`
    const product = { id: beetsId, name: 'Beets 1', isInStock: false }
    expect((await shop.inject({ url })).json()).toEqual({ state: 'asked', product })
    expect(await rows()).toEqual([{ email: 'Ada@example.com', state: 'asked' }])
    expect(await counts()).toEqual([])
    await answer(letters[0], 'List-Unsubscribe=One-Click')
    expect(await rows()).toEqual([{ email: 'Ada@example.com', state: 'asked' }])
    const pressed = await answer(letters[0], NOTIFY_ME)
    expect([pressed.statusCode, pressed.headers.location]).toEqual([303, pathIn(letters[0])])
    expect((await shop.inject({ url })).json()).toEqual({ state: 'waiting', product })
    expect(await counts()).toEqual([{ productId: beetsId, waiting: 1 }])
  })

  test('is forgotten at once when it was somebody else', async () => {
    const { shop, letters, join, answer, rows } = await aList()
    await join('ada@example.com')
    await answer(letters[0], NOT_ME)
    expect(await rows()).toEqual([])
    expect((await shop.inject({ url: `/api/waiting-list/${secretIn(letters[0])}` })).json()).toBe(
      null,
    )
  })

  test('can leave while waiting, and hears nothing', async () => {
    const list = await aList()
    await list.join('ada@example.com')
    const requested = list.letters[0]
    await list.answer(requested, NOTIFY_ME)
    await list.answer(requested, NOT_ME)
    await list.stock(5)
    list.letters.length = 0
    await list.round()
    expect(list.sent()).toEqual([])
  })

  test('has three days for it, then the address is forgotten and the link dead', async () => {
    const { shop, letters, join, answer, pass, rows } = await aList()
    await join('ada@example.com')
    pass(3 * DAY)
    await answer(letters[0], NOTIFY_ME)
    expect((await rows()).map(({ state }) => state)).toEqual(['asked'])
    await forgetWaiters(shop.shop)
    expect([await rows(), await shop.db.selectFrom('outbox').selectAll().execute()]).toEqual([
      [],
      [],
    ])
  })

  test('is told what is wrong with an address', async () => {
    const { join, rows } = await aList()
    const addresses = [
      '',
      'ada',
      'a@b.example, c@d.example',
      'ada@example.com\r\nBcc: x@y.example',
      7,
    ]
    for (const email of addresses) {
      const refused = await join(email as string)
      expect([email, refused.statusCode, refused.json().field]).toEqual([email, 400, 'email'])
    }
    expect(await rows()).toEqual([])
  })
})

describe('when it is back, whoever waits', () => {
  test('is told once, while it lasts, and forgotten', async () => {
    const { waiting, stock, round, sent, letters, rows, mails } = await aList()
    await waiting('ada@example.com', 'bo@example.com')
    await round()
    expect(sent()).toEqual([])
    await stock(1)
    await round()
    expect(sent()).toEqual(['ada@example.com: Beets 1 is back', 'bo@example.com: Beets 1 is back'])
    expect(letters[0]?.text).toContain('while it lasts')
    expect(letters[0]?.text).toContain('https://farm.example/p/1-beets-1\n')
    expect([await rows(), await mails()]).toEqual([[], []])
    await stock(0)
    await stock(7)
    await round()
    expect(letters).toHaveLength(2)
  })

  test('is told by the shop’s own round when a cancelled order brings it back', async () => {
    const { shop, desk, waiting, stock, sent, pass, beetsId } = await aList()
    await stock(2)
    const product = await findProduct(shop.db, beetsId)
    if (product) await aKeyedBuyer(shop).buy(orderBody([[product, 2]]))
    await shop.settled()
    await waiting('bo@example.com')
    await desk('PUT', '/api/orders/1/status', { status: 'cancelled' })
    await shop.settled()
    pass(60_000)
    await runJobs(shop.shop)
    expect(sent()).toContain('bo@example.com: Beets 1 is back')
  })

  test('hears nothing of what sold out before the mail went, and waits on', async () => {
    const { shop, waiting, stock, round, sent, state, pass, rows } = await aList()
    await waiting('ada@example.com')
    await stock(1)
    state.says = () => {
      throw new Error('The mail server is away.')
    }
    await round()
    state.says = () => {}
    await stock(0)
    pass(5 * 60_000)
    await notifyWaiters(shop.shop)
    expect([sent(), await rows()]).toEqual([[], [{ email: 'ada@example.com', state: 'waiting' }]])
    await stock(3)
    await round()
    expect(sent()).toEqual(['ada@example.com: Beets 1 is back'])
  })

  test('is told by one process where two are at it', async () => {
    const { shop, waiting, stock, letters } = await aList()
    await waiting('ada@example.com', 'bo@example.com', 'cy@example.com')
    await stock(1)
    const other = { ...shop.shop }
    await Promise.all([notifyWaiters(shop.shop), notifyWaiters(other)])
    await notifyWaiters(other)
    expect(letters.map(({ to }) => to).sort()).toEqual([
      'ada@example.com',
      'bo@example.com',
      'cy@example.com',
    ])
  })

  test('is not told again where a crash left the mail marked and the row there', async () => {
    const { shop, waiting, stock, round, sent, rows } = await aList()
    await waiting('ada@example.com')
    await stock(1)
    const [row] = await shop.db.selectFrom('waiters').select('id').execute()
    const at = shop.clock.now.toISOString()
    const mail = { queue: 'waiting', kind: 'back_in_stock', waiter_id: row?.id ?? 0 } as const
    await write(shop.db, (tx) =>
      tx
        .insertInto('outbox')
        .values({ ...mail, uuid: 'u', created_at: at, due_at: at, sent_at: at })
        .execute(),
    )
    await round()
    expect([sent(), await rows()]).toEqual([[], []])
  })

  test('is given up where the mail cannot be sent for three days', async () => {
    const { waiting, stock, round, state, pass, rows } = await aList()
    await waiting('ada@example.com')
    await stock(1)
    state.says = () => {
      throw new Error('No such mailbox.')
    }
    for (let day = 0; day < 6; day++) {
      await round()
      pass(DAY)
    }
    expect(await rows()).toEqual([])
  })

  test('is forgotten after half a year, and with what is sold no more', async () => {
    const { shop, desk, waiting, pass, rows, beetsId } = await aList()
    await waiting('ada@example.com')
    await desk('PUT', `/api/products/${beetsId}`, { hidden: true })
    await forgetWaiters(shop.shop)
    expect(await rows()).toHaveLength(1)
    await desk('DELETE', `/api/products/${beetsId}`)
    await forgetWaiters(shop.shop)
    expect(await rows()).toEqual([])
    const other = await aList()
    await other.waiting('bo@example.com')
    other.pass(180 * DAY)
    await forgetWaiters(other.shop.shop)
    expect(await other.rows()).toEqual([])
    pass(0)
  })

  test('is forgotten when the farmer removes the address', async () => {
    const { desk, waiting, rows } = await aList()
    await waiting('ada@example.com')
    await desk('DELETE', '/api/newsletter/subscribers?email=Ada%40example.com')
    expect(await rows()).toEqual([])
  })
})

describe('a stranger', () => {
  test('reads the same answer for every address', async () => {
    const { waiting, join } = await aList()
    await waiting('ada@example.com')
    const [known, again, unknown] = [
      await join('ada@example.com'),
      await join('ADA+x@example.com'),
      await join('bo@example.com'),
    ]
    expect([again.body, unknown.body]).toEqual([known.body, known.body])
    expect([known.statusCode, again.statusCode, unknown.statusCode]).toEqual([200, 200, 200])
  })

  test.skipIf(IS_FEW)(
    'has one mailbox get three mails in three days, however patient and however spelled',
    async () => {
      const { shop, beets, join, letters, pass } = await aList({ products: 5 })
      const spellings = ['victim', 'v.ictim', 'victim+1', 'VICTIM', 'vic.tim+2']
      for (let half = 0; half < 18; half++) {
        for (const [place, productId] of beets.entries())
          await join(`${spellings[place]}@gmail.com`, { productId })
        pass(DAY / 2)
        await forgetWaiters(shop.shop)
      }
      expect(letters).toHaveLength(9)
    },
  )

  test.skipIf(IS_FEW)('puts no mailbox on the list for more than twenty products', async () => {
    const { beets, join, answer, letters, rows } = await aList({ products: 21 })
    for (const productId of beets) {
      await join('ada@example.com', { productId })
      await answer(letters.at(-1), NOTIFY_ME)
    }
    expect(await rows()).toHaveLength(20)
  })

  test('finds the list of a product full at five hundred', async () => {
    const { shop, beetsId, join } = await aList()
    const row = (one: number) => ({
      ...{ product_id: beetsId, mailbox: `${one}@a.example`, email: `${one}@a.example` },
      ...{
        state: 'waiting' as const,
        asked_at: shop.clock.now.toISOString(),
        secret_hash: `${one}`,
      },
    })
    const crowd = Array.from({ length: 500 }, (_, one) => row(one))
    await write(shop.db, (tx) => tx.insertInto('waiters').values(crowd).execute())
    const refused = await join('ada@example.com')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'list-full'])
  })

  test.skipIf(ARE_TWO || IS_FEW)(
    'is refused after twenty an hour, and all after a hundred',
    async () => {
      const { join } = await aList({ limits: 'on' })
      const statuses: number[] = []
      for (let one = 0; one < 22; one++)
        statuses.push((await join(`a${one}@example.com`)).statusCode)
      expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
      for (let one = 0; one < 82; one++)
        statuses.push((await join(`b${one}@example.com`, { from: `198.51.${one}.1` })).statusCode)
      expect(statuses.slice(22)).toEqual([...Array(80).fill(200), 429, 429])
    },
  )

  test('changes nothing by a link nobody was sent', async () => {
    const { shop, join, answer, rows } = await aList()
    await join('ada@example.com')
    for (const text of ['x', 'A'.repeat(43), 'A'.repeat(43_000)])
      for (const payload of [NOTIFY_ME, NOT_ME])
        await answer({ text: `/waiting/${text}` } as Letter, payload)
    expect(await rows()).toEqual([{ email: 'ada@example.com', state: 'asked' }])
    expect((await shop.inject({ url: '/api/waiting-list/x' })).json()).toBe(null)
  })
})

describe('nobody can wait', () => {
  test('where the shop sends no mail', async () => {
    const { shop, join, rows } = await aList()
    const areSent = async () => (await shop.inject({ url: '/api/mails/sent' })).json()
    expect(await areSent()).toEqual({ areSent: true })
    shop.shop.mail = null
    expect(await areSent()).toEqual({ areSent: false })
    const refused = await join('ada@example.com')
    expect([refused.statusCode, refused.json().code, await rows()]).toEqual([
      409,
      'mail-missing',
      [],
    ])
  })

  test('for what is there, or was never', async () => {
    const { stock, join } = await aList()
    await stock(2)
    const [there, never] = [
      await join('ada@example.com'),
      await join('ada@example.com', { productId: 77 }),
    ]
    expect([there.statusCode, there.json().message]).toEqual([
      409,
      'Good news: Beets 1 is back. You can order it now.',
    ])
    expect([never.statusCode, never.json().code]).toEqual([409, 'product-gone'])
  })
})

test('what no coming day has any of is not back, whatever is in stock', async () => {
  const { waiting, stock, round, sent, join, shop, beetsId } = await aList()
  const limit = (eachDay: number) => changeProductLimits(shop.shop, beetsId, { eachDay })
  await waiting('ada@example.com')
  await limit(0)
  await stock(5)
  await round()
  expect(sent()).toEqual([])
  expect((await join('ben@example.com')).statusCode).toBe(200)
  await limit(2)
  expect((await join('eve@example.com')).json().code).toBe('in-stock')
  await round()
  expect(sent().filter((one) => one.startsWith('ada@'))).toHaveLength(1)
})
