import { describe, expect, test } from 'vitest'
import { MAX_LETTER_LENGTH } from '#contract/mail/letters.ts'
import { write } from '#server/db/write.ts'
import { type ANewsletter, aNewsletter, KEY, POSTAL_ADDRESS } from '#tests/a-newsletter.ts'
import { aProduct } from '#tests/a-shop.ts'
import { beginPlanned } from './send-letters.ts'

const SUNDAY = { day: '2026-11-22', time: '06:30' }
const TEXT = { subject: 'Fresh eggs', body: 'Come and get them.' }
const headers = { accept: 'application/json' }

const plan = (its: ANewsletter, given: object = {}) => {
  const payload = { key: KEY, ...TEXT, ...SUNDAY, ...given }
  return its.atDesk({ method: 'POST', url: '/api/newsletter/plans', headers, payload })
}
const missedAtDesk = async (its: ANewsletter): Promise<number> =>
  (await its.atDesk({ url: '/api/admin/notices' })).json().missedLetters
const at = (its: ANewsletter, instant: string) => {
  its.shop.clock.now = new Date(instant)
}

describe('a planned letter', () => {
  test('leaves once when its time by the farm’s clock has come, whoever looks and however often', async () => {
    const its = await aNewsletter()
    await its.subscribed('ada@example.com')
    const planned = await plan(its)
    expect([planned.statusCode, planned.json()]).toMatchObject([
      201,
      { ...TEXT, ...SUNDAY, dueAt: '2026-11-22T13:30:00.000Z', isMissed: false },
    ])
    expect((await plan(its)).json().id).toBe(planned.json().id)
    at(its, '2026-11-22T13:29:00.000Z')
    await beginPlanned(its.shop.shop)
    expect((await its.shown()).letters).toEqual([])
    at(its, '2026-11-22T13:30:30.000Z')
    await Promise.all([1, 2, 3].map(() => beginPlanned(its.shop.shop)))
    // The clock goes back an hour, so the minute comes around again.
    at(its, '2026-11-22T12:40:00.000Z')
    await its.rounds(1)
    at(its, '2026-11-22T13:31:00.000Z')
    await its.rounds(2)
    expect(its.letters.map(({ to }) => to)).toEqual(['ada@example.com'])
    const { planned: left, letters } = await its.shown()
    expect([left, letters.length]).toEqual([[], 1])
    expect((await plan(its)).statusCode).toBe(409)
    expect((await its.send()).statusCode).toBe(200)
    expect(its.letters).toHaveLength(1)
  })

  test('is sent late within six hours, and after that only when it is asked for', async () => {
    const its = await aNewsletter()
    await its.subscribed('ada@example.com')
    const other = { key: KEY.replace(/^6/, '7'), time: '12:00' }
    await plan(its)
    await plan(its, other)
    at(its, '2026-11-22T18:57:00.000Z')
    await its.rounds(1)
    expect(its.letters).toHaveLength(1)
    at(its, '2026-11-23T01:00:01.000Z')
    await its.rounds(2)
    expect(its.letters).toHaveLength(1)
    expect((await its.shown()).planned).toMatchObject([{ isMissed: true }])
    expect(await missedAtDesk(its)).toBe(1)
    expect((await its.send({ key: other.key })).statusCode).toBe(200)
    await its.shop.settled()
    expect(its.letters).toHaveLength(2)
    expect((await its.shown()).planned).toEqual([])
    expect(await missedAtDesk(its)).toBe(0)
  })

  test('can be changed and taken back until it leaves; an older form changes nothing', async () => {
    const its = await aNewsletter()
    await its.subscribed('ada@example.com')
    const { id } = (await plan(its)).json()
    const url = `/api/newsletter/plans/${id}`
    const put = (payload: object) => its.atDesk({ method: 'PUT', url, headers, payload })
    const base = { ...TEXT, ...SUNDAY }
    expect((await put({ ...base, time: '07:00', base })).json()).toMatchObject({
      dueAt: '2026-11-22T14:00:00.000Z',
    })
    const older = await put({ ...base, time: '08:00', base })
    expect([older.statusCode, older.json()]).toMatchObject([
      409,
      { code: 'changed-meanwhile', field: 'time' },
    ])
    expect((await put({ ...base, time: '07:00', body: 'Kale.' })).statusCode).toBe(200)
    expect((await its.send()).statusCode).toBe(409)
    const { statusCode } = await its.atDesk({ method: 'DELETE', url })
    expect(statusCode).toBe(204)
    at(its, '2026-11-22T14:01:00.000Z')
    await its.rounds(1)
    expect(its.letters).toEqual([])
    expect((await put(base)).statusCode).toBe(404)
    expect((await its.atDesk({ method: 'DELETE', url })).statusCode).toBe(404)
  })

  test('that cannot be is refused with the name of the field', async () => {
    const its = await aNewsletter()
    at(its, '2026-11-21T19:00:00.000Z')
    for (const [wrong, field] of [
      [{ time: '11:59', day: '2026-11-21' }, 'time'],
      [{ day: '2027-11-23' }, 'day'],
      [{ day: '2026-02-30' }, 'day'],
      [{ time: '24:00' }, 'time'],
      [{ subject: ' ' }, 'subject'],
    ] as const) {
      const answer = await plan(its, wrong)
      expect([wrong, answer.statusCode, answer.json().field]).toEqual([wrong, 400, field])
    }
  })
})

describe('the farm’s mailing address', () => {
  test('is its address, if that names a street and a ZIP code, until it has another', async () => {
    const its = await aNewsletter()
    await its.subscribed('ada@example.com')
    const say = (key: string, value: string) => {
      const payload = { key, value }
      return its.atDesk({ method: 'POST', url: '/api/settings', headers, payload })
    }
    const set = (key: string, value: string) =>
      its.atDesk({ method: 'PUT', url: `/api/settings/${key}`, headers, payload: { value } })
    const shown = async () =>
      (await its.atDesk({ method: 'GET', url: '/api/newsletter/letters' })).json().postalAddress
    await set('postal_address', '')
    await say('business_address', 'Athens, OH')
    expect(await shown()).toBe('')
    await set('business_address', '9 Oak Rd, Athens, OH 45701')
    expect(await shown()).toBe('9 Oak Rd, Athens, OH 45701')
    its.letters.length = 0
    await its.send()
    await its.shop.settled()
    expect(its.letters.map(({ text }) => text)).toEqual([
      expect.stringContaining('Farmstand, 9 Oak Rd, Athens, OH 45701'),
    ])
    await set('postal_address', POSTAL_ADDRESS)
    expect(await shown()).toBe(POSTAL_ADDRESS)
  })

  test('stands in the foot of each letter as it was when it left, and without it none leaves', async () => {
    const its = await aNewsletter()
    await its.subscribed('ada@example.com', 'bo@example.com')
    const set = (value: string) =>
      its.atDesk({
        method: 'PUT',
        url: '/api/settings/postal_address',
        headers,
        payload: { value },
      })
    expect((await set('Hot Springs')).statusCode).toBe(400)
    its.state.says = () => {
      throw new Error('busy')
    }
    await its.send()
    await its.shop.settled()
    expect((await set('')).statusCode).toBe(200)
    its.state.says = () => {}
    await its.rounds(5)
    expect(
      its.letters.map(({ text, html }) => `${text}${html}`.split(POSTAL_ADDRESS).length),
    ).toEqual([3, 3])
    its.letters.length = 0
    const key = KEY.replace(/^6/, '7')
    const test = { ...TEXT, to: 'me@example.com' }
    const url = '/api/newsletter/test'
    const refused = [
      await its.atDesk({
        method: 'POST',
        url: '/api/newsletter/letters',
        headers,
        payload: { ...TEXT, key },
      }),
      await its.atDesk({ method: 'POST', url, headers, payload: test }),
    ]
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [409, 'address-missing'],
      [409, 'address-missing'],
    ])
    await plan(its, { key })
    at(its, '2026-11-22T13:31:00.000Z')
    await its.rounds(1)
    expect(its.letters).toEqual([])
    await set(POSTAL_ADDRESS)
    await its.rounds(1)
    expect(its.letters).toHaveLength(2)
  })
})

const PICTURE = 'ab'.repeat(16)

test('a product’s picture stands in the mail by its whole address, and its name in the text', async () => {
  const its = await aNewsletter()
  await its.subscribed('ada@example.com')
  const { id } = await aProduct(its.shop.db, { name: 'Rainbow "Chard"' })
  const image_url = `/uploads/${PICTURE}.webp`
  await write(its.shop.db, (tx) =>
    tx.updateTable('products').set({ image_url }).where('id', '=', id).execute(),
  )
  const gone = await aProduct(its.shop.db, { name: 'Kale' })
  const body = `Hello\n[picture ${id}: Rainbow "Chard"]\n[picture ${gone.id}: Kale]`
  await its.send({ body })
  await its.shop.settled()
  const [{ html = '', text = '' } = {}] = its.letters
  expect(html).toContain(
    `<img src="https://farm.example/uploads/${PICTURE}-560.jpeg" width="560" alt="Rainbow &quot;Chard&quot;"`,
  )
  expect(html).toContain(`<a href="https://farm.example/p/${id}-rainbow-chard">`)
  expect(text).toContain(`Rainbow "Chard":\nhttps://farm.example/p/${id}-rainbow-chard\n`)
  expect([html.split('<img').length, text]).toEqual([2, expect.stringContaining('\n\nKale\n\n')])
})

test('the draft of a large shop stays within a letter, names news first and counts the rest', async () => {
  const its = await aNewsletter()
  const old = '2026-09-01T00:00:00.000Z'
  const row = { description: '', category: 'veggies' as const, price_cents: 300, stock: 20 }
  const common = { ...row, image_url: null, archived_at: null, created_at: old, updated_at: old }
  const products = Array.from({ length: 1000 }, (_, one) => ({
    ...common,
    name: `Long ${'x'.repeat(80)} ${one}`,
  }))
  Object.assign(products[900] ?? {}, {
    name: 'Fresh Figs',
    created_at: its.shop.clock.now.toISOString(),
  })
  await write(its.shop.db, async (tx) => {
    for (let first = 0; first < 1000; first += 100)
      await tx
        .insertInto('products')
        .values(products.slice(first, first + 100) as never)
        .execute()
    const { id } = await tx
      .updateTable('products')
      .set({ name: 'Late Leeks' })
      .where('name', 'like', '% 700')
      .returning('id')
      .executeTakeFirstOrThrow()
    const move = (delta: number) => ({
      product_id: id,
      delta,
      reason: 'adjusted' as const,
      order_id: null,
      at: its.shop.clock.now.toISOString(),
    })
    await tx
      .insertInto('stock_movements')
      .values([move(-20), move(20)])
      .execute()
  })
  const { body } = (await its.atDesk({ url: '/api/newsletter/draft' })).json()
  expect(body.length).toBeLessThanOrEqual(MAX_LETTER_LENGTH)
  const lines = body.split('\n').filter((line: string) => line.startsWith('- '))
  expect(lines.slice(0, 2)).toEqual([
    '- Fresh Figs: $3.00 (new)',
    '- Late Leeks: $3.00 (back in stock)',
  ])
  expect(body).toContain('And 940 more in the shop.')
})
