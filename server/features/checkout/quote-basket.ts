import { type Cents, formatDollars } from '#contract/money/money.ts'
import type { Basket, OrderData, ShippingAddress } from '#contract/orders/orders.ts'
import { Refusal } from '#server/core/refusal.ts'
import { prepared } from '#server/db/prepared.ts'
import type { QuotedBasket } from '#server/db/tables/payments.ts'
import type { Db } from '#server/db/write.ts'
import { pauseMessage } from '#server/features/calendar/calendar-queries.ts'
import { checkNotPaused, chooseDay, quotedDay } from '#server/features/calendar/choose-day.ts'
import { notOpenYet } from '#server/features/calendar/day-room.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { checkStock } from '#server/features/stock/move-stock.ts'
import type { Shop } from '#server/shop.ts'
import { chooseDayOf, findFirstOrder } from './add-to-order.ts'
import { priceBasket, priceChanged, quotedLine } from './price-basket.ts'

/**
 * The price and day promised with a payment.
 * @throws Refusal 'price-changed', 'sold-out', 'product-gone', 'day-full', 'day-closed', …
 */
export async function quoteBasket(
  db: Db,
  { basket, amount }: { basket: Basket; amount: Cents },
  at: Date,
): Promise<Omit<QuotedBasket, 'orderData'>> {
  const { orderData } = basket
  const first = await findFirstOrder(db, orderData, { lock: false })
  const { lines, totals } = await priceBasket(db, basket)
  if (totals.total !== amount) throw priceChanged(totals.total)
  checkStock(lines)
  const limited = lines.filter(({ isLimited }) => isLimited)
  const marketDay = first
    ? await chooseDayOf(db, first, orderData, at, { lines: limited })
    : quotedDay((await chooseDay(db, orderData, at, { lines: limited })).marketDay)
  return { lines: lines.map(quotedLine), deliveryCents: totals.delivery, marketDay }
}

/**
 * A hold below the cheapest product can never become an order. An empty shop has none.
 * @throws Refusal 'paused', 'invalid'
 */
export async function checkAmount({ db, now }: Shop, amount: Cents): Promise<void> {
  const sold = db.selectFrom('products').where('archived_at', 'is', null)
  const { rows } = await selectEnough(db, { at: now().toISOString(), amount })
  checkNotPaused(rows[0]?.pause ?? null)
  if (!rows[0]?.place) throw notOpenYet()
  if (rows[0]?.enough) return
  const { least } = await sold
    .select((row) => row.fn.min('price_cents').as('least'))
    .executeTakeFirstOrThrow()
  if (least === null) return
  throw new Refusal('invalid', `That is less than our lowest price (${formatDollars(least)}).`, {
    field: 'amount',
  })
}

const selectEnough = prepared((db, { at, amount }: { at: string; amount: Cents }) => {
  const sold = db.selectFrom('products').select('id').where('archived_at', 'is', null)
  return db.selectNoFrom([
    pauseMessage(at).as('pause'),
    sold.where('price_cents', '<=', amount).limit(1).as('enough'),
    db.selectFrom('places').select('id').where('retired_at', 'is', null).limit(1).as('place'),
  ])
})

export async function withUsState(db: Db, order: OrderData): Promise<OrderData> {
  const to = order.shippingAddress
  if (to?.state !== '') return order
  return { ...order, shippingAddress: { ...to, state: await stateOf(db, to) } }
}

export async function stateOf(db: Db, { state }: ShippingAddress): Promise<string> {
  return state || (await readSetting(db, 'default_state'))
}
