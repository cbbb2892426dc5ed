import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { OrderDetail } from '#contract/desk-orders.ts'
import type { Order } from '#contract/orders.ts'
import { type Answers, MARTAS, openDesk } from '#tests/a-desk.tsx'

const GIFT: Order = {
  ...MARTAS,
  marketDay: {
    ...{ id: 3, day: '2026-12-02', opens: '15:00', closes: '18:30' },
    ...{ placeKey: 'grange_hall', placeName: 'Grange hall' },
  },
  pickupLocation: 'grange_hall',
  ...{ pickupName: 'Ben Cole', isGift: true, farmNote: 'Rings twice.', boxes: 2 },
  packedAt: '2026-12-02T15:05:00.000Z',
}

const detailOf = (order: Order): OrderDetail => ({
  ...order,
  revision: 3,
  isErased: false,
  payment: { provider: 'sandbox', reference: null, left: 27 },
  changes: [],
  tenders: [],
  history: [],
})

/** One order in the list and in full. */
const showing = (order: Order, more: Answers = {}): Answers => ({
  'GET /api/orders?limit=50': { body: [order] },
  'GET /api/orders/128': { body: detailOf(order) },
  ...more,
})

describe('an order says', () => {
  test('its place, day and hours, who picks it up, gift, boxes and note, on card, slip and in full', async () => {
    vi.stubGlobal('print', vi.fn())
    const { user } = openDesk(showing(GIFT), 'orders')
    const said = [
      ...['Pickup: Grange hall', 'Wednesday, Dec 2, 3pm to 6:30pm', 'Pickup by Ben Cole'],
      ...['no prices in the box', '2 boxes', 'Rings twice.'],
    ]
    const card = (await screen.findByText('To pack · 4')).closest('tr')
    for (const words of said) expect(card?.textContent).toContain(words)
    expect(card?.textContent).toContain('packed Dec 2, 8:05 AM')
    await user.click(screen.getByRole('link', { name: '#128' }))
    const dialog = await screen.findByRole('dialog', { name: 'Order #128' })
    await within(dialog).findByText('Pickup: Grange hall')
    for (const words of said) expect(dialog.textContent).toContain(words)
    await user.click(within(dialog).getByRole('button', { name: 'Print slip' }))
    const slip = document.querySelector('.print-slip')
    for (const words of said) expect(slip?.textContent).toContain(words)
    expect(slip?.textContent).not.toContain('$')
    window.dispatchEvent(new Event('afterprint'))
  })

  test('that it was picked up, and then is not to pack, whatever its status says', async () => {
    openDesk(showing({ ...GIFT, collectedAt: '2026-12-02T22:14:00.000Z' }), 'orders')
    expect(await screen.findByText('Items · 4')).toBeTruthy()
    expect(screen.getByText('picked up', { exact: true })).toBeTruthy()
    expect(screen.getByText(/picked up Dec 2, 3:14 PM/)).toBeTruthy()
  })

  test('the farm’s own note, which is edited there', async () => {
    const { user, asked } = openDesk(
      showing(GIFT, { 'PUT /api/orders/128/farm-note': { body: {} } }),
      'orders',
    )
    await user.click(await screen.findByRole('button', { name: 'Change our note to order 128' }))
    await user.type(screen.getByLabelText(/^Our note to order 128/), ' Call first.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
        ...{ farmNote: 'Rings twice. Call first.', base: { farmNote: 'Rings twice.' } },
      }),
    )
  })
})

const hours = { opens: '09:00', closes: '12:00', orderDays: 1, orderTime: '00:00' }
const noRule = { ruleId: null, byHand: false, message: '', unsettled: 0 }
const place = {
  ...{ address: '', mapUrl: null, note: '', zips: null, daysAhead: 1, position: 1 },
  ...{ isRetired: false, rules: [] },
}
const day = (id: number, placeId: number, more: object = {}) => ({
  ...{ ...hours, ...noRule, id, placeId, day: '2026-12-05', capacity: 1, orders: 1 },
  opensAt: '2026-12-05T16:00:00.000Z',
  closesAt: '2026-12-05T19:00:00.000Z',
  orderUntil: '2026-12-04T07:00:00.000Z',
  ...{ state: 'open', ...more },
})
const CALENDAR = {
  places: [
    { ...place, id: 1, key: 'farmers_market', kind: 'pickup', name: 'Farmers market' },
    { ...place, id: 3, key: 'delivery', kind: 'delivery', name: 'Delivery' },
  ],
  ...{ closures: [], pause: null },
  days: [day(3, 1), day(7, 1), day(8, 3), day(9, 1, { state: 'closed' })],
}

describe('an order is moved', () => {
  const open = async (move: object) => {
    const desk = openDesk(
      showing(GIFT, {
        'GET /api/calendar': { body: CALENDAR },
        'POST /api/orders/128/move': [
          { body: { isMoved: false, revision: 4, most: null, tellsBuyer: true, ...move } },
          { body: { isMoved: true, revision: 5, most: null, tellsBuyer: true } },
        ],
      }),
      'orders/128',
    )
    await desk.user.click(await screen.findByRole('button', { name: 'Move to…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Move order #128' })
    const choice = await within(dialog).findByLabelText('Move to')
    return { ...desk, dialog, choice }
  }

  test('to another open day of its kind, once it was read what that does', async () => {
    const { user, asked, dialog, choice } = await open({ most: 2 })
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Choose a day and place', 'Saturday, Dec 5, 9am to noon · Farmers market']])
    await user.selectOptions(choice, '7')
    await user.click(within(dialog).getByRole('button', { name: 'See what it does' }))
    expect(await within(dialog).findByText(/With this order it has 2 boxes/)).toBeTruthy()
    expect(within(dialog).getByText(/^The buyer gets one email/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Move the order' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Move/ })).toBeNull())
    const [looked, moved] = asked.filter(({ call }) => call.startsWith('POST'))
    expect(moved?.body).toEqual({ ...(looked?.body as object), revision: 4 })
    expect(looked?.body).toMatchObject({ moveTo: 7, message: '' })
  })

  test('and where no email can be sent, the farmer reads whom to call', async () => {
    const { user, dialog, choice } = await open({ tellsBuyer: false })
    await user.selectOptions(choice, '7')
    await user.click(within(dialog).getByRole('button', { name: 'See what it does' }))
    expect((await within(dialog).findByText(/the buyer is not told/)).textContent).toContain(
      '(605) 555-0177',
    )
  })
})
