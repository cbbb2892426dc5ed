import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { isUnpaid } from '#contract/money/standing.ts'
import { ORDER_STATUSES } from '#contract/orders/order-status.ts'
import type { Order } from '#contract/orders/orders.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aTroubledShop, silence } from '#tests/a-troubled-shop.ts'

/**
 * Orders with every kind of payment: kept, partly and fully refunded, refunded on canceling,
 * declined, lapsed, held.
 */
async function everyPayment() {
  const its = await aTroubledShop()
  const { shop, eggs, desk, cancel, provider, round, calm } = its
  const buy = () => aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
  for (let bought = 0; bought < 4; bought++) await buy()
  await desk('POST', '/api/orders/2/refunds', { amount: 2, reason: 'Late' })
  await desk('POST', '/api/orders/3/refunds', { amount: 2, reason: 'Late' })
  await desk('POST', '/api/orders/3/refunds', { amount: 3, reason: 'Late' })
  await cancel(4)
  provider({ capture: silence })
  await buy()
  const lapsing = await shop.db
    .selectFrom('payments')
    .select('intent_id')
    .where('order_id', '=', 5)
    .executeTakeFirstOrThrow()
  await calm.cancel(lapsing.intent_id ?? '', 'by the bank')
  provider({})
  await round()
  provider({ capture: silence, cancel: silence })
  await buy()
  await buy()
  await cancel(7)
  await shop.settled()
  return its
}

test('orders that stand unpaid are found, and marked in the spreadsheet, whatever their status', async () => {
  const { desk } = await everyPayment()
  for (const status of ORDER_STATUSES) {
    for (const id of [1, 2, 3, 4, 5, 6, 7]) {
      const answer = await desk('PUT', `/api/orders/${id}/status`, { status })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const all: Order[] = (await desk('GET', '/api/orders')).json()
    const unpaid = all.filter(isUnpaid).map(({ id }) => id)
    const found: Order[] = (await desk('GET', '/api/orders?status=unpaid')).json()
    expect(
      found.map(({ id }) => id),
      status,
    ).toEqual(unpaid)
    const rows: Record<string, string>[] = parse((await desk('GET', '/api/orders.csv')).body, {
      bom: true,
      columns: true,
    })
    expect(
      rows.filter((row) => row.Unpaid === 'NOT PAID').map((row) => Number(row.Order)),
      status,
    ).toEqual(unpaid)
    if (status === 'pending') {
      expect(unpaid).toEqual([7, 5, 4, 3])
      expect(all.map(({ paymentStatus }) => paymentStatus)).toEqual([
        'canceling',
        'authorized',
        'failed',
        'refunded',
        'refunded',
        'partially_refunded',
        'completed',
      ])
    }
  }
})
