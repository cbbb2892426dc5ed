import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { type Answers, detailOf, MARTAS, openDesk } from '#tests/a-desk.tsx'

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

const showing = (order: Order, more: Answers = {}): Answers => ({
  'GET /api/orders?limit=50': { body: [order] },
  'GET /api/orders/128': { body: detailOf(order) },
  ...more,
})

describe('an order says', () => {
  test('its place, day and hours, who picks it up, gift, boxes and note, on its slip and in full', async () => {
    vi.stubGlobal('print', vi.fn())
    const { user } = openDesk(showing(GIFT), 'orders')
    const said = [
      ...['Pickup: Grange hall', 'Wednesday, Dec 2, 3pm to 6:30pm', 'Pickup by Ben Cole'],
      ...['no prices in the box', '2 boxes', 'Rings twice.'],
    ]
    expect(await screen.findByText('Wed, Dec 2 · 2 boxes, packed, gift, note')).toBeTruthy()
    expect(screen.getByText('Grange hall')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: '#128' }))
    const dialog = await screen.findByRole('dialog', { name: 'Order #128' })
    await within(dialog).findByText('Pickup: Grange hall')
    for (const text of said) expect(dialog.textContent).toContain(text)
    expect(dialog.textContent).toContain('packed Dec 2, 8:05 AM')
    await user.click(within(dialog).getByRole('button', { name: 'More about this order' }))
    await user.click(await screen.findByRole('button', { name: 'Print slip' }))
    const slip = document.querySelector('.print-slip')
    for (const text of said) expect(slip?.textContent).toContain(text)
    expect(slip?.textContent).not.toContain('$')
    window.dispatchEvent(new Event('afterprint'))
  })

  test('that it was picked up, and then is not to pack, whatever its status says', async () => {
    openDesk(showing({ ...GIFT, collectedAt: '2026-12-02T22:14:00.000Z' }), 'orders')
    expect(await screen.findByText('Wed, Dec 2 · 2 boxes, picked up, gift, note')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open, order #128' })).toBeTruthy()
  })

  test('the farm’s own note, which is edited there', async () => {
    const { user, requests } = openDesk(
      showing(GIFT, { 'PUT /api/orders/128/farm-note': { body: {} } }),
      'orders/128',
    )
    await user.click(
      await screen.findByRole('button', { name: 'Change the private note to order 128' }),
    )
    await user.type(screen.getByLabelText(/^Private note to order 128/), ' Call first.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(requests.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
        ...{ farmNote: 'Rings twice. Call first.', base: { farmNote: 'Rings twice.' } },
      }),
    )
  })
})
