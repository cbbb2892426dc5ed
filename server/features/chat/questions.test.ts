import { describe, expect, test } from 'vitest'
import { DAY } from '#contract/time/durations.ts'
import { type ShopEvent, subscribe, write } from '#server/db/write.ts'
import type { Letter } from '#server/outside/mail.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { ask, chatOf } from '#tests/a-visitor.ts'
import { atDesk } from '#tests/at-desk.ts'
import { ARE_TWO } from '#tests/round-robin.ts'
import { deleteLeastMissed, forgetQuestions, MAX_QUESTIONS, sendReplies } from './questions.ts'

async function aDesk(env: Record<string, string> = {}) {
  const shop = await aShop({ env })
  const sent: ShopEvent[] = []
  subscribe(shop.db, (events) => sent.push(...events))
  const call = atDesk(shop)
  const list = async () => (await call('GET', '/api/questions')).json()
  const reply = (id: number, text: string, isShared = false) =>
    call('POST', `/api/questions/${id}/reply`, { reply: text, isShared })
  return { shop, told: sent, call, list, reply }
}

describe('a message over HTTP', () => {
  const message = 'how much are eggs?'
  const sessionId = chatOf('http')

  test('is answered in the field message', async () => {
    const shop = await aShop()
    await aProduct(shop.db, { name: 'Eggs' })
    const answer = await shop.inject({
      method: 'POST',
      url: '/api/chat/message',
      payload: { message, sessionId },
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'Eggs: $5.00, 10 in stock.' },
    ])
  })

  test('is refused when it is malformed', async () => {
    const shop = await aShop()
    for (const payload of [
      {},
      { message },
      { sessionId },
      { message: ' \n ', sessionId },
      { message: 'a'.repeat(501), sessionId },
      { message: 7, sessionId },
      { message: 'nul \u0000', sessionId },
      { message: 'half \ud800', sessionId },
      { message, sessionId: 'short' },
      { message, sessionId: `${sessionId}1` },
      { message, sessionId: '../../../../etc/passw' },
      { message, sessionId: 7 },
      { message, sessionId, role: 'system' },
    ]) {
      const answer = await shop.inject({ method: 'POST', url: '/api/chat/message', payload })
      expect([payload, answer.statusCode]).toEqual([payload, 400])
    }
  })

  test.skipIf(ARE_TWO)('is refused for a while when a chat sends too many', async () => {
    const shop = await aShop({ env: { LIMITS: 'on' } })
    const send = (chat: string) =>
      shop.inject({
        method: 'POST',
        url: '/api/chat/message',
        payload: { message: 'hi', sessionId: chatOf(chat) },
      })
    for (let count = 0; count < 20; count++) expect((await send('one')).statusCode).toBe(200)
    const refused = await send('one')
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await send('another')).statusCode).toBe(200)
  })
})

describe('a question nobody could answer', () => {
  test('is kept once in a chat, and the desk is told', async () => {
    const { shop, told: sent, list } = await aDesk()
    for (const text of ['May my dog come?', 'may my DOG come', 'Is there parking?'])
      await ask(shop, text)
    expect((await list()).map(({ text }: { text: string }) => text)).toEqual([
      'Is there parking?',
      'May my dog come?',
    ])
    expect(sent).toEqual([{ kind: 'questions' }, { kind: 'questions' }])
  })

  test('is none where it asks nothing', async () => {
    const { shop, list } = await aDesk()
    for (const text of ['lol', 'ok', 'no', 'when', '??'])
      expect(await ask(shop, text, `chat ${text}`)).toMatch(/^I didn’t quite understand that\./)
    expect(await list()).toEqual([])
  })

  test('fills the list neither from one chat nor from many', async () => {
    const { shop } = await aDesk()
    for (let count = 0; count < 12; count++) await ask(shop, `may dog number ${count} come along`)
    for (let chat = 0; chat < 70; chat++) await ask(shop, 'is there parking', `chat${chat}`)
    const rows = await shop.db.selectFrom('questions').select('session_id').execute()
    expect(rows.filter((row) => row.session_id === chatOf('ada'))).toHaveLength(
      MAX_QUESTIONS.ofChat,
    )
    expect(rows).toHaveLength(MAX_QUESTIONS.inAnHour)
    expect(await ask(shop, 'is there parking', 'late')).toContain('list of questions is full')
    shop.clock.now = new Date(shop.clock.now.getTime() + 61 * 60_000)
    expect(await ask(shop, 'is there parking', 'late')).toContain(
      'passed your question to the farmer',
    )
  })

  test('does not fill the list from one line of addresses, whatever its chat is', async () => {
    const shop = await aShop({ env: { LIMITS: 'on' } })
    const from = (host: string, chat: string) => {
      const payload = { message: `may number ${chat} come along`, sessionId: chatOf(chat) }
      return shop.inject({ method: 'POST', url: '/api/chat/message', payload, remoteAddress: host })
    }
    for (let host = 1; host <= 75; host++)
      await from(`2001:db8:0:7::${host.toString(16)}`, `line${host}`)
    const rows = await shop.db.selectFrom('questions').select('session_id').execute()
    expect(rows).toHaveLength(MAX_QUESTIONS.ofAddress)
    expect((await from('2001:db8:0:8::1', 'other')).json().message).toContain(
      'passed your question to the farmer',
    )
    shop.clock.now = new Date(shop.clock.now.getTime() + DAY + 1)
    await forgetQuestions(shop.shop)
    const addresses = await shop.db
      .selectFrom('questions')
      .select('address_key')
      .distinct()
      .execute()
    expect(addresses).toEqual([{ address_key: null }])
  })

  test('makes room by the oldest answered one, then one without an address, no other', async () => {
    const { shop, reply } = await aDesk()
    await ask(shop, 'may my dog come')
    await reply(1, 'Yes.')
    const rows = Array.from({ length: MAX_QUESTIONS.inAll - 1 }, (_, place) => ({
      session_id: chatOf('old'),
      text: 'Parking?',
      text_key: `parking ${place}`,
      email: place === 0 ? null : 'ada@example.com',
      asked_at: '2026-11-01T00:00:00.000Z',
      answered_at: null,
      reply: null,
    }))
    await write(shop.db, async (tx) => {
      for (let from = 0; from < rows.length; from += 200)
        await tx
          .insertInto('questions')
          .values(rows.slice(from, from + 200))
          .execute()
    })
    expect(await ask(shop, 'is there a restroom')).toContain('to the farmer')
    expect(await ask(shop, 'is there a wheelchair ramp', 'bo')).toContain('to the farmer')
    await write(shop.db, (tx) =>
      tx.updateTable('questions').set({ email: 'ada@example.com' }).execute(),
    )
    expect(await ask(shop, 'is there a high chair', 'cy')).toContain('is full')
    const { all } = await shop.db
      .selectFrom('questions')
      .select((row) => row.fn.countAll<number>().as('all'))
      .executeTakeFirstOrThrow()
    expect(Number(all)).toBe(MAX_QUESTIONS.inAll)
  })

  test('is forgotten half a year after its answer', async () => {
    const { shop, list, reply } = await aDesk()
    await ask(shop, 'may my dog come')
    await ask(shop, 'is there parking')
    await reply(1, 'Yes.')
    const later = (days: number) => ({
      ...shop.shop,
      now: () => new Date(shop.clock.now.getTime() + days * DAY),
    })
    await forgetQuestions(later(179))
    expect(await list()).toHaveLength(2)
    await forgetQuestions(later(181))
    expect((await list()).map(({ text }: { text: string }) => text)).toEqual(['is there parking'])
    await forgetQuestions(later(366))
    expect(await list()).toEqual([])
  })
})

describe('a reply for everyone', () => {
  test('is given to whoever asks the same, until its question is deleted', async () => {
    const { shop, call, reply, list } = await aDesk()
    await ask(shop, 'May my dog come?')
    await ask(shop, 'Is there a bouncy castle?')
    await reply(1, 'On a leash.', true)
    await reply(2, 'Only in May.')
    for (const text of ['can my dog come', 'Hi! May our dog come, too?', 'may my dog comme'])
      expect([text, await ask(shop, text, 'bo')]).toEqual([text, 'The farmer says: On a leash.'])
    expect(await ask(shop, 'may my cat come?', 'bo')).not.toContain('leash')
    expect(await ask(shop, 'is there a bouncy castle', 'bo')).not.toContain('May')
    expect((await list()).map(({ isShared }: { isShared: boolean }) => isShared)).toEqual([
      ...[false, false, false, true],
    ])
    await call('DELETE', '/api/questions/1')
    expect(await ask(shop, 'can my dog come', 'cy')).not.toContain('leash')
  })

  test('about one thing or day answers for no other', async () => {
    const { shop, reply } = await aDesk()
    for (const name of ['Hen Eggs', 'Hard Cheese']) await aProduct(shop.db, { name })
    await ask(shop, 'Do you take back old egg cartons?')
    await ask(shop, 'Will the llamas be there on Saturday?')
    for (const id of [1, 2]) await reply(id, 'Gladly.', true)
    expect(await ask(shop, 'do you take back old egg cartons', 'bo')).toContain('Gladly.')
    expect(await ask(shop, 'do you take back old cheese cartons', 'bo')).not.toContain('Gladly.')
    expect(await ask(shop, 'will the llamas be there saturday', 'bo')).toContain('Gladly.')
    expect(await ask(shop, 'will the llamas be there sunday', 'bo')).not.toContain('Gladly.')
  })

  test('is never one about allergens, nor a price', async () => {
    const { shop, reply } = await aDesk()
    await aProduct(shop.db, { name: 'Hen Eggs' })
    const questions = ['are the eggs safe for a nut allergy?', 'how much are eggs?']
    await write(shop.db, (tx) =>
      tx
        .insertInto('questions')
        .values(
          questions.map((text) => ({
            ...{ session_id: chatOf('old'), text, text_key: text, email: null, reply: null },
            ...{ asked_at: '2026-11-01T00:00:00.000Z', answered_at: null },
          })),
        )
        .execute(),
    )
    for (const id of [1, 2]) await reply(id, 'Trust me.', true)
    for (const text of questions) expect(await ask(shop, text)).not.toContain('Trust me.')
  })

  test('outlives the others, and makes no room for new questions', async () => {
    const { shop, list, reply } = await aDesk()
    await ask(shop, 'may my dog come')
    await reply(1, 'On a leash.', true)
    const now = () => new Date(shop.clock.now.getTime() + 400 * DAY)
    await forgetQuestions({ ...shop.shop, now })
    expect(await list()).toHaveLength(1)
    await write(shop.db, async (tx) => expect(await deleteLeastMissed(tx)).toBe(false))
  })
})

describe('a reply', () => {
  test('goes to the chat it was asked in, once, and into the history', async () => {
    const { shop, told: sent, list, reply } = await aDesk()
    await ask(shop, 'May my dog come?')
    const [first, second] = await Promise.all([reply(1, 'On a leash.'), reply(1, 'No.')])
    expect([first.statusCode, second.statusCode].sort()).toEqual([200, 409])
    const replies = sent.filter(({ kind }) => kind === 'chat-reply')
    const stored = (await list())[0].reply
    expect(replies).toEqual([
      {
        kind: 'chat-reply',
        sessionId: chatOf('ada'),
        message: `The farmer’s answer to “May my dog come?”: ${stored}`,
      },
    ])
    const audit = await shop.db
      .selectFrom('audit')
      .select(['action', 'subject', 'after'])
      .where('subject', '!=', 'desk')
      .execute()
    expect(audit).toEqual([{ action: 'answered', subject: 'question:1', after: { reply: stored } }])
  })

  test('goes by mail as well where an address was left, which is then forgotten', async () => {
    const letters: Letter[] = []
    const { shop, list, reply } = await aDesk()
    shop.shop.mail = { send: async (letter) => void letters.push(letter), close: () => {} }
    await ask(shop, 'May my <b>dog</b> come? ada@example.com')
    expect((await list())[0]).toMatchObject({ email: 'ada@example.com', mail: null })
    await reply(1, 'Yes, <i>on a leash</i>.')
    await shop.settled()
    await sendReplies(shop.shop)
    expect(letters).toMatchObject([{ to: 'ada@example.com', subject: 'An answer from the farm' }])
    expect(letters[0]?.text).toContain('Yes, <i>on a leash</i>.')
    expect(letters[0]?.html).toContain('Yes, &lt;i&gt;on a leash&lt;/i&gt;.')
    expect(`${letters[0]?.text}${letters[0]?.html}`).not.toContain('dog')
    expect((await list())[0]).toMatchObject({
      mail: 'sent',
      answeredAt: '2026-11-18T18:00:00.000Z',
    })
    const { email } = await shop.db
      .selectFrom('questions')
      .select('email')
      .executeTakeFirstOrThrow()
    expect(email).toBeNull()
  })

  test('waits while mail is not set up', async () => {
    const { shop, list, reply } = await aDesk()
    await ask(shop, 'May my dog come? ada@example.com')
    await reply(1, 'Yes.')
    await shop.settled()
    expect((await list())[0]).toMatchObject({ mail: 'waiting' })
  })

  test('is refused where there is no question, nothing to say, or a card number', async () => {
    const { shop, reply, call } = await aDesk()
    await ask(shop, 'May my dog come?')
    const statuses = [
      await reply(2, 'Yes.'),
      await reply(1, '  '),
      await reply(1, 'Use 4242 4242 4242 4242'),
    ]
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([404, 400, 400])
    expect((await call('DELETE', '/api/questions/7')).statusCode).toBe(404)
  })

  test('goes with its question, and the history keeps no word of the visitor', async () => {
    const { shop, list, call, reply } = await aDesk()
    await ask(shop, 'May my dog come? ada@example.com')
    await reply(1, 'Yes.')
    expect((await call('DELETE', '/api/questions/1')).statusCode).toBe(204)
    expect(await list()).toEqual([])
    expect(await shop.db.selectFrom('outbox').select('id').execute()).toEqual([])
    expect(JSON.stringify(await shop.db.selectFrom('audit').selectAll().execute())).not.toMatch(
      /dog|ada@/,
    )
  })

  test('goes with many others at once, and each leaves the same trace', async () => {
    const { shop, list, call } = await aDesk()
    for (const text of ['May my dog come?', 'Is there parking?', 'Is there a restroom?'])
      await ask(shop, text)
    const removed = await call('POST', '/api/questions/removals', { ids: [1, 3, 99] })
    expect([removed.statusCode, removed.json()]).toEqual([200, { removed: 2 }])
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([2])
    const trace = await shop.db
      .selectFrom('audit')
      .select(['action', 'subject'])
      .orderBy('subject')
      .execute()
    expect(
      trace.filter(({ action }) => action === 'deleted').map(({ subject }) => subject),
    ).toEqual(['question:1', 'question:3'])
    for (const ids of [[], ['1'], [0], 'all', Array.from({ length: 301 }, (_, n) => n + 1)])
      expect((await call('POST', '/api/questions/removals', { ids })).statusCode).toBe(400)
  })
})
