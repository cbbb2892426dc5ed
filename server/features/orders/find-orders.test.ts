import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aKeyedBuyer, BY_DELIVERY, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { fillWithOrders } from '#tests/many-orders.ts'

async function aWeekOfOrders() {
  const shop = await aShop({ now: '2026-11-13T18:00:00.000Z' })
  const eggs = await aProduct(shop.db, { price: 2000, stock: 50 })
  const buy = async (at: string, customerName: string, customerEmail: string, more = {}) => {
    shop.clock.now = new Date(at)
    const bought = await aKeyedBuyer(shop).buy(
      orderBody([[eggs, 1]], { customerName, customerEmail, ...more }),
    )
    expect(bought.statusCode).toBe(201)
  }
  await buy('2026-11-13T18:00:00.000Z', 'Marta Lindqvist', 'marta@example.com', {
    customerPhone: '(605) 555-0134',
  })
  await buy('2026-11-16T06:59:59.000Z', 'Zoë O’Brien', 'zoe.brien@example.org', {
    pickupLocation: 'farm_store',
  })
  await buy('2026-11-16T07:00:00.000Z', 'Jo Marten', 'JO@Example.com', {
    customerPhone: '+1 605.555.0177',
    ...BY_DELIVERY,
  })
  await buy('2026-11-18T18:00:00.000Z', 'Ng A', 'n.g@example.com')
  const desk = atSettledDesk(shop)
  const found = async (query: string) => {
    const answer = await desk('GET', `/api/orders?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return (answer.json() as { id: number }[]).map((order) => order.id)
  }
  return { shop, desk, found }
}

describe('orders are found', () => {
  test('by number, by the beginnings of words of a name, and by email, whatever the case and the accents', async () => {
    const { found } = await aWeekOfOrders()
    const wanted: Record<string, number[]> = {
      '2': [2],
      '#2': [2],
      '99': [],
      '9999999999': [],
      mart: [3, 1],
      '0134': [1],
      '555-0134': [1],
      '(605) 555-0134': [1],
      '+1 605 555 0134': [1],
      '6055550177': [3],
      '#0134': [],
      '5550': [],
      'MARTA lind': [1],
      'lindqvist marta': [1],
      zoe: [2],
      zoë: [2],
      'o’brien': [2],
      brien: [2],
      'jo@example.com': [3],
      'jo@ex': [3],
      'zoe.brien': [2],
      example: [],
      artha: [],
      a: [4],
      '%': [],
      "' or 1=1": [],
      '': [4, 3, 2, 1],
    }
    for (const [text, ids] of Object.entries(wanted))
      expect(await found(new URLSearchParams({ text }).toString()), text).toEqual(ids)
  })

  test('by status, by what waits to be packed, by place, by pickup day and by the farm’s day of the order', async () => {
    const { desk, found } = await aWeekOfOrders()
    await desk('PUT', '/api/orders/1/status', { status: 'delivered' })
    await desk('PUT', '/api/orders/2/status', { status: 'processing' })
    expect(await found('status=delivered')).toEqual([1])
    expect(await found('status=to-pack')).toEqual([4, 3, 2])
    expect(await found('place=farm_store')).toEqual([2])
    expect(await found('place=delivery')).toEqual([3])
    expect(await found('pickupDate=2026-11-14')).toEqual([1])
    expect(await found('pickupBefore=2026-11-21')).toEqual([1])
    expect(await found('pickupDate=none')).toEqual([3])
    expect((await desk('GET', '/api/orders/filters')).json().withoutDay).toBe(1)
    expect(await found('pickupDate=2026-11-21')).toEqual([4, 2])
    expect(await found('orderedFrom=2026-11-15&orderedUntil=2026-11-15')).toEqual([2])
    expect(await found('orderedFrom=2026-11-16')).toEqual([4, 3])
    expect(await found('orderedUntil=2026-11-15')).toEqual([2, 1])
    expect(await found('orderedFrom=2026-11-17&orderedUntil=2026-11-15')).toEqual([])
    expect(await found('text=mart&status=to-pack&place=delivery')).toEqual([3])
  })

  test('by places of the farmer’s own, also given up ones, by zones, and by the day of a delivery', async () => {
    const { shop, desk, found } = await aWeekOfOrders()
    const place = (key: string, kind: 'pickup' | 'delivery', retired_at: string | null) => ({
      ...{ key, kind, name: key, map_url: null, zips: null, position: 9, retired_at },
    })
    await write(shop.db, async (tx) => {
      const given = place('fair', 'pickup', '2026-11-20T00:00:00.000Z')
      const empty = place('nowhere', 'pickup', '2026-11-20T00:00:00.000Z')
      const places = [given, empty, place('custer', 'delivery', null)]
      const ids = (await tx.insertInto('places').values(places).returning('id').execute()).map(
        ({ id }) => id,
      )
      const at = { day: '2026-11-25', opens: '09:00', closes: '12:00', by_hand: true }
      const instants = { opens_at: '2026-11-25T16:00:00.000Z', order_until: '2026-11-24T00:00:00Z' }
      const day = (place_id = 0) => ({
        ...{ ...at, ...instants, place_id, closes_at: '2026-11-25T19:00:00.000Z' },
        ...{ capacity: null, rule_id: null },
      })
      const made = tx.insertInto('market_days').values([day(ids[0]), day(ids[2])])
      const [fair, custer] = (await made.returning('id').execute()).map(({ id }) => id)
      const pickup = { pickup_location: 'fair', pickup_date: '2026-11-25', market_day_id: fair }
      await tx.updateTable('orders').set(pickup).where('id', '=', 1).execute()
      const zone = { market_day_id: custer ?? null }
      await tx.updateTable('orders').set(zone).where('id', '=', 3).execute()
    })
    expect(await found('place=fair')).toEqual([1])
    expect(await found('place=custer')).toEqual([3])
    expect(await found('place=delivery')).toEqual([3])
    expect(await found('pickupDate=2026-11-25')).toEqual([3, 1])
    expect(await found('pickupDate=2026-11-25&place=custer&status=to-pack')).toEqual([3])
    const { places, days, withoutDay } = (await desk('GET', '/api/orders/filters')).json()
    expect(days).toEqual([
      {
        day: '2026-11-21',
        count: 2,
        places: [
          { key: 'farmers_market', count: 1 },
          { key: 'farm_store', count: 1 },
        ],
      },
      {
        day: '2026-11-25',
        count: 2,
        places: [
          { key: 'fair', count: 1 },
          { key: 'custer', count: 1 },
        ],
      },
    ])
    for (const { day, count } of days) expect(await found(`pickupDate=${day}`)).toHaveLength(count)
    await desk('PUT', '/api/orders/1/status', { status: 'cancelled' })
    await desk('PUT', '/api/orders/4/status', { status: 'cancelled' })
    const standing = (await desk('GET', '/api/orders/filters')).json()
    expect(standing.days).toEqual([
      { day: '2026-11-21', count: 1, places: [{ key: 'farm_store', count: 1 }] },
      { day: '2026-11-25', count: 1, places: [{ key: 'custer', count: 1 }] },
    ])
    expect(await found('pickupBefore=2026-11-25')).toEqual([4, 2])
    expect([withoutDay, await found('pickupDate=none')]).toEqual([0, []])
    expect(
      places.map(({ key, isRetired }: { key: string; isRetired: boolean }) => [key, isRetired]),
    ).toEqual([
      ['farmers_market', false],
      ['farm_store', false],
      ['delivery', false],
      ['fair', true],
      ['custer', false],
    ])
  })

  test('as to pack until they are handed over, whatever their status says', async () => {
    const { desk, found } = await aWeekOfOrders()
    await desk('PUT', '/api/orders/4/collected', { collected: true })
    expect(await found('status=to-pack')).toEqual([3, 2, 1])
    expect(await found('status=delivered')).toEqual([4])
    await desk('PUT', '/api/orders/4/status', { status: 'processing' })
    expect(await found('status=to-pack')).toEqual([3, 2, 1])
  })

  test('that need attention: taken back to the bank, or with a refund that failed', async () => {
    const { shop, found } = await aWeekOfOrders()
    expect(await found('status=needs-attention')).toEqual([])
    await write(shop.db, async (tx) => {
      const at = '2026-11-18T18:00:00.000Z'
      await tx.updateTable('orders').set({ disputed_at: at }).where('id', '=', 1).execute()
      const payment = tx.selectFrom('payments').select('id').where('order_id', '=', 3)
      const { id } = await payment.executeTakeFirstOrThrow()
      const refund = {
        id: 'r',
        payment_id: id,
        amount_cents: 1 as never,
        reason: 'Late',
        restock: false,
      }
      const failed = {
        state: 'failed' as const,
        provider_refund_id: null,
        error_message: 'No',
        created_at: at,
      }
      await tx
        .insertInto('refunds')
        .values({ ...refund, ...failed })
        .execute()
    })
    expect(await found('status=needs-attention')).toEqual([3, 1])
  })

  test('and a filter that makes no sense is refused in words', async () => {
    const { desk } = await aWeekOfOrders()
    for (const query of [
      ...['status=eaten', 'place=moon', 'pickupDate=2026-02-30', 'pickupDate=next'],
      ...['orderedFrom=20261118', 'orderedUntil=2026-13-01', 'limit=0', 'limit=501', 'limit=1e2'],
      ...['before=x', `text=${'a'.repeat(101)}`, 'text=%00', 'colour=red'],
    ]) {
      const answer = await desk('GET', `/api/orders?${query}`)
      expect([answer.statusCode, answer.body.length > 5], query).toEqual([400, true])
    }
  })

  test('by whole phone numbers and their ends in any spelling, addresses, notes of buyer and farm, and products', async () => {
    const { shop, desk, found } = await aWeekOfOrders()
    const beets = await aProduct(shop.db, { name: 'Ruby Beets', price: 400 })
    await aKeyedBuyer(shop).buy(
      orderBody([[beets, 1]], {
        ...{ customerName: 'Cy Berg', customerEmail: 'cy@example.com', notes: 'Gate code Café 9' },
        ...{ customerPhone: '605.555.1003 ext. 12', pickupName: 'Grandma Rosa' },
      }),
    )
    await desk('PUT', '/api/orders/4/farm-note', { farmNote: 'Owes us a jar' })
    const wanted: Record<string, number[]> = {
      '605-555-1003': [5],
      '(605) 555 1003': [5],
      '1 605 555 1003 ext 12': [5],
      '+16055551003': [5],
      '1003': [5],
      '#1003': [],
      'cy 605-555-1003': [5],
      'marta 605-555-1003': [],
      'berg 1003': [5],
      'river st': [3],
      '12 river hot springs 57747': [3],
      '57747': [3],
      'gate cafe': [5],
      rosa: [5],
      jar: [4],
      beets: [5],
      'ruby bee': [5],
      'cy beets': [5],
      'marta beets': [],
      farm: [4, 3, 2, 1],
    }
    for (const [text, ids] of Object.entries(wanted))
      expect(await found(new URLSearchParams({ text }).toString()), text).toEqual(ids)
    await desk('PUT', '/api/orders/4/farm-note', { farmNote: null })
    expect(await found('text=jar')).toEqual([])
    const { revision } = (await desk('GET', '/api/orders/5')).json()
    await desk('PUT', '/api/orders/5/contact', { revision, phone: '605 555 2222', notes: '' })
    expect(await found('text=2222')).toEqual([5])
    expect(await found('text=555-1003')).toEqual([])
    expect(await found('text=gate')).toEqual([])
  })

  test('together with all that is in their box, by the number or the goods of any of it', async () => {
    const { shop, desk, found } = await aWeekOfOrders()
    const beets = await aProduct(shop.db, { name: 'Ruby Beets', price: 400 })
    const add = async (to: number, customerName: string) => {
      await aKeyedBuyer(shop).buy(orderBody([[beets, 1]], { customerName }))
      const { id } = await shop.db
        .selectFrom('orders')
        .select((row) => row.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
      const same = shop.db.selectFrom('orders').select('market_day_id').where('id', '=', to)
      await write(shop.db, (tx) =>
        tx
          .updateTable('orders')
          .set({ packed_with: to, market_day_id: same })
          .where('id', '=', id)
          .execute(),
      )
    }
    await add(4, 'Bo Holm')
    await add(4, 'Di Falk')
    for (const text of ['4', '#5', '6', 'n.g@example.com', 'beets', 'falk'])
      expect(await found(new URLSearchParams({ text }).toString()), text).toEqual([6, 5, 4])
    expect(await found('text=beets&limit=2')).toEqual([6, 5])
    expect(await found('text=beets&limit=2&before=5')).toEqual([4])
    const sum = (await desk('GET', '/api/orders/found?text=4')).json()
    expect([sum.count, sum.worth]).toEqual([3, 28])
    await desk('PUT', '/api/orders/6/status', { status: 'cancelled' })
    expect(await found('text=4')).toEqual([5, 4])
    expect(await found('text=6')).toEqual([6])
  })
})

describe('what a filter found', () => {
  test('is counted, and added up after refunds; cancelled orders are worth nothing', async () => {
    const { desk } = await aWeekOfOrders()
    const sum = async (query: string) => (await desk('GET', `/api/orders/found?${query}`)).json()
    const all = { count: 4, cancelled: 0, isMore: false }
    expect(await sum('')).toEqual({ ...all, worth: 85, refunded: 0 })
    await desk('POST', '/api/orders/1/refunds', { amount: 2.5, reason: 'Late' })
    await desk('PUT', '/api/orders/2/status', { status: 'cancelled' })
    expect(await sum('')).toEqual({ ...all, cancelled: 1, worth: 62.5, refunded: 22.5 })
    expect(await sum('text=marta')).toEqual({ ...all, count: 1, worth: 17.5, refunded: 2.5 })
    expect(await sum('text=nobody')).toEqual({ ...all, count: 0, worth: 0, refunded: 0 })
    expect((await desk('GET', '/api/orders/found?place=moon')).statusCode).toBe(400)
  })
})

describe('packing order', () => {
  test('is by market day, place and name, page after page, wherever an order stands meanwhile', async () => {
    const { desk, found } = await aWeekOfOrders()
    // 1: the 14th; 2: store, 21st, Zoë; 3: delivery; 4: market, 21st, Ng.
    expect(await found('sort=packing')).toEqual([1, 4, 2, 3])
    expect(await found('sort=packing&limit=2')).toEqual([1, 4])
    expect(await found('sort=packing&limit=2&before=4')).toEqual([2, 3])
    expect(await found('sort=packing&pickupDate=2026-11-21')).toEqual([4, 2])
    await desk('PUT', '/api/orders/4/status', { status: 'delivered' })
    expect(await found('sort=packing&status=to-pack&before=4')).toEqual([2, 3])
    expect((await desk('GET', '/api/orders?sort=size')).statusCode).toBe(400)
  })
})

describe('pages', () => {
  test('of a filter follow each other by their links, without a gap and without an order twice', async () => {
    const { shop, desk } = await aWeekOfOrders()
    const { id } = await shop.db.selectFrom('products').select('id').executeTakeFirstOrThrow()
    await fillWithOrders(shop.db, 130, new Date('2026-11-12T18:00:00.000Z'), [id])
    const all = await shop.db
      .selectFrom('orders')
      .select('id')
      .where('pickup_location', '=', 'farmers_market')
      .orderBy('id')
      .execute()
    const seen: number[] = []
    for (let next: string | undefined = '/api/orders?place=farmers_market&limit=20'; next; ) {
      const answer = await desk('GET', next)
      seen.push(...(answer.json() as { id: number }[]).map((order) => order.id))
      next = /^<(.+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.toSorted((one, other) => one - other)).toEqual(all.map((order) => order.id))
  })

  test('keep the order of orders of one and the same moment', async () => {
    const { shop, found } = await aWeekOfOrders()
    const at = { created_at: '2026-11-18T18:00:00.000Z' }
    await write(shop.db, (tx) => tx.updateTable('orders').set(at).execute())
    expect(await found('limit=2')).toEqual([4, 3])
    expect(await found('limit=2&before=3')).toEqual([2, 1])
  })

  test('after an order that is not there are refused', async () => {
    const { desk } = await aWeekOfOrders()
    expect((await desk('GET', '/api/orders?before=99')).statusCode).toBe(404)
  })
})
