import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { calendarText, escapeText } from '#server/features/calendar/icalendar.ts'
import { aKeyedBuyer, BY_DELIVERY, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'

async function aPickup({
  now = '2026-11-18T18:00:00.000Z',
  more = {},
}: {
  now?: string
  more?: object
} = {}) {
  const shop = await aShop({ now, env: { PUBLIC_URL: 'https://farm.example' } })
  const eggs = await aProduct(shop.db, { price: 2500 })
  const { receiptUrl } = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]], { ...more }))).json()
  const fetchCalendar = () => shop.inject({ url: `${receiptUrl}/pickup.ics` })
  return { shop, receiptUrl, desk: atSettledDesk(shop), fetchCalendar }
}

const unfold = (text: string) => text.replaceAll('\r\n ', '')

describe('the calendar entry of a pickup', () => {
  test('names the place, the hours in UTC and the receipt', async () => {
    const more = { pickupLocation: 'farm_store', pickupName: 'Sam, Lee' }
    const { shop, receiptUrl, desk, fetchCalendar } = await aPickup({ more })
    const store = await shop.db
      .selectFrom('places')
      .select('id')
      .where('key', '=', 'farm_store')
      .executeTakeFirstOrThrow()
    const address = '1 Farm Rd; Hot Springs, SD'
    const moved = await desk('PUT', `/api/places/${store.id}`, { address })
    expect(moved.statusCode).toBe(200)
    await desk('POST', '/api/settings', { key: 'pickup_note', value: 'Park\nbehind.' })
    const answer = await fetchCalendar()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="farmstand-order-1.ics"',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(unfold(answer.body).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Farmstand//Pickup//EN',
      'BEGIN:VEVENT',
      `UID:order-1@${shop.shop.id}`,
      'SEQUENCE:1',
      'DTSTAMP:20261118T180000Z',
      'DTSTART:20261121T210000Z',
      'DTEND:20261122T000000Z',
      'SUMMARY:Pick up Farmstand order #1',
      'LOCATION:Farm store\\, 1 Farm Rd\\; Hot Springs\\, SD',
      'DESCRIPTION:Sam\\, Lee will pick it up.\\nPark\\nbehind.\\n' +
        'Map: https://www.google.com/maps/dir/?api=1&destination=1%20Farm%20Rd%3B%20Hot%20Springs%2C%20SD\\n' +
        `Your receipt: https://farm.example${receiptUrl}`,
      `URL:https://farm.example${receiptUrl}`,
      ...['-PT1H', '-PT12H'].flatMap((trigger) => [
        ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Your order'],
        ...[`TRIGGER:${trigger}`, 'END:VALARM'],
      ]),
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
    expect((await fetchCalendar()).body).toBe(answer.body)
  })

  test('is called after the farm', async () => {
    const { desk, fetchCalendar } = await aPickup()
    await desk('POST', '/api/settings', { key: 'farm_name', value: 'Miller, Sons; Hens' })
    expect((await fetchCalendar()).body).toContain(
      'SUMMARY:Pick up Miller\\, Sons\\; Hens order #1\r\n',
    )
  })

  test.skipIf(isShortOnPostgres()).each([
    [
      'winter',
      'farmers_market',
      '2026-11-18T18:00:00.000Z',
      '20261121T160000Z',
      '20261121T190000Z',
    ],
    [
      'summer',
      'farmers_market',
      '2027-07-07T18:00:00.000Z',
      '20270710T150000Z',
      '20270710T180000Z',
    ],
    ['summer', 'farm_store', '2027-07-07T18:00:00.000Z', '20270710T200000Z', '20270710T230000Z'],
    [
      'the day before the clocks change',
      'farm_store',
      '2027-03-11T18:00:00.000Z',
      '20270313T210000Z',
      '20270314T000000Z',
    ],
  ])('stands at the farm’s hours: %s, %s', async (_, pickupLocation, now, from, until) => {
    const { fetchCalendar } = await aPickup({ now, more: { pickupLocation } })
    expect((await fetchCalendar()).body).toContain(`DTSTART:${from}\r\nDTEND:${until}\r\n`)
  })

  test('is not there for a delivery without a day', async () => {
    const { fetchCalendar } = await aPickup({ more: BY_DELIVERY })
    expect((await fetchCalendar()).statusCode).toBe(404)
  })

  test('is there for a delivery on a day, at the buyer’s address', async () => {
    const { shop, fetchCalendar } = await aPickup({ more: BY_DELIVERY })
    await write(shop.db, async (tx) => {
      await tx.updateTable('orders').set({ market_day_id: 1 }).execute()
    })
    const text = unfold((await fetchCalendar()).body)
    expect(text).toContain('SUMMARY:Delivery of Farmstand order #1\r\n')
    expect(text).toContain('LOCATION:12 River St\\, Hot Springs\\, SD 57747\r\n')
  })

  test('says for 30 days that the order was cancelled, and replaces the entry before', async () => {
    const { shop, desk, fetchCalendar } = await aPickup()
    shop.clock.now = new Date('2026-11-18T18:05:00.000Z')
    await desk('PUT', '/api/orders/1/status', { status: 'cancelled' })
    const { body } = await fetchCalendar()
    expect(body).toContain('SEQUENCE:1\r\nDTSTAMP:20261118T180500Z\r\n')
    expect(body).toContain('STATUS:CANCELLED\r\n')
    shop.clock.now = new Date('2026-12-18T18:05:01.000Z')
    const answer = await fetchCalendar()
    expect([answer.statusCode, answer.body]).toEqual([
      404,
      'There is nothing to pick up for this order.',
    ])
  })

  test('is replaced when the hours of its day, or its place’s address, are changed', async () => {
    const { shop, desk, fetchCalendar } = await aPickup()
    const change = async (url: string, payload: object) => {
      shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
      const answer = await desk('PUT', url, payload)
      expect(answer.statusCode, answer.body).toBe(200)
      return unfold((await fetchCalendar()).body)
    }
    expect(await change('/api/market-days/1', { capacity: 9 })).toContain('SEQUENCE:0\r\n')
    const later = await change('/api/market-days/1', { opens: '10:00', base: { opens: '09:00' } })
    expect(later).toContain('SEQUENCE:1\r\nDTSTAMP:20261118T180200Z\r\nDTSTART:20261121T170000Z')
    const there = await change('/api/places/1', { address: '9 Barn Rd' })
    expect(there).toContain('SEQUENCE:2\r\nDTSTAMP:20261118T180300Z\r\n')
    expect(there).toContain('LOCATION:Farmers market\\, 9 Barn Rd\r\n')
    await desk('POST', '/api/settings', { key: 'time_zone', value: 'America/New_York' })
    // Same wall-clock time, different instant.
    const moved = await change('/api/market-days/1', { opens: '10:00' })
    expect(moved).toContain('SEQUENCE:3\r\nDTSTAMP:20261118T180400Z\r\nDTSTART:20261121T150000Z')
    await desk('PUT', '/api/orders/1/status', { status: 'cancelled' })
    // A canceled order follows neither its day nor its place.
    const cancelled = await change('/api/market-days/1', { opens: '11:00' })
    expect(cancelled).toContain('SEQUENCE:4\r\nDTSTAMP:20261118T180400Z\r\n')
  })

  test('gives the hours, the name and the address of its market day and place', async () => {
    const { shop, fetchCalendar } = await aPickup()
    await write(shop.db, async (tx) => {
      await tx.updateTable('places').set({ name: 'Big barn', address: '9 Barn Rd' }).execute()
      await tx
        .updateTable('market_days')
        .set({ opens_at: '2026-11-21T17:30:00.000Z', closes_at: '2026-11-21T18:30:00.000Z' })
        .where('day', '=', '2026-11-21')
        .execute()
    })
    const { body } = await fetchCalendar()
    expect(body).toContain('DTSTART:20261121T173000Z\r\nDTEND:20261121T183000Z\r\n')
    expect(unfold(body)).toContain('LOCATION:Big barn\\, 9 Barn Rd\r\n')
  })
})

describe('a line of a calendar file', () => {
  const unit = fc.constantFrom(',', ';', '\\', ' ', 'e', 'é', '🥚', '\n', '\r')
  const text = fc.string({ unit, maxLength: 400, size: 'max' })

  test('is at most 75 bytes long, whole in its characters, and the same when unfolded', () => {
    fc.assert(
      fc.property(text, (given) => {
        const written = calendarText([['DESCRIPTION', escapeText(given)]])
        expect(written.endsWith('\r\n')).toBe(true)
        for (const line of written.slice(0, -2).split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line.isWellFormed()).toBe(true)
        }
        expect(unfold(written)).toBe(`DESCRIPTION:${escapeText(given)}\r\n`)
      }),
    )
  })

  test('holds any text on one line, and gives it back', () => {
    fc.assert(
      fc.property(text, (given) => {
        const written = escapeText(given)
        expect(written).not.toMatch(/[\r\n]/)
        const read = written.replace(/\\(.)/g, (_, letter: string) =>
          letter === 'n' ? '\n' : letter,
        )
        expect(read).toBe(given.replace(/\r\n|\r/g, '\n'))
      }),
    )
  })
})
