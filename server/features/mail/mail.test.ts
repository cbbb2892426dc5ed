import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ORDER_CANCELLED } from '#contract/money/refunds.ts'
import { parsePass } from '#contract/orders/pickup-pass.ts'
import { write } from '#server/db/write.ts'
import type { Letter, Mailer } from '#server/outside/mail.ts'
import { smtpMail } from '#server/outside/mail.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailServer, headerOf } from '#tests/a-mail-server.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'
import { composeMail } from './compose-mail.ts'
import type { MailFacts } from './mail-queries.ts'
import { sendMails } from './send-mails.ts'

const FROM = { name: 'Farmstand', address: 'orders@farm.example' }

async function aWritingShop(mailer: Mailer | null = null) {
  const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example' } })
  shop.shop.mail = mailer
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 700, stock: 100 })
  const buy = (more = {}) => aKeyedBuyer(shop).buy(orderBody([[eggs, 3]], more))
  const minutes = (count: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + count * 60_000)
  }
  const desk = atDesk(shop)
  const mails = async () => (await desk('GET', '/api/mails')).json()
  return { shop, desk, buy, minutes, mails }
}

const rows = (shop: AShop) =>
  shop.db
    .selectFrom('outbox')
    .select(['kind', 'attempts', 'sent_at', 'given_up_at'])
    .orderBy('id')
    .execute()

async function receiptOf(shop: AShop) {
  const order = shop.db.selectFrom('orders').select('receipt_secret')
  const { receipt_secret } = await order.executeTakeFirstOrThrow()
  return (await shop.inject({ url: `/api/receipts/${receipt_secret}` })).json()
}

const NO_SERVER = () => {
  throw new Error('no mail server')
}

test('without a mail server nothing is sent, and the desk reads what waits', async () => {
  const { shop, desk, buy, mails } = await aWritingShop()
  await buy({ notes: 'Ring twice' })
  await sendMails(shop.shop)
  const [mail] = await mails()
  expect(mail).toMatchObject({
    id: 1,
    orderId: 1,
    recipient: 'ada@example.com',
    state: 'waiting',
    sentAt: null,
  })
  expect(mail.subject).toBe('Test order: We received your order #1')
  expect(mail.text).toContain('Test order – no money was taken.')
  expect(mail.text).toContain('3 × Eggs: $21.00')
  expect(mail.text).toContain('Saturday, November 21, 9am to noon\nFarmers market\n')
  expect(mail.text).toMatch(/https:\/\/farm\.example\/o\/[\w-]{22}\n/)
  const notices = (await desk('GET', '/api/admin/notices')).json()
  expect(notices.mailConfigured).toBe(false)
})

test('a confirmation is sent by itself after the order, once', async () => {
  const server = await aMailServer()
  const { shop, buy, mails } = await aWritingShop(smtpMail({ url: server.url, from: FROM }))
  await buy()
  await shop.settled()
  await sendMails(shop.shop)
  expect(server.arrived.map((mail) => mail.to)).toEqual([['ada@example.com']])
  expect(headerOf(server.arrived[0], 'reply-to')).toBe(FROM.address)
  expect(server.arrived[0]?.raw).toMatch(/Content-ID: <code>[\s\S]*\r\nR0lGOD/)
  expect((await mails())[0]).toMatchObject({
    state: 'sent',
    sentAt: '2026-11-18T18:00:00.000Z',
    error: null,
  })
})

describe('a mail that the farmer sends again', () => {
  async function aMail() {
    const { letters, state, mailer } = aMailbox()
    const its = await aWritingShop(mailer)
    const resend = (id = 1) => its.desk('POST', `/api/mails/${id}/resend`)
    return { ...its, letters, state, resend }
  }

  test('after it was sent goes out once more, as a new message', async () => {
    const { shop, buy, letters, mails, resend } = await aMail()
    await buy()
    await shop.settled()
    const answer = await resend()
    expect([answer.statusCode, answer.json().subject]).toEqual([
      200,
      'Test order: We received your order #1',
    ])
    await shop.settled()
    expect(letters.map(({ text }) => text)).toEqual([letters[0]?.text, letters[0]?.text])
    expect(parsePass(letters[0]?.code ?? '')).toEqual({ id: 1, mark: (await receiptOf(shop)).mark })
    expect(letters[0]?.html).toContain('<img src="cid:code"')
    expect(new Set(letters.map(({ id }) => id)).size).toBe(2)
    expect(await mails()).toMatchObject([{ id: 1, state: 'sent' }])
  })

  test('after it was given up is the same message, with all its tries again', async () => {
    const { shop, buy, letters, state, mails, minutes, resend } = await aMail()
    state.says = NO_SERVER
    await buy()
    await shop.settled()
    for (let tries = 0; tries < 12; tries++) {
      minutes(24 * 60)
      await sendMails(shop.shop)
    }
    const { uuid } = await shop.db.selectFrom('outbox').select('uuid').executeTakeFirstOrThrow()
    expect(await mails()).toMatchObject([{ state: 'given-up' }])
    await resend()
    await shop.settled()
    expect(await mails()).toMatchObject([{ state: 'failing' }])
    state.says = () => {}
    minutes(2)
    await sendMails(shop.shop)
    expect(letters.map(({ id }) => id)).toEqual([uuid])
  })

  test('while it is on its way stays on its way; one that is not there is not there', async () => {
    const { buy, resend, state, shop } = await aMail()
    state.says = NO_SERVER
    await buy()
    await shop.settled()
    expect([(await resend()).statusCode, (await resend(2)).statusCode]).toEqual([409, 404])
    expect(await rows(shop)).toMatchObject([{ attempts: 1 }])
  })
})

describe('a mail of a test order', () => {
  test('holds nothing that its buyer typed', async () => {
    const { letters, mailer } = aMailbox()
    const { shop, desk, buy } = await aWritingShop(mailer)
    const typed = { customerName: 'BUYMYPILLS', notes: 'CLICKHERE', customerPhone: '605 555 0100' }
    const address = { address: 'EVILSTREET 1', city: 'SPAMTOWN', state: 'SD', zipCode: '57747' }
    await buy({
      ...typed,
      deliveryMethod: 'shipping',
      pickupLocation: null,
      shippingAddress: address,
    })
    await desk('PUT', '/api/orders/1/status', { status: 'cancelled' })
    await shop.settled()
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Test order: We received your order #1',
      'Test order: Your order #1 was canceled',
    ])
    for (const { subject, text, html } of letters) {
      expect(`${subject} ${text} ${html}`).not.toMatch(
        /BUYMYPILLS|CLICKHERE|605 555 0100|EVILSTREET|SPAMTOWN/,
      )
    }
  })
})

test('a mail of a test order to the door says of its address what can carry no message', async () => {
  const { letters, mailer } = aMailbox()
  const { shop, buy } = await aWritingShop(mailer)
  for (const [address, said] of [
    ['12 EVILSTREET', 'We’ll deliver it to 12 … SD 57747 (your receipt has the whole address).'],
    ['EVILSTREET 12', 'We’ll deliver it to … SD 57747 (your receipt has the whole address).'],
  ] as const) {
    const shippingAddress = { address, city: 'SPAMTOWN', state: 'SD', zipCode: '57747' }
    await buy({ deliveryMethod: 'shipping', pickupLocation: null, shippingAddress })
    await shop.settled()
    const letter = letters.at(-1)
    expect(letter?.text).toContain(said)
    expect(letter?.html).toContain(said)
    expect(`${letter?.text} ${letter?.html}`).not.toMatch(/EVILSTREET|SPAMTOWN/)
  }
})

describe('a mail that cannot be sent', () => {
  test('is tried again after growing pauses, and given up after three days', async () => {
    const { state, mailer, letters } = aMailbox()
    const { shop, buy, minutes, mails } = await aWritingShop(mailer)
    state.says = NO_SERVER
    await buy()
    await shop.settled()
    for (const pause of [1, 5, 15, 60, 360, 720, 1440, 1440]) {
      const [before] = await rows(shop)
      minutes(pause - 0.5)
      await sendMails(shop.shop)
      expect((await rows(shop))[0]).toEqual(before)
      minutes(0.5)
      await sendMails(shop.shop)
      expect((await rows(shop))[0]?.attempts).toBe(Number(before?.attempts) + 1)
    }
    const [mail] = await mails()
    expect(mail).toMatchObject({ state: 'given-up', error: 'no mail server' })
    state.says = () => {}
    minutes(10_000)
    await sendMails(shop.shop)
    expect(letters).toEqual([])
  })

  test('does not hold up the mails of others', async () => {
    const { mailer, letters } = aMailbox()
    const refusing: Mailer = {
      ...mailer,
      send: async (letter) => {
        if (letter.to === 'gone@example.com') throw new Error('550 no such person')
        await mailer.send(letter)
      },
    }
    const { shop, buy } = await aWritingShop(refusing)
    await buy({ customerEmail: 'gone@example.com' })
    await buy()
    await shop.settled()
    expect(letters.map(({ to }) => to)).toEqual(['ada@example.com'])
  })
})

describe('a mail that was begun and not marked', () => {
  test.each(['hangs up', 'works'] as const)(
    'is the same message when it is sent again (the server %s)',
    async (mood) => {
      const server = await aMailServer()
      const { shop, buy, minutes } = await aWritingShop()
      await buy()
      const mailer = smtpMail({ url: server.url, from: FROM })
      server.state.mood = mood
      // The process dies after the server accepted the mail, before it is marked as sent.
      const crash = {
        ...mailer,
        send: async (letter: Letter) => mailer.send(letter).then(() => new Promise(() => {})),
      }
      shop.shop.mail = crash as Mailer
      void sendMails(shop.shop).catch(() => undefined)
      await expect.poll(() => server.arrived.length).toBe(1)
      server.state.mood = 'works'
      const restarted = { ...shop.shop, mail: mailer }
      await sendMails(restarted)
      if (mood === 'works') expect(server.arrived).toHaveLength(1)
      minutes(3)
      await sendMails(restarted)
      minutes(3)
      await sendMails(restarted)
      expect(server.arrived).toHaveLength(2)
      const ids = server.arrived.map((mail) => headerOf(mail, 'message-id'))
      expect(new Set(ids).size).toBe(1)
      const [first, second] = server.arrived.map((mail) =>
        mail.raw.replace(/(?:--_NmP\S*|boundary=\S*|^Date:.*$)/gm, ''),
      )
      expect(second).toBe(first)
      expect(await rows(shop)).toMatchObject([
        { kind: 'order_confirmed', sent_at: expect.any(String) },
      ])
    },
  )

  test('is taken by one process only, however many are at it', async () => {
    const { mailer, letters } = aMailbox()
    const { shop, buy } = await aWritingShop()
    for (let count = 0; count < 5; count++) await buy({ customerEmail: `ada${count}@example.com` })
    const processes = Array.from({ length: 4 }, () => ({ ...shop.shop, mail: mailer }))
    await Promise.all(processes.map((process) => sendMails(process)))
    expect(letters.map(({ to }) => to).sort()).toEqual(
      [0, 1, 2, 3, 4].map((count) => `ada${count}@example.com`),
    )
    expect((await rows(shop)).every((row) => row.sent_at !== null && row.attempts === 1)).toBe(true)
  })
})

test('one person gets ten mails in a day, the others follow the day after', async () => {
  const { mailer, letters } = aMailbox()
  const { shop, buy, minutes, mails } = await aWritingShop(mailer)
  for (let count = 0; count < 12; count++)
    await buy({ customerEmail: count % 2 ? 'ada@example.com' : 'ADA@example.com' })
  await buy({ customerEmail: 'bo@example.com' })
  await shop.settled()
  await sendMails(shop.shop)
  expect(letters).toHaveLength(11)
  expect((await mails())[1]).toMatchObject({
    state: 'failing',
    error: 'On hold: too many emails to one address today.',
  })
  minutes(24 * 60 + 1)
  await sendMails(shop.shop)
  expect(letters).toHaveLength(13)
})

test('an order’s mail is queued once, however often it is told of', async () => {
  const { shop, buy } = await aWritingShop()
  await buy()
  const { queueMail } = await import('./outbox.ts')
  await write(shop.db, (tx) =>
    queueMail(tx, { kind: 'order_confirmed', orderId: 1 }, shop.clock.now),
  )
  expect(await rows(shop)).toHaveLength(1)
})

describe('the words of a mail', () => {
  const facts = (order: Partial<MailFacts['order']>, more: Partial<MailFacts> = {}): MailFacts => ({
    kind: 'order_confirmed',
    at: '2026-11-18T18:00:00.000Z',
    destination: { place: null, day: null },
    livemode: true,
    balance: null,
    givenBack: 0 as never,
    refund: null,
    ...{ changes: [], change: null, message: '' },
    items: [
      {
        order_id: 7,
        product_id: 1,
        name: 'Eggs & <b>ham</b>',
        category: 'Farm Eggs',
        quantity: 2,
        returned: 0,
        ...{ returned_cents: 0, changed: 0, changed_cents: 0 },
        ...{ weigh_unit: null, weigh_cents: null, weigh_to: null, snap: false, tax_bp: 0 },
        unit_cents: 500 as never,
      },
    ],
    order: {
      id: 7,
      customer_name: 'Ada',
      status: 'pending',
      delivery_method: 'shipping',
      delivery_cents: 500 as never,
      delivery_tax_bp: 0,
      total_cents: 1500 as never,
      shipping_address: {
        address: '1 <Main> St',
        city: 'Hot Springs',
        state: 'SD',
        zipCode: '57747',
      },
      pickup_location: null,
      pickup_date: null,
      packed_with: null,
      receipt_secret: 'abc',
      ...order,
    } as MailFacts['order'],
    ...more,
  })
  const settings = [
    { key: 'contact_phone' as const, value: '(605) 555-0134' },
    { key: 'business_address' as const, value: 'Hot Springs, SD' },
  ]
  const farm = { settings, linkOrigin: 'https://farm.example' }

  test('greet a real buyer, say where the goods go and what was paid', () => {
    expect(composeMail(facts({}), farm).text).toBe(
      [
        'Hi Ada, thanks for your order #7!',
        'We’ll deliver it to 1 <Main> St, Hot Springs, SD 57747.',
        'We’ll call or email to set your delivery day.',
        '2 × Eggs & <b>ham</b>: $10.00\nDelivery: $5.00\nTotal: $15.00',
        'Your receipt:\nhttps://farm.example/o/abc',
        'Order the same again: https://farm.example/o/abc#again',
        'Questions? Reply to this email or call (605) 555-0134.',
        'Farmstand, Hot Springs, SD\n',
      ].join('\n\n'),
    )
    expect(composeMail(facts({}), farm).html).toContain(
      'We’ll deliver it to 1 &lt;Main&gt; St, Hot Springs, SD 57747.',
    )
  })

  test('are signed with the name that the farm has', () => {
    const own = { key: 'farm_name' as const, value: 'Miller & Sons' }
    const { text, html } = composeMail(facts({}), { ...farm, settings: [own, ...settings] })
    expect(text).toMatch(/\n\nMiller & Sons, Hot Springs, SD\n$/)
    expect(html).toContain('Miller &amp; Sons, Hot Springs, SD')
  })

  test('leave out the phone and the address that nobody has said', () => {
    const { text } = composeMail(facts({}), { ...farm, settings: [] })
    expect(text).toMatch(/\n\nQuestions\? Reply to this email\.\n\nFarmstand\n$/)
  })

  test('tell why money comes back, and when', () => {
    const refund = { amount_cents: 250, reason: 'Two eggs were cracked' }
    const { subject, text } = composeMail(facts({}, { kind: 'refunded', refund }), farm)
    expect(subject).toBe('Refund for order #7')
    expect(text).toContain(
      'we refunded $2.50 of the $15.00 you paid for order #7 to the card you used.',
    )
    expect(text).toContain('Reason: Two eggs were cracked.')
  })

  test.each([
    ['The road is closed', 'Reason: The road is closed.\n\n'],
    [ORDER_CANCELLED, ''],
  ])('say of a cancelled order first that it was (%s)', (reason, said) => {
    const refund = { amount_cents: 1500, reason }
    const mail = composeMail(facts({ status: 'cancelled' }, { kind: 'refunded', refund }), farm)
    expect(mail.subject).toBe('Your order #7 was canceled')
    const money =
      'We refunded your full payment of $15.00 to the card you used. Your bank may take five to ten days to show it.'
    expect(mail.text).toContain(
      `Hi Ada, your order #7 was canceled.\n\n${said}Nothing will be delivered.\n\n${money}\n\n`,
    )
    const rest = { kind: 'refunded' as const, refund: { amount_cents: 250, reason } }
    const { text } = composeMail(facts({ status: 'cancelled' }, rest), farm)
    expect(text).toContain('We refunded $2.50 to the card you used.')
  })

  test.each([
    ['refunded', {}],
    ['changed', { change: { refunded_cents: 250, lines: [] } }],
    ['cancelled', { givenBack: 250 }],
    ['cancelled', {}],
    ['changed', { change: { refunded_cents: 0, lines: [], to_day_id: 1 } }],
  ])('speak of no money that moves where none was taken (%s)', (kind, more) => {
    const refund = kind === 'refunded' ? { amount_cents: 250, reason: 'Cracked' } : null
    const until = { cancel_until: '2026-11-20T18:00:00.000Z', disputed_at: null }
    const mail = { kind, refund, ...more } as Partial<MailFacts>
    const money = /we(?:’ll)? refund|your card|card you used|your bank|on its way/i
    const real = composeMail(facts(until, mail), farm)
    expect(`${real.text}${real.html}`).toMatch(money)
    const { text, html } = composeMail(facts(until, { ...mail, livemode: false }), farm)
    expect(`${text}${html}`).not.toMatch(money)
    expect(text).toContain('Test order – no money was taken.')
  })

  test('say that goods by weight cost at most what stands there, until they are weighed', () => {
    const byWeight = { weigh_unit: 'lb', weigh_cents: 600, weigh_to: 4000 }
    const items = ['Ham', 'Squash', 'Eggs'].map((name, index) => ({
      ...(facts({}).items[0] as MailFacts['items'][number]),
      ...(index < 2 ? byWeight : {}),
      ...{ product_id: index, name, quantity: 1 },
    })) as MailFacts['items']
    const textOf = (lines: MailFacts['items'], more: Partial<MailFacts> = {}) =>
      composeMail(facts({}, { ...more, items: lines }), farm).text
    expect(textOf(items)).toContain(
      'The prices for Ham and Squash are based on the most they can weigh. Once we weigh them, we’ll refund the difference to your card.',
    )
    expect(textOf(items.slice(1))).toContain(
      'The price for Squash is based on the most it can weigh. Once we weigh it, we’ll refund the difference to your card.',
    )
    const balance = { worth: 1500, paid: 0, due: 1500, ways: [] }
    for (const more of [{ livemode: false }, { balance }])
      expect(textOf(items.slice(1), more)).toContain(
        'The price for Squash is based on the most it can weigh. You pay for what it weighs.',
      )
    const weighed = items.map((item) => ({ ...item, thousandths: 3850, weighed_cents: 2310 }))
    for (const none of [weighed, items.slice(2), items.map((item) => ({ ...item, changed: -1 }))])
      expect(textOf(none)).not.toContain('may weigh')
  })

  test('never become HTML, whatever a buyer or the farmer typed', () => {
    const tags = (html: string) =>
      html.match(/<\/?[a-z][^>]*>/gi)?.map((tag) => tag.replace(/ .*/, ''))
    const plain = tags(composeMail(facts({ customer_name: 'Ada' }), farm).html)
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'b', '/', ' ', '=') }),
        (name) => {
          const named = facts({ customer_name: name })
          const items = named.items.map((item) => ({ ...item, name }))
          expect(tags(composeMail({ ...named, items }, farm).html)).toEqual(plain)
        },
      ),
    )
  })
})
