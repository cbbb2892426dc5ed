import type { Selectable } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { OrdersTable } from '#server/db/tables/orders.ts'
import type { PaymentsTable } from '#server/db/tables/payments.ts'
import type { Db } from '#server/db/tables.ts'
import { type Destination, readDestinations } from '#server/features/calendar/read-destinations.ts'
import type { OutboxMail } from './outbox.ts'

/**
 * What a `not_kept` mail tells of: a payment whose hold stood, and that became no order. `name` is
 * gone once the mail was sent.
 */
export type NotPlaced = {
  name: string | null
  cents: Cents
  reason: string
  livemode: boolean
  /** Where it would have gone; null once that was forgotten with the name. */
  wanted: {
    order: Pick<Selectable<OrdersTable>, 'delivery_method'>
    destination: Destination
  } | null
}

export async function readNotPlaced(
  db: Db,
  mails: readonly OutboxMail[],
): Promise<Map<number, NotPlaced>> {
  const ids = mails.flatMap(({ kind, about }) => (kind === 'not_kept' ? about : []))
  if (ids.length === 0) return new Map()
  const payments = await db.selectFrom('payments').selectAll().where('id', 'in', ids).execute()
  const wanted = await readWanted(db, payments)
  const facts = mails.flatMap((mail) => {
    const payment = payments.find(({ id }) => id === mail.about)
    if (!payment) return []
    const { basket, amount_cents: cents, error_message, livemode } = payment
    const name = basket?.orderData.customerName ?? null
    const notPlaced = { name, cents, reason: error_message ?? '', livemode }
    return [[mail.id, { ...notPlaced, wanted: wanted.get(payment.id) ?? null }] as const]
  })
  return new Map(facts)
}

async function readWanted(
  db: Db,
  payments: readonly Selectable<PaymentsTable>[],
): Promise<Map<string, NotPlaced['wanted']>> {
  const baskets = payments.flatMap(({ id, basket }) => (basket ? [{ id, basket }] : []))
  const bound = baskets.map(({ basket: { orderData, marketDay } }, index) => ({
    id: index,
    market_day_id: marketDay?.id ?? null,
    pickup_location: orderData.pickupLocation,
    pickup_date: marketDay?.day ?? null,
  }))
  const destinations = await readDestinations(db, bound)
  return new Map(
    baskets.map(({ id, basket }, index) => {
      const order = { delivery_method: basket.orderData.deliveryMethod }
      return [id, { order, destination: destinations.get(index) ?? { place: null, day: null } }]
    }),
  )
}
