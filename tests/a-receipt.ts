import type { Receipt } from '#contract/orders/receipts.ts'

export const MARKET_DAY = {
  ...{ day: '2026-11-28', opens: '09:00', closes: '12:00', placeKey: 'farmers_market' },
  ...{ opensAt: '2026-11-28T16:00:00.000Z', orderUntil: '2026-11-28T07:00:00.000Z' },
  ...{ isClosed: false, takesOrders: true },
}

/** Of an order that is paid by card and picked up at the market. */
export const A_RECEIPT: Receipt = {
  ...{ id: 12, createdAt: '2026-11-19T04:05:00.000Z', status: 'pending', testMode: false },
  ...{ paymentStatus: 'completed', items: [], categories: [], refunded: 0, mark: '1a2b3c4d' },
  ...{ subtotal: 24, deliveryFee: 0, total: 24, notes: null, customerName: 'Ada Miller' },
  ...{ deliveryMethod: 'pickup', pickupLocation: 'farmers_market', pickupDate: MARKET_DAY.day },
  ...{ shippingAddress: null, pickupName: null, isGift: false, marketDay: MARKET_DAY },
  place: { name: 'Farmers market', address: '', mapUrl: null, note: '' },
  confirmation: { to: 'a…a@example.com', state: 'sent' },
}
