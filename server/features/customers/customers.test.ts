import { describe, expect, test } from 'vitest'
import type { CustomerDetail } from '#contract/orders/customers.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'
import { whereStands } from '#tests/every-row.ts'

const KATE = { customerName: 'Kate Byrne', customerEmail: 'kate@example.com' }
const PHONE = '(605) 555-0118'

/** A shop with eggs at $5.00 and pickles at $8.00; `call` and `buy` place orders for the next Saturday. */
async function aDesk() {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { name: 'Farm Eggs', price: 500, stock: 50 })
  const pickles = await aProduct(shop.db, { name: 'Dill Pickles', price: 800, stock: 50 })
  const ask = atDesk(shop)
  const day = await shop.db.selectFrom('market_days').select('id').orderBy('id').executeTakeFirst()
  const call = async (person: object, units: [eggs: number, pickles: number]) => {
    const items = [eggs, pickles].flatMap(({ id, price }, index) =>
      units[index] ? [{ productId: id, quantity: units[index], price }] : [],
    )
    const total = items.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
    const draft = { id: crypto.randomUUID(), marketDayId: day?.id, items, total, paidBy: null }
    return (await ask('POST', '/api/desk/orders', { ...draft, ...person })).json().id as number
  }
  const buy = async (person: Record<string, unknown>, units: number) =>
    (await aKeyedBuyer(shop).buy(orderBody([[eggs, units]], person))).json().id as number
  const found = async (text: string) =>
    (await ask('GET', `/api/customers?${new URLSearchParams({ text })}`)).json()
  const show = async (id: number): Promise<CustomerDetail> =>
    (await ask('GET', `/api/customers/${id}`)).json()
  return { shop, ask, call, buy, found, show }
}

const namesOf = (list: { name: string; orders: number }[]) =>
  list.map(({ name, orders }) => [name, orders])

describe('a customer', () => {
  test('is whoever orders by one email in any spelling of case, and by its phone number without one', async () => {
    const { buy, call, found, show } = await aDesk()
    await buy({ ...KATE, customerPhone: PHONE }, 2)
    await buy({ ...KATE, customerEmail: 'Kate@Example.com', customerName: 'K. Byrne' }, 1)
    const third = await call({ customerName: 'Kate Byrne', customerPhone: '605.555.0118' }, [2, 1])
    await call({ customerName: 'Kate Lindqvist', customerPhone: '605 555 0173' }, [1, 0])
    await call({ customerName: 'Nobody' }, [1, 0])
    expect(namesOf(await found('kat'))).toEqual([
      ['Kate Lindqvist', 1],
      ['Kate Byrne', 3],
    ])
    expect(namesOf(await found('0118'))).toEqual([['Kate Byrne', 3]])
    expect(namesOf(await found('kate@ex'))).toEqual([['Kate Byrne', 3]])
    expect(namesOf(await found('eggs'))).toEqual([])
    expect(namesOf(await found('%'))).toEqual([])
    expect(namesOf(await found(''))).toEqual([
      ['Kate Lindqvist', 1],
      ['Kate Byrne', 3],
    ])
    expect(await show(third)).toMatchObject({
      ...{ id: third, email: 'Kate@Example.com', phone: '605.555.0118', orders: 3 },
      ...{ spent: 15, owes: 18, noShows: 0, note: null },
      usual: [
        { name: 'Farm Eggs', units: 2, orders: 3, of: 3 },
        { name: 'Dill Pickles', units: 1, orders: 1, of: 3 },
      ],
    })
    expect((await show(1)).history.map(({ id }) => id)).toEqual([third, 2, 1])
  })

  test('who shares a phone number with another address stays apart, and a call is of who gave it last', async () => {
    const { buy, call, show } = await aDesk()
    await buy({ ...KATE, customerPhone: PHONE }, 1)
    await buy({ customerEmail: 'tom@example.com', customerName: 'Tom', customerPhone: PHONE }, 1)
    const called = await call({ customerName: 'Tom', customerPhone: PHONE }, [1, 0])
    expect([(await show(1)).orders, (await show(2)).orders, (await show(called)).email]).toEqual([
      ...[1, 2, 'tom@example.com'],
    ])
  })

  test('pays and owes by what stands: cancelled orders are not counted, money kept is', async () => {
    const { ask, call, show } = await aDesk()
    const [one, two] = [await call({ ...KATE }, [2, 0]), await call({ ...KATE }, [1, 0])]
    await ask('POST', `/api/orders/${one}/tenders`, {
      ...{ id: crypto.randomUUID(), kind: 'taken', way: 'Cash', amount: 4 },
    })
    await ask('PUT', `/api/orders/${two}/status`, { status: 'cancelled' })
    expect(await show(two)).toMatchObject({ orders: 1, spent: 4, owes: 6 })
  })
})

describe('what the farmer says of a customer', () => {
  test('is one note for all their orders, which somebody else’s newer words are not lost to', async () => {
    const { ask, buy, show } = await aDesk()
    const [one, two] = [await buy(KATE, 1), await buy(KATE, 1)]
    const put = (id: number, note: string, base: string | null) =>
      ask('PUT', `/api/customers/${id}/note`, { note, base: { note: base } })
    expect((await put(one, 'Likes small eggs', null)).json().note).toBe('Likes small eggs')
    expect((await show(two)).note).toBe('Likes small eggs')
    const late = await put(two, 'Parks by the bank', null)
    expect([late.statusCode, late.json().code]).toEqual([409, 'changed-meanwhile'])
    expect((await put(two, '', 'Likes small eggs')).json().note).toBeNull()
    const card = await put(one, 'card 4242 4242 4242 4242', null)
    expect(card.json().code).toBe('card-number-in-text')
  })

  test('that two are one joins their orders and notes, also for orders to come', async () => {
    const { ask, buy, call, found, show } = await aDesk()
    const web = await buy(KATE, 1)
    const phone = await call({ customerName: 'Kate B', customerPhone: PHONE }, [1, 0])
    await ask('PUT', `/api/customers/${web}/note`, { note: 'Small eggs' })
    await ask('PUT', `/api/customers/${phone}/note`, { note: 'Rings twice' })
    const merged = await ask('POST', `/api/customers/${phone}/merge`, { with: web })
    expect(merged.json()).toMatchObject({
      isMerged: true,
      orders: 2,
      note: 'Rings twice\nSmall eggs',
    })
    await call({ customerName: 'Kate B', customerPhone: PHONE }, [1, 0])
    expect(namesOf(await found('kate'))).toEqual([['Kate B', 3]])
    expect((await show(web)).orders).toBe(3)
    const split = await ask('POST', `/api/customers/${phone}/merge`, { with: null })
    expect(split.json()).toMatchObject({ email: '', orders: 2, isMerged: false })
    expect(await show(web)).toMatchObject({ orders: 1, note: 'Rings twice\nSmall eggs' })
    const nobody = await call({ customerName: 'No name' }, [1, 0])
    const refused = await ask('POST', `/api/customers/${web}/merge`, { with: nobody })
    expect([refused.statusCode, refused.json().field]).toEqual([400, 'with'])
    expect((await ask('GET', '/api/customers/999')).statusCode).toBe(404)
  })
})

test('who gives another one’s phone number has nothing of theirs erased or noted', async () => {
  const { shop, ask, call, buy, show } = await aDesk()
  const ada = await call({ customerName: 'Ada', customerPhone: PHONE }, [1, 0])
  const eve = { customerName: 'Eve', customerEmail: 'eve@example.com', customerPhone: PHONE }
  const bought = await buy(eve, 1)
  const called = await call({ customerName: 'EVE', customerPhone: PHONE }, [1, 0])
  expect((await show(bought)).orders).toBe(3)
  for (const id of [ada, called, bought])
    await ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
  shop.clock.now = new Date(shop.clock.now.getTime() + 300 * 24 * 60 * 60_000)
  const erased = (await ask('DELETE', `/api/customers/${bought}`)).json()
  expect(erased).toEqual({
    erased: [called, bought],
    kept: [{ id: ada, message: expect.stringMatching(/same phone number/) }],
  })
  expect(await show(ada)).toMatchObject({ name: 'Ada', history: [{ id: ada }] })
})

describe('a file of customers', () => {
  const FILE =
    'First name,Last name,Phone number,E-mail,Notes\n' +
    'Kate,Byrne,605 555 0118,Kate@Example.com,Small eggs\n' +
    'Tom,Lee,,tom@example.com,\n' +
    'Kate,Again,(605) 555-0118,,\n' +
    ',,605 555 0199,,\n' +
    'Nobody,Reachable,,,\n' +
    'Bad,Mail,,bad@,\n'

  const load = async (desk: Awaited<ReturnType<typeof aDesk>>, more: object = {}) => {
    const { plan } = (await desk.ask('POST', '/api/customers/import', { csv: FILE })).json()
    const body = { csv: FILE, plan, apply: true, skipRefused: true, ...more }
    return desk.ask('POST', '/api/customers/import', body)
  }

  test('is looked at first, then adds whom it names, each once', async () => {
    const desk = await aDesk()
    const looked = (await desk.ask('POST', '/api/customers/import', { csv: FILE })).json()
    expect(looked.rows.map((row: Record<string, string>) => [row.who, row.outcome])).toEqual([
      ...[
        ['Kate Byrne', 'added'],
        ['Tom Lee', 'added'],
        ['Kate Again', 'refused'],
      ],
      ...[
        ['605 555 0199', 'refused'],
        ['Nobody Reachable', 'refused'],
        ['Bad Mail', 'refused'],
      ],
    ])
    expect(await desk.found('')).toEqual([])
    expect((await load(desk, { skipRefused: false })).statusCode).toBe(400)
    expect((await load(desk)).json().applied).toBe(true)
    expect((await load(desk, { plan: 'another' })).statusCode).toBe(409)
    const again = (await load(desk)).json()
    expect(again.rows.map((row: { outcome: string }) => row.outcome).slice(0, 2)).toEqual([
      ...['unchanged', 'unchanged'],
    ])
    expect(await desk.found('0118')).toEqual([
      expect.objectContaining({ id: null, name: 'Kate Byrne', email: 'Kate@Example.com' }),
    ])
    expect(namesOf(await desk.found(''))).toEqual([
      ['Kate Byrne', 0],
      ['Tom Lee', 0],
    ])
    const card = await desk.ask('POST', '/api/customers/import', {
      csv: 'Name,Phone,Note\nAda,605 555 0101,4242 4242 4242 4242\n',
    })
    expect([card.statusCode, card.json().code]).toEqual([400, 'card-number-in-text'])
  })

  test('is what is known of somebody until they order, and their note from then on', async () => {
    const desk = await aDesk()
    await load(desk)
    const called = await desk.call({ customerName: 'Kate B', customerPhone: '6055550118' }, [1, 0])
    const bought = await desk.buy({ customerName: 'K.', customerEmail: 'kate@example.com' }, 1)
    expect(namesOf(await desk.found('kate'))).toEqual([['K.', 2]])
    expect(await desk.show(called)).toMatchObject({ note: 'Small eggs', orders: 2 })
    expect((await desk.show(bought)).history).toHaveLength(2)
  })

  test('keeps nothing of whoever is erased, with an order and without', async () => {
    const desk = await aDesk()
    await load(desk)
    const forget = (query: string) => desk.ask('DELETE', `/api/customers?${query}`)
    expect((await forget('email=tom@example.com')).statusCode).toBe(204)
    expect((await forget('email=tom@example.com')).statusCode).toBe(404)
    expect((await forget('')).statusCode).toBe(404)
    expect(await whereStands(desk.shop, ['Tom Lee', 'tom@'])).toEqual([])
    const id = await desk.call({ customerName: 'Kate B', customerPhone: '6055550118' }, [1, 0])
    expect((await forget('phone=6055550118')).statusCode).toBe(404)
    await desk.ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
    desk.shop.clock.now = new Date(desk.shop.clock.now.getTime() + 30 * 24 * 60 * 60_000)
    expect((await desk.ask('DELETE', `/api/customers/${id}`)).json().erased).toEqual([id])
    expect(await whereStands(desk.shop, ['Byrne', 'kate@', 'Small eggs', '8110555506'])).toEqual([])
  })
})

test('a customer is erased from each order that is done with, and the note with the last one', async () => {
  const { shop, ask, call, found } = await aDesk()
  const person = { ...KATE, customerPhone: PHONE }
  const [one, two] = [await call(person, [1, 0]), await call(person, [1, 0])]
  await ask('PUT', `/api/customers/${one}/note`, { note: 'Turquoise barn' })
  await ask('POST', `/api/customers/${one}/merge`, { with: two })
  for (const id of [one, two]) await ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
  const early = (await ask('DELETE', `/api/customers/${one}`)).json()
  expect(early).toEqual({
    erased: [],
    kept: [two, one].map((id) => ({ id, message: 'This order’s market day is not over yet.' })),
  })
  shop.clock.now = new Date(shop.clock.now.getTime() + 30 * 24 * 60 * 60_000)
  await ask('DELETE', `/api/orders/${one}/person`)
  expect(namesOf(await found('kate'))).toEqual([['Kate Byrne', 0]])
  expect(await whereStands(shop, ['Turquoise'])).not.toEqual([])
  const done = (await ask('DELETE', `/api/customers/${two}`)).json()
  expect(done).toEqual({ erased: [two], kept: [] })
  expect(await found('kate')).toEqual([])
  expect(await whereStands(shop, ['Turquoise', 'kate@', '8110555506'])).toEqual([])
})
