import { cents, formatDollars, toDollars } from '#contract/money.ts'
import { dueOf, type Money } from '#contract/order-balance.ts'
import { dollarsOf } from '#contract/plain-dollars.ts'
import type { Tender, TenderDraft } from '#contract/tenders.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import { refuseCardNumbers } from '#server/features/checkout/card-numbers.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { readBalance, readMoney, type TenderRow } from '#server/features/standing/order-balance.ts'
import {
  dayOfMoney,
  findTender,
  recordTender,
  requireWay,
} from '#server/features/tenders/record-tender.ts'
import type { Shop } from '#server/shop.ts'
import { lockOrderAndPayment } from './require-order.ts'

/**
 * Notes money that was taken without a card for an order, or given back, once: never more than is
 * due, and never back more than was paid.
 * @throws Refusal 'not-found', 'payment-mismatch', 'invalid', 'card-number-in-text'
 */
export function takePayment({ db, now }: Pick<Shop, 'db' | 'now'>, id: number, draft: TenderDraft) {
  refuseCardNumbers({ note: draft.note })
  return write(db, (tx, emit) => takeInside(tx, emit, { id, draft, at: now() }))
}

type PaymentToTake = { id: number; draft: TenderDraft; at: Date }

async function takeInside(tx: Db, emit: Emit, { id, draft, at }: PaymentToTake) {
  const { order } = await lockOrderAndPayment(tx, id, at)
  const money = await readMoney(tx, id)
  if (!money)
    throw new Refusal(
      'payment-mismatch',
      `Order #${id} is paid by card. Only orders that you wrote down are paid another way.`,
    )
  const amount = draft.kind === 'taken' ? draft.amount : 0 - draft.amount
  if (!(await isKnown(tx, { id, draft, amount })))
    await recordNew(tx, emit, { order, money, draft, amount, at })
  const [row, balance] = [await findTender(tx, draft.id), await readBalance(tx, id)]
  if (!row || !balance) throw new Error(`The payment ${draft.id} is gone.`)
  return { tender: showTender(row), balance }
}

type New = { order: OrderRow; money: Money; draft: TenderDraft; amount: number; at: Date }

async function recordNew(tx: Db, emit: Emit, tender: New): Promise<void> {
  const { order, money, draft, amount, at } = tender
  const { id, note } = draft
  checkAmount(draft, money, order.id)
  const way = await requireWay(tx, draft.way)
  const marketDayId = await dayOfMoney(tx, order.market_day_id, at)
  await recordTender(tx, { id, of: { orderId: order.id }, way, amount, note, marketDayId, at })
  const after = { tender: id, way: way.name, amount: toDollars(draft.amount), note }
  const subject = `order:${order.id}` as const
  await recordChange(tx, { action: draft.kind, subject, before: null, after }, at)
  emit({ kind: 'orders', orderId: order.id })
}

/** @throws Refusal 'payment-mismatch' when a payment of this id is another one */
async function isKnown(
  tx: Db,
  { id, draft, amount }: { id: number; draft: TenderDraft; amount: number },
): Promise<boolean> {
  const row = await findTender(tx, draft.id)
  if (!row) return false
  if (row.order_id === id && row.amount_cents === amount && row.name === draft.way) return true
  throw new Refusal(
    'payment-mismatch',
    'This was already saved as another payment. Please look at the order.',
    { field: 'id' },
  )
}

function checkAmount({ kind, amount }: TenderDraft, money: Money, id: number): void {
  const due = dueOf(money)
  const most = kind === 'taken' ? due : money.paid
  if (amount <= most) return
  throw new Refusal('payment-mismatch', refusalOf(kind, Math.max(0, most), id), { field: 'amount' })
}

function refusalOf(kind: TenderDraft['kind'], most: number, id: number): string {
  const amount = formatDollars(cents(most))
  if (kind === 'taken')
    return most > 0 ? `Only ${amount} is due for order #${id}.` : `Nothing is due for order #${id}.`
  return most > 0
    ? `Only ${amount} was paid for order #${id}.`
    : `Nothing was paid for order #${id}.`
}

export function showTender(row: TenderRow): Tender {
  const { id, name: way, amount_cents, note, at } = row
  return { id, way, amount: dollarsOf(amount_cents), note, at }
}
