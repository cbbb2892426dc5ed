import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { fillDays } from '#server/features/calendar/fill-days.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aCrowd, aNewsletter, KEY, POSTAL_ADDRESS, pathIn } from '#tests/a-newsletter.ts'
import { aProduct } from '#tests/a-shop.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'
import { composeLetter, readBlocks, readLinks } from './compose-letter.ts'
import { sendLetters } from './send-letters.ts'

const LETTER = { postalAddress: POSTAL_ADDRESS, pictures: {} }
const FARM = { settings: [], linkOrigin: 'https://farm.example' }

describe('a letter', () => {
  test('goes to everybody who is subscribed, one mail each with a way out of their own, and to nobody else', async () => {
    const its = await aNewsletter()
    await its.subscribed('ada@example.com', 'bo@example.com', 'cy@example.com')
    await its.subscribe('pending@example.com')
    const { leave_secret } = await its.shop.db
      .selectFrom('subscribers')
      .selectAll()
      .where('email_key', '=', 'cy@example.com')
      .executeTakeFirstOrThrow()
    await its.post(`/newsletter/unsubscribe/${leave_secret}`)
    its.letters.length = 0
    expect((await its.send()).json()).toMatchObject({ recipients: 2 })
    await its.shop.settled()
    expect(its.letters.map(({ to }) => to)).toEqual(['ada@example.com', 'bo@example.com'])
    const ways = its.letters.map((letter) => pathIn(letter, 'unsubscribe'))
    expect(new Set(ways).size).toBe(2)
    expect(its.letters.map(({ leaveUrl }) => leaveUrl)).toEqual(
      ways.map((path) => `https://farm.example${path}`),
    )
    expect(its.letters[0]?.html).toContain(ways[0])
    expect(its.letters[0]?.html).not.toContain(ways[1])
    expect((await its.shown()).letters).toMatchObject([
      { subject: 'Fresh eggs', recipients: 2, sent: 2, failed: 0 },
    ])
    expect((await its.shown()).letters[0].doneAt).not.toBe(null)
  })

  test('is sent once, however often the button is pressed', async () => {
    const its = await aNewsletter()
    await its.subscribed('ada@example.com')
    const answers = await Promise.all([its.send(), its.send(), its.send()])
    await its.shop.settled()
    const again = await its.send()
    await its.shop.settled()
    await its.rounds(3)
    expect([...answers, again].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(new Set([...answers, again].map((answer) => answer.json().id)).size).toBe(1)
    expect(its.letters).toHaveLength(1)
    const history = await its.shop.db
      .selectFrom('audit')
      .selectAll()
      .where('subject', '=', 'letter')
      .execute()
    expect(history).toHaveLength(1)
  })

  test('with other words under the same key is refused, not dropped in silence', async () => {
    const its = await aNewsletter()
    await its.subscribed('ada@example.com')
    await its.send()
    const other = await its.send({ body: 'Come soon.' })
    expect([other.statusCode, other.body]).toEqual([
      409,
      expect.stringMatching(/^This newsletter was already sent/),
    ])
  })

  test('needs a mail server and somebody to read it', async () => {
    const its = await aNewsletter()
    const alone = await its.send()
    expect([alone.statusCode, alone.body]).toEqual([409, 'Nobody has subscribed yet.'])
    its.shop.shop.mail = null
    const mute = await its.send()
    expect([mute.statusCode, mute.body]).toEqual([
      409,
      expect.stringMatching(/^Email is not set up/),
    ])
    expect((await its.shown()).letters).toEqual([])
  })

  test('that is wrong is refused with the name of the field', async () => {
    const its = await aNewsletter()
    const headers = { accept: 'application/json' }
    for (const [wrong, field] of [
      [{ subject: '' }, 'subject'],
      [{ subject: 'x'.repeat(151) }, 'subject'],
      [{ subject: 'a\0b' }, 'subject'],
      [{ body: '   ' }, 'body'],
      [{ body: 'x'.repeat(20_001) }, 'body'],
      [{ key: 'x' }, 'key'],
    ] as const) {
      const payload = { key: KEY, subject: 'Hello', body: 'Eggs', ...wrong }
      const url = '/api/newsletter/letters'
      const answer = await its.atDesk({ method: 'POST', url, headers, payload })
      expect([payload, answer.statusCode, answer.json().field]).toEqual([payload, 400, field])
    }
  })

  test('is not sent to who leaves, or is forgotten, while it is going out', async () => {
    const its = await aNewsletter()
    await its.subscribed('ada@example.com', 'bo@example.com', 'cy@example.com')
    const rows = await its.shop.db.selectFrom('subscribers').selectAll().orderBy('id').execute()
    its.state.says = async ({ to }) => {
      if (to !== 'ada@example.com') return
      await its.shop.inject({
        method: 'POST',
        url: `/newsletter/unsubscribe/${rows[1]?.leave_secret}`,
      })
      const url = '/api/newsletter/subscribers?email=cy%40example.com'
      await its.atDesk({ method: 'DELETE', url })
    }
    await its.send()
    await its.shop.settled()
    expect(its.letters.map(({ to }) => to)).toEqual(['ada@example.com'])
    expect((await its.shown()).letters).toMatchObject([
      { recipients: 3, sent: 1, failed: 0, skipped: 2 },
    ])
    const mails = await its.shop.db.selectFrom('outbox').selectAll().execute()
    expect(JSON.stringify(mails)).not.toContain('@')
  })

  test('that a crash broke off goes on, and nobody gets it twice', async () => {
    const its = await aNewsletter()
    await aCrowd(its, 20)
    const { promise: crashed, reject } = Promise.withResolvers<void>()
    crashed.catch(() => {})
    onTestFinished(() => reject(new Error('the end')))
    let isWaiting = false
    its.state.says = () => {
      isWaiting = its.letters.length === 7
      return isWaiting ? crashed : undefined
    }
    await its.send().then(() => expect.poll(() => isWaiting).toBe(true))
    // Another process takes over; the eighth was claimed and may have gone out.
    its.state.says = () => {}
    const restarted = { ...its.shop.shop }
    await sendLetters(restarted)
    expect(its.letters).toHaveLength(19)
    its.pass(3)
    await sendLetters(restarted)
    expect(its.letters.map(({ to }) => to).sort()).toEqual(
      Array.from({ length: 20 }, (_, at) => `p${at}@example.com`).sort(),
    )
    expect((await its.shown()).letters).toMatchObject([{ sent: 20, failed: 0 }])
  })

  test('that a crash broke off while it was queued is queued to its end, each mail once', async () => {
    const its = await aNewsletter()
    await aCrowd(its, 600)
    its.shop.shop.later = async () => {}
    await its.send()
    let batches = 0
    const now = () => {
      if (++batches === 2) throw new Error('the end')
      return its.shop.clock.now
    }
    await expect(sendLetters({ ...its.shop.shop, now })).rejects.toThrow('the end')
    const queued = () => its.shop.db.selectFrom('outbox').select('subscriber_id').execute()
    expect(await queued()).toHaveLength(250)
    await its.rounds()
    expect(new Set((await queued()).map((row) => row.subscriber_id)).size).toBe(600)
    expect(await queued()).toHaveLength(600)
  })

  test.skipIf(isShortOnPostgres())('goes out at a hundred a minute at most', async () => {
    const its = await aNewsletter()
    await aCrowd(its, 350)
    await its.send()
    await its.shop.settled()
    const counts = [its.letters.length]
    for (let minute = 0; minute < 4; minute++) {
      await its.rounds()
      counts.push(its.letters.length)
    }
    expect(counts).toEqual([100, 200, 300, 350, 350])
  })

  test('waits while the mail server is away, and is told as failed where an address never takes it', async () => {
    const its = await aNewsletter()
    await its.subscribed('ada@example.com', 'gone@example.com', 'bo@example.com')
    let isAway = true
    its.state.says = ({ to }) => {
      if (isAway || to === 'gone@example.com') throw new Error('550 not here')
    }
    await its.send()
    await its.shop.settled()
    expect(its.letters).toEqual([])
    isAway = false
    for (let hour = 0; hour < 100; hour++) {
      its.pass(60)
      await sendLetters(its.shop.shop)
    }
    expect(its.letters.map(({ to }) => to)).toEqual(['ada@example.com', 'bo@example.com'])
    expect((await its.shown()).letters).toMatchObject([
      { sent: 2, failed: 1, doneAt: expect.any(String) },
    ])
  })

  test('never keeps an order’s mail waiting', async () => {
    const its = await aNewsletter()
    await aCrowd(its, 200)
    const eggs = await aProduct(its.shop.db)
    let bought: Promise<unknown> | null = null
    its.state.says = async ({ to }) => {
      if (to === 'p3@example.com') bought = aKeyedBuyer(its.shop).buy(orderBody([[eggs, 1]]))
      if (to === 'p4@example.com')
        await expect.poll(() => its.letters.some((one) => one.to === 'ada@example.com')).toBe(true)
    }
    await its.send()
    await its.shop.settled()
    await bought
    const orders = its.letters.findIndex(({ to }) => to === 'ada@example.com')
    expect(orders).toBeLessThan(6)
  })
})

describe('a test of a letter', () => {
  const sendTest = (its: Awaited<ReturnType<typeof aNewsletter>>) =>
    its.atDesk({
      method: 'POST',
      url: '/api/newsletter/test',
      headers: { accept: 'application/json' },
      payload: { subject: 'Fresh', body: 'Eggs', to: 'me@farm.example' },
    })

  test('goes to one address at once, looks like the letter and leads nobody out', async () => {
    const its = await aNewsletter()
    await its.subscribed('ada@example.com')
    expect((await sendTest(its)).statusCode).toBe(204)
    expect(its.letters).toMatchObject([{ to: 'me@farm.example', subject: 'Test: Fresh' }])
    await its.post(pathIn(its.letters[0], 'unsubscribe'))
    expect(await its.states()).toEqual({ 'ada@example.com': 'subscribed' })
  })

  test('says in words what the mail server has against it', async () => {
    const its = await aNewsletter()
    its.state.says = () => {
      throw new Error('550 Nobody here by that name')
    }
    const answer = await sendTest(its)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The mail server refused it: 550 Nobody here by that name',
    ])
  })
})

describe('the draft', () => {
  test('tells of what is in the shop, what is new and what runs out first, and when to pick it up', async () => {
    const its = await aNewsletter()
    const long = '2026-01-01T00:00:00.000Z'
    await aProduct(its.shop.db, { name: 'Kale', category: 'Vegetables', price: 250 })
    await aProduct(its.shop.db, { name: 'Beets', category: 'Vegetables', price: 400, stock: 3 })
    await aProduct(its.shop.db, { name: 'Chard, bunch', category: 'Vegetables', price: 300 })
    await aProduct(its.shop.db, { name: 'Leek', category: 'Vegetables', stock: 0 })
    await write(its.shop.db, (tx) =>
      tx.updateTable('products').set({ created_at: long, unit: 'bunch' }).execute(),
    )
    its.shop.clock.now = new Date('2026-11-05T18:00:00.000Z')
    await aProduct(its.shop.db, { name: 'Eggs', price: 700 })
    its.shop.clock.now = new Date('2026-11-13T18:00:00.000Z')
    // The shop opened after this date, so its days start later; fill them in.
    await fillDays(its.shop.shop)
    const { subject, body } = (await its.atDesk({ url: '/api/newsletter/draft' })).json()
    expect(subject).toBe('Fresh for Saturday, November 14')
    expect(body.split('\n\n').slice(2, 5)).toEqual([
      '# Farm Eggs\n- Eggs: $7.00 (new)',
      '# Vegetables\n- Beets: $4.00 / bunch (only 3 left)\n- Kale: $2.50 / bunch\n- Chard, bunch: $3.00',
      '# Pick it up on Saturday, November 14',
    ])
  })
})

describe('the form of a letter', () => {
  test('knows headings, lists, paragraphs and links, in text and in HTML', () => {
    const body =
      'Hello,\nfriends.\n\n# Eggs\n- Brown: $5\n- White (see https://farm.example/e?a=1&b=2).\n\nBye'
    expect(readBlocks(body)).toEqual([
      { kind: 'paragraph', lines: ['Hello,', 'friends.'] },
      { kind: 'heading', text: 'Eggs' },
      { kind: 'list', lines: ['Brown: $5', 'White (see https://farm.example/e?a=1&b=2).'] },
      { kind: 'paragraph', lines: ['Bye'] },
    ])
    const { text, html } = composeLetter(
      { ...LETTER, subject: 'S', body },
      FARM,
      'https://farm.example/newsletter/unsubscribe/x',
    )
    expect(text).toContain('Eggs\n\n- Brown: $5\n- White (see https://farm.example/e?a=1&b=2).')
    expect(html).toContain('href="https://farm.example/e?a=1&amp;b=2"')
    expect(text).toContain('Unsubscribe:\nhttps://farm.example/newsletter/unsubscribe/x')
  })

  test('loses no word and makes no tag of one, whatever is typed', () => {
    const piece = fc.constantFrom(
      '<b>',
      '"',
      "'",
      '&',
      'https://a.example/',
      '\n',
      '\n\n',
      '# ',
      '- ',
      'eggs ',
      ')',
      '.',
      'javascript:',
      '<script>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const body = pieces.join('')
        const { html } = composeLetter(
          { ...LETTER, subject: body, body },
          FARM,
          'https://farm.example/x',
        )
        const tags = new Set(
          html.match(/<\/?[a-z!][a-z0-9]*/gi)?.map((tag) => tag.replace(/[</]/g, '')),
        )
        const allowed = new Set([
          '!doctype',
          'html',
          'head',
          'meta',
          'title',
          'body',
          'div',
          'h1',
          'h2',
          'ul',
          'li',
          'p',
          'br',
          'a',
        ])
        expect([...tags].filter((tag) => !allowed.has(tag))).toEqual([])
        expect(html.match(/href="(?!https?:\/\/)/)).toBe(null)
        for (const line of body.split('\n'))
          expect(
            readLinks(line)
              .map(({ text }) => text)
              .join(''),
          ).toBe(line)
      }),
    )
  })
})

test('a draft names the farmer’s own next day and place, and none where there is no day', async () => {
  const its = await aNewsletter()
  const { db } = its.shop
  await write(db, (tx) =>
    tx
      .updateTable('market_days')
      .set({ state: 'closed' })
      .where('day', '=', '2026-11-21')
      .execute(),
  )
  const draft = async () => (await its.atDesk({ url: '/api/newsletter/draft' })).json()
  expect((await draft()).subject).toBe('Fresh for Saturday, November 28')
  await write(db, (tx) => tx.updateTable('market_days').set({ state: 'closed' }).execute())
  expect((await draft()).subject).toBe('Fresh from the farm')
  expect((await draft()).body).not.toContain('Pick it up')
})
