import { expect, test } from 'vitest'
import { DAY } from '#contract/time/durations.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { whereStands } from '#tests/every-row.ts'

const MISTYPED = {
  customerName: 'Wilma Quakenbush',
  customerEmail: 'quakenbush@exmaple.example',
  customerPhone: '605 555 0777',
  notes: 'Ring twice',
}

async function anOrder() {
  const { mailer, letters } = aMailbox()
  const shop = await aShop()
  shop.shop.mail = mailer
  const eggs = await aProduct(shop.db, { name: 'Eggs', stock: 30, price: 2500 })
  const { id, receiptUrl } = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]], MISTYPED))).json()
  await shop.settled()
  const ask = atSettledDesk(shop)
  return {
    shop,
    letters,
    ask,
    detail: async () => (await ask('GET', `/api/orders/${id}`)).json(),
    receipt: async () =>
      (await ask('GET', `/api/receipts/${receiptUrl.replace('/o/', '')}`)).json(),
    found: async (text: string) => (await ask('GET', `/api/orders?text=${text}`)).json().length,
    mend: (contact: object) => ask('PUT', `/api/orders/${id}/contact`, contact),
  }
}

test('a corrected address is the one that is found, read and written to', async () => {
  const { letters, detail, receipt, found, mend } = await anOrder()
  const { revision } = await detail()
  const contact = { name: 'Wilma Quackenbush', email: 'quackenbush@example.com' }
  const answer = await mend({ ...contact, revision })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    {
      customerName: contact.name,
      customerEmail: contact.email,
      customerPhone: MISTYPED.customerPhone,
      notes: MISTYPED.notes,
      revision: revision + 1,
    },
  ])
  expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
    [MISTYPED.customerEmail, expect.stringContaining('order #1')],
    [contact.email, expect.stringContaining('order #1')],
  ])
  expect(await Promise.all(['quakenbush', MISTYPED.customerEmail].map(found))).toEqual([0, 0])
  expect(await Promise.all(['quackenbush', contact.email].map(found))).toEqual([1, 1])
  expect(await receipt()).toMatchObject({
    customerName: contact.name,
    confirmation: { to: 'q…h@example.com', state: 'sent' },
  })
})

test('a mail that waits goes to the corrected address, and the same call again sends no other', async () => {
  const { shop, letters, detail, mend } = await anOrder()
  shop.shop.mail = null
  const { revision } = await detail()
  const requested = { email: 'quackenbush@example.com', revision }
  await mend({ phone: '605 555 0778', revision })
  await mend({ ...requested, revision: revision + 1 })
  await mend({ ...requested, revision: revision + 1 })
  const { revision: after } = await detail()
  expect(after).toBe(revision + 2)
  const waiting = await shop.db
    .selectFrom('outbox')
    .select('recipient')
    .where('sent_at', 'is', null)
    .execute()
  expect(waiting).toEqual([{ recipient: requested.email }])
  expect(letters).toHaveLength(1)
})

test('the history says what was corrected, and neither the old nor the new of it', async () => {
  const { shop, detail, mend } = await anOrder()
  await mend({ name: 'Zora Zebulon', notes: '', revision: (await detail()).revision })
  const { history, notes } = await detail()
  expect(notes).toBeNull()
  expect(history.at(-1)).toMatchObject({ kind: 'contact', by: 'desk', reason: 'name and notes' })
  const entries = await shop.db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify(entries)).not.toMatch(/Zebulon|Quakenbush|Ring twice/)
})

test('a contact is refused with a sentence at its field, and nothing is lost', async () => {
  const { detail, mend } = await anOrder()
  const before = await detail()
  const { revision } = before
  const requested: [object, number, object][] = [
    [{ email: 'quackenbush@', revision }, 400, { field: 'email' }],
    [{ name: ' ', revision }, 400, { field: 'name', message: 'Please enter a name.' }],
    [{ phone: '4242 4242 4242 4242', revision }, 400, { code: 'card-number-in-text' }],
    [{ notes: 'x'.repeat(2001), revision }, 400, { field: 'notes' }],
    [{ name: 'Wilma' }, 400, { field: 'revision' }],
    [{ name: 'Wilma', revision: revision + 1 }, 409, { code: 'changed-meanwhile' }],
  ]
  for (const [contact, status, body] of requested) {
    const answer = await mend(contact)
    expect([answer.statusCode, answer.json()]).toMatchObject([status, body])
  }
  expect(await detail()).toEqual(before)
})

test('who was erased stays erased, and of a corrected contact nothing is left', async () => {
  const { shop, ask, detail, mend } = await anOrder()
  const { revision } = await detail()
  await mend({ name: 'Zora Zebulon', email: 'zebulon@example.com', revision })
  await ask('PUT', '/api/orders/1/status', { status: 'cancelled' })
  shop.clock.now = new Date(shop.clock.now.getTime() + 200 * DAY)
  const erased = await ask('DELETE', '/api/orders/1/person')
  expect(erased.statusCode).toBe(200)
  const refused = await mend({ name: 'Zora Zebulon', revision: erased.json().revision })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'person-forgotten'])
  const text = ['Zebulon', MISTYPED.customerName, MISTYPED.customerEmail]
  expect(await whereStands(shop, text)).toEqual([])
})
