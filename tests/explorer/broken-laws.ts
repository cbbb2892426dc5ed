import { STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'
import { whatIsWrong } from '../books.ts'
import type { Market } from './market.ts'

export async function brokenLaws(market: Market): Promise<string[]> {
  const db = market.db()
  const holds = [...market.till.intents.values()].map(({ id, status, amount }) => ({
    id,
    status,
    amount_cents: amount,
  }))
  return [
    ...(await whatIsWrong(db, holds)),
    ...holds
      .filter(({ status }) => status === 'requires_capture')
      .map(({ id }) => `${id} still holds money`),
    ...(await wrongStock(market)),
    ...(await wrongPurchases(market)),
    ...(await wrongPrices(market)),
    ...(await wrongRefunds(market)),
    ...(await wrongMails(market)),
    ...(await wrongLetGo(market)),
    ...(await wrongDays(market)),
    // Nobody reopens an order where days are limited.
    ...(market.wasOverLimit() ? ['a day had more than it takes'] : []),
    ...(await wrongChanges(market)),
  ]
}

/** Shelf plus orders make the start; nothing ships here, so a cancelled order holds nothing. */
async function wrongStock({ db, stock }: Market): Promise<string[]> {
  const held = await db()
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['order_id', 'status', 'product_id', STANDING_UNITS.as('units')])
    .where('stock_taken', '=', true)
    .execute()
  const idle = held
    .filter(({ status }) => status === 'cancelled')
    .map(({ order_id }) => `order ${order_id} is over and holds goods`)
  const gone = db().selectFrom('stock_movements').select(['product_id', 'delta'])
  const missing = await gone.where('reason', '=', 'missing').execute()
  const products = await db().selectFrom('products').select(['id', 'name', 'stock']).execute()
  const astray = products.flatMap(({ id, name, stock: left }) => {
    const own = held.filter(({ product_id }) => product_id === id)
    const units = own.reduce((sum, line) => sum + line.units, 0)
    const lost = missing.filter(({ product_id }) => product_id === id)
    const there = lost.reduce((sum, { delta }) => sum + delta, stock)
    const isRight = left >= 0 && left + units === there
    return isRight ? [] : [`${name}: ${left} on the shelf and ${units} held, of ${there}`]
  })
  return [...idle, ...astray]
}

/**
 * One buyer wants one thing: at most one capture, one order with money and one number told, and
 * what was told is true.
 */
async function wrongPurchases({ db, till, told: sent }: Market): Promise<string[]> {
  const wrong: string[] = []
  const payments = await db().selectFrom('payments').selectAll().execute()
  for (const [buyer, own = []] of Object.entries(
    Object.groupBy(payments, (row) => row.visitor_hash ?? row.checkout_key ?? ''),
  )) {
    const taken = own.filter(
      ({ intent_id }) => till.intents.get(intent_id ?? '')?.status === 'succeeded',
    )
    if (taken.length > 1) wrong.push(`${buyer} was charged ${taken.length} times`)
    const standing = own.filter(({ state, order_id }) => state === 'captured' && order_id !== null)
    if (standing.length > 1) wrong.push(`${buyer} has ${standing.length} orders`)
    const stored = sent.filter(
      (one) => one.buyer === buyer && standing.some(({ order_id }) => order_id === one.id),
    )
    const numbers = new Set(stored.map(({ id }) => id))
    if (numbers.size > 1) wrong.push(`${buyer} was told of orders ${[...numbers]}`)
  }
  for (const { buyer, id, paymentStatus } of sent) {
    const payment = payments.find(({ order_id }) => order_id === id)
    if (payment?.visitor_hash !== buyer)
      wrong.push(`${buyer} was told of order ${id}, which is not his`)
    if (paymentStatus === 'completed' && payment?.state !== 'captured')
      wrong.push(`${buyer} was told that order ${id} is paid, and it is ${payment?.state}`)
  }
  return wrong
}

/**
 * An order costs its quote if it or its hold came before the quote's end, else the price when it's
 * placed.
 */
async function wrongPrices({ db, till, prices }: Market): Promise<string[]> {
  const orders = await db()
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'orders.created_at', 'total_cents', 'intent_id', 'expires_at', 'basket'])
    .execute()
  return orders.flatMap(({ id, created_at, total_cents, intent_id, expires_at, basket }) => {
    const [end, placed] = [Date.parse(expires_at), Date.parse(created_at)]
    const held = till.intents.get(intent_id ?? '')?.heldAt?.getTime() ?? placed
    // At the very moment of a change either price may apply.
    const requested = prices.filter(
      ({ since }, place) => since <= placed && (prices[place + 1]?.since ?? placed) >= placed,
    )
    const owed =
      basket && Math.min(held, placed) < end
        ? basket.lines.map(({ unitCents, quantity }) => Number(unitCents) * quantity)
        : requested.map(({ cents }) => cents)
    return owed.includes(total_cents)
      ? []
      : [`order ${id} costs ${total_cents}, and ${owed} was due`]
  })
}

/** The provider's refunds match the shop's, to the cent. */
async function wrongRefunds({ db, till }: Market): Promise<string[]> {
  const rows = await db()
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['intent_id', 'refunds.amount_cents', 'refunds.state'])
    .execute()
  return [...till.intents.keys()].flatMap((id) => {
    const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0)
    const given = sum(till.refunds.filter((one) => one.intentId === id).map(({ amount }) => amount))
    const done = rows.filter((row) => row.intent_id === id && row.state === 'succeeded')
    const known = sum(done.map((row) => row.amount_cents))
    return given === known ? [] : [`${id}: ${given} given back, ${known} known`]
  })
}

/** One mail for what became of an order: confirmed, changed, failed or refunded. */
async function wrongMails({ db }: Market): Promise<string[]> {
  const wrong: string[] = []
  const mails = await db().selectFrom('outbox').select(['kind', 'order_id']).execute()
  const orders = await db()
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'orders.status', 'payments.state', 'payments.id as payment'])
    .execute()
  const changes = await db().selectFrom('order_changes').select(['id', 'order_id']).execute()
  const ofChange = new Set(changes.map(({ id }) => id))
  const given = await db().selectFrom('refunds').select(['id', 'payment_id']).execute()
  // A change's mail covers its refund.
  const refunds = given.filter(({ id }) => !ofChange.has(id))
  for (const order of orders) {
    const count = (kind: string) =>
      mails.filter((mail) => mail.order_id === order.id && mail.kind === kind).length
    const back = refunds.filter((refund) => refund.payment_id === order.payment).length
    const changed = changes.filter(({ order_id }) => order_id === order.id).length
    if (count('changed') !== changed)
      wrong.push(`order ${order.id}: ${changed} changes, ${count('changed')} mails`)
    const isConfirmed = order.state === 'captured' && back === 0
    if (count('order_confirmed') > 1 || (isConfirmed && count('order_confirmed') !== 1))
      wrong.push(`order ${order.id} was confirmed ${count('order_confirmed')} times`)
    if (count('refunded') !== back)
      wrong.push(`order ${order.id}: ${back} refunds, ${count('refunded')} mails`)
    if (count('order_failed') > 0 && order.state !== 'canceled')
      wrong.push(`order ${order.id} did not fail`)
  }
  return wrong
}

/**
 * A payment dropped while its hold stood is told at most once, and always to a buyer who never
 * asked.
 */
async function wrongLetGo({ db, asking }: Market): Promise<string[]> {
  const about = (
    await db().selectFrom('outbox').select('about').where('kind', '=', 'not_kept').execute()
  ).map((mail) => mail.about)
  const missed = (await db().selectFrom('missed_orders').select('payment_id').execute()).map(
    (row) => row.payment_id,
  )
  const payments = await db().selectFrom('payments').selectAll().execute()
  return payments.flatMap(({ id, checkout_key, error_code, order_id }) => {
    const mails = about.filter((one) => one === id).length
    const wasLetGo = error_code !== null && order_id === null
    const mustAnswer = wasLetGo && checkout_key !== null && !asking.has(checkout_key)
    const isRight = (mails === 0 || (mails === 1 && wasLetGo)) && (!mustAnswer || mails === 1)
    const isNoted = missed.filter((one) => one === id).length === mails
    return isRight && isNoted ? [] : [`payment ${id} was let go with ${mails} mails`]
  })
}

const GRACE = 30 * 60_000

/**
 * An order is for the named day, begun before its ordering ended and placed within half an hour of
 * that; if none was named, for a day where this holds.
 */
async function wrongDays({ db }: Market): Promise<string[]> {
  const orders = await db()
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .select(['orders.id', 'orders.created_at as placed', 'payments.created_at as begun', 'basket'])
    .select(['day', 'pickup_date', 'market_days.order_until', 'orders.order_until as promised'])
    .execute()
  const all = await db().selectFrom('orders').select('id').execute()
  const undated = all.length - orders.length
  const wrong = undated === 0 ? [] : [`${undated} orders are on no market day`]
  for (const { id, placed, begun, basket, day, pickup_date, order_until, promised } of orders) {
    const named = basket?.orderData.day ?? day
    const end = Date.parse(order_until)
    const isInTime = Date.parse(begun) < end && Date.parse(placed) < end + GRACE
    if (named !== day || day !== pickup_date || promised !== order_until || !isInTime)
      wrong.push(`order ${id}, begun ${begun} and placed ${placed}, is for ${day}, not ${named}`)
  }
  return wrong
}

/**
 * A buyer cancels before ordering for the day ends; a finished order never changes; and whatever a
 * change makes cheaper is refunded, no more.
 */
async function wrongChanges({ db }: Market): Promise<string[]> {
  const entries = await db().selectFrom('audit').selectAll().orderBy('id').execute()
  const days = await db().selectFrom('market_days').select('order_until').execute()
  const ends = days.map(({ order_until }) => order_until).sort()
  const late = entries.filter(({ action, at }) => action === 'cancelled' && at >= (ends[0] ?? ''))
  const over = entries.findIndex(({ action }) => action === 'cancelled')
  const after = over < 0 ? [] : entries.slice(over)
  const changes = await db().selectFrom('order_changes').select('forgone_cents').execute()
  const stored = changes.filter(({ forgone_cents }) => forgone_cents !== 0)
  const changed = after.filter(({ action }) => action === 'goods-changed')
  return [
    ...late.map(({ subject, at }) => `${subject} was canceled at ${at}, too late`),
    ...stored.map(({ forgone_cents }) => `a change kept ${forgone_cents}`),
    ...changed.map(({ subject }) => `${subject} was changed after it was canceled`),
  ]
}

/**
 * Whether a payment was dropped because it was too late for its order: half an hour after ordering
 * for the first day ended.
 */
export async function wasTooLate({ db }: Market): Promise<boolean> {
  const { end } = await db()
    .selectFrom('market_days')
    .select((row) => row.fn.min('order_until').as('end'))
    .executeTakeFirstOrThrow()
  const refused = db().selectFrom('payments').select('touched_at')
  const late = await refused.where('error_code', '=', 'day-closed').execute()
  return late.some(({ touched_at }) => Date.parse(touched_at) >= Date.parse(end ?? '') + GRACE)
}
