import { describe, expect, test } from 'vitest'
import { NEWSLETTER_CONSENT } from '#contract/mail/newsletter-consent.ts'
import { write } from '#server/db/write.ts'
import { type AShop, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'
import { ARE_TWO } from '#tests/round-robin.ts'

const subscribe = (shop: AShop, email: unknown) =>
  shop.inject({ method: 'POST', url: '/api/newsletter/subscribe', payload: { email } })

const subscribers = (shop: AShop) => shop.db.selectFrom('subscribers').selectAll().execute()

test('an address is kept once, with the time and the words agreed to, and gets the same answer again', async () => {
  const shop = await aShop({ now: '2026-11-18T18:00:00.000Z' })
  const first = await subscribe(shop, ' Ada@Example.com ')
  const again = await subscribe(shop, 'ada@example.com')
  expect([first.statusCode, first.json()]).toEqual([200, { message: expect.any(String) }])
  expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
  expect(await subscribers(shop)).toEqual([
    {
      id: 1,
      email_key: 'ada@example.com',
      email: 'Ada@Example.com',
      state: 'subscribed',
      consent: NEWSLETTER_CONSENT,
      asked_at: '2026-11-18T18:00:00.000Z',
      confirmed_at: null,
      left_at: null,
      leave_secret: expect.stringMatching(/^[\w-]{43}$/),
    },
  ])
})

test('what is no address is refused with a sentence at its field', async () => {
  const shop = await aShop()
  for (const email of [
    '',
    'ada',
    'a@b, c@d',
    'ada@example.com\r\nBcc: x@y.example',
    7,
    null,
    `${'a'.repeat(250)}@example.com`,
    `${'a'.repeat(65)}@example.com`,
  ]) {
    const refused = await subscribe(shop, email)
    expect([email, refused.statusCode, refused.json().field]).toEqual([email, 400, 'email'])
    expect(refused.json().message).toMatch(/^[A-Z].*\.$/)
  }
  expect(await subscribers(shop)).toEqual([])
})

test('who left is not signed up again where no mail can ask them, and reads the same answer', async () => {
  const shop = await aShop()
  const first = await subscribe(shop, 'ada@example.com')
  const left = { state: 'left', left_at: '2026-11-18T18:00:00.000Z' } as const
  await write(shop.db, (tx) => tx.updateTable('subscribers').set(left).execute())
  expect((await subscribe(shop, 'Ada@example.com')).body).toBe(first.body)
  expect(await subscribers(shop)).toMatchObject([left])
})

test('nobody subscribes while the owner has switched it off', async () => {
  const shop = await aShop()
  await atDesk(shop)('POST', '/api/settings', { key: 'newsletter_enabled', value: 'false' })
  const refused = await subscribe(shop, 'ada@example.com')
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'The newsletter isn’t taking new subscribers right now.',
  ])
  expect(await subscribers(shop)).toEqual([])
})

describe.skipIf(ARE_TWO)('a script that types addresses of others', () => {
  const from = (shop: AShop, remoteAddress: string, email: string) =>
    shop.inject({
      method: 'POST',
      url: '/api/newsletter/subscribe',
      payload: { email },
      remoteAddress,
    })

  test('is refused behind one line of addresses after twenty in an hour', async () => {
    const shop = await aShop({ env: { LIMITS: 'on' } })
    const statuses: number[] = []
    for (let one = 1; one <= 25; one++)
      statuses.push((await from(shop, `2001:db8:0:1::${one}`, `ada${one}@example.com`)).statusCode)
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)])
    expect((await from(shop, '2001:db8:0:2::1', 'bo@example.com')).statusCode).toBe(200)
    expect((await from(shop, '::ffff:192.0.2.1', 'cy@example.com')).statusCode).toBe(200)
  })

  test('sends no more than two hundred mails an hour through the farm, from however many networks', async () => {
    const shop = await aShop({ env: { LIMITS: 'on' } })
    const statuses: number[] = []
    for (let one = 0; one < 205; one++)
      statuses.push((await from(shop, `192.0.${one}.2`, `ada${one}@example.com`)).statusCode)
    expect(statuses).toEqual([...Array(200).fill(200), ...Array(5).fill(429)])
  })

  test('means one mailbox three times a day, however it is spelled, and reads the same answer', async () => {
    const shop = await aShop({ env: { LIMITS: 'on' } })
    const spellings = ['victim', 'victim+1', 'v.ictim', 'vic.tim+2', 'VICTIM+3']
    const answers: string[] = []
    for (const [place, local] of spellings.entries())
      answers.push((await from(shop, `192.0.2.${place}`, `${local}@gmail.com`)).body)
    expect(new Set(answers).size).toBe(1)
    expect(await subscribers(shop)).toHaveLength(3)
  })
})

describe('at the desk the subscribers', () => {
  async function aListWithTwo() {
    const shop = await aShop({ now: '2026-11-18T18:00:00.000Z' })
    await subscribe(shop, 'ada@example.com')
    shop.clock.now = new Date('2026-11-19T18:00:00.000Z')
    await subscribe(shop, 'Bo@example.com')
    const desk = atDesk(shop)
    const url = '/api/newsletter/subscribers'
    const list = async () => (await desk('GET', url)).json()
    const remove = (email: string) => desk('DELETE', `${url}?${new URLSearchParams({ email })}`)
    const file = () => desk('GET', `${url}.csv`)
    return { shop, list, remove, file }
  }

  test('stand with the proof of their consent, the newest first', async () => {
    const { list } = await aListWithTwo()
    const proof = {
      state: 'subscribed',
      consent: NEWSLETTER_CONSENT,
      confirmedAt: null,
      leftAt: null,
    }
    expect(await list()).toEqual([
      { email: 'Bo@example.com', askedAt: '2026-11-19T18:00:00.000Z', ...proof },
      { email: 'ada@example.com', askedAt: '2026-11-18T18:00:00.000Z', ...proof },
    ])
  })

  test('are forgotten on request, however the address is capitalized, and the history does not name them', async () => {
    const { shop, list, remove } = await aListWithTwo()
    expect((await remove('bo@EXAMPLE.com')).statusCode).toBe(204)
    expect((await remove('bo@example.com')).statusCode).toBe(204)
    expect(await list()).toMatchObject([{ email: 'ada@example.com' }])
    const history = await shop.db
      .selectFrom('audit')
      .selectAll()
      .where('subject', '=', 'subscriber')
      .execute()
    expect(history).toHaveLength(1)
    expect(JSON.stringify(history).toLowerCase()).not.toContain('bo@')
  })

  test('can be taken along as a file, in which no address is a formula', async () => {
    const { shop, file } = await aListWithTwo()
    await subscribe(shop, '+1@example.com')
    const { headers, body } = await file()
    expect(headers['content-disposition']).toBe('attachment; filename="subscribers.csv"')
    expect(body.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFEmail,Status,Asked,Confirmed,Left,To',
      `'+1@example.com,subscribed,2026-11-19T18:00:00.000Z,,,${NEWSLETTER_CONSENT}`,
      `Bo@example.com,subscribed,2026-11-19T18:00:00.000Z,,,${NEWSLETTER_CONSENT}`,
    ])
  })

  test('are not touched by an address that is none', async () => {
    const { list, remove } = await aListWithTwo()
    expect((await remove('nobody')).statusCode).toBe(400)
    expect(await list()).toHaveLength(2)
  })
})
