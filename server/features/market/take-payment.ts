import { cents, formatDollars } from '#contract/money/money.ts'
import type { TenderDraft } from '#contract/money/tenders.ts'
import { dueOf, type Money } from '#contract/orders/order-balance.ts'
import { refuseTokens } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { refuseCardNumbers } from '#server/features/checkout/card-numbers.ts'
import {
  orderMarkOf,
  readBalance,
  readMoney,
  showTender,
} from '#server/features/order-balance/order-balance.ts'
import { lockOrderAndPayment, noSuchOrder } from '#server/features/orders/order-queries.ts'
import { dayOfMoney, findTender, requireWay } from '#server/features/tenders/record-tender.ts'
import type { DbAndClock } from '#server/shop.ts'
import { type Facts, writeAtDesk } from './write-at-desk.ts'

/**
 * Records, once, money other than by card taken or given back for an order: never more than is due,
 * nor more back than was paid.
 * @throws Refusal 'not-found', 'payment-mismatch', 'change-impossible', 'invalid',
 * 'card-number-in-text', 'not-allowed' to give back by an API token
 */
export function takePayment({ db, now }: DbAndClock, id: number, draft: TenderDraft) {
  if (draft.kind === 'given-back') refuseTokens()
  refuseCardNumbers({ note: draft.note })
  return write(db, async (tx, emit) => {
    const at = now()
    const row = tx.selectFrom('orders').select('market_day_id').where('id', '=', id)
    const order = (await row.executeTakeFirst()) ?? noSuchOrder(id)
    const marketDayId = await dayOfMoney(tx, order.market_day_id, at)
    const factsOf = async () => [await factOf(tx, id, draft, at)]
    await writeAtDesk(tx, emit, { id: draft.id, said: [id, draft], marketDayId, at, factsOf })
    const [tender, balance] = [await findTender(tx, `${draft.id}/1`), await readBalance(tx, id)]
    if (!tender || !balance) throw new Error(`The payment ${draft.id} is gone.`)
    return { tender: showTender(tender), balance }
  })
}

async function factOf(tx: Db, id: number, draft: TenderDraft, at: Date): Promise<Facts> {
  const { order } = await lockOrderAndPayment(tx, id, at)
  const money = await readMoney(tx, id)
  if (!money)
    throw new Refusal(
      'payment-mismatch',
      `Order #${id} was paid by card. Only orders you took yourself can be paid another way.`,
    )
  checkAmount(draft, money, id)
  const { name: way, isCash } = await requireWay(tx, draft.way)
  const { amount, note } = draft
  const its = { order: { id, mark: orderMarkOf(order.receipt_secret) }, note }
  if (draft.kind === 'taken') return { kind: 'pay', ...its, tenders: [{ way, isCash, amount }] }
  return { kind: 'pay-back', ...its, way, isCash, amount }
}

function checkAmount({ kind, amount }: TenderDraft, money: Money, id: number): void {
  const [most, is] = kind === 'taken' ? [dueOf(money), 'is due'] : [money.paid, 'was paid']
  if (amount <= most) return
  const all = most > 0 ? `Only ${formatDollars(cents(most))}` : 'Nothing'
  throw new Refusal('payment-mismatch', `${all} ${is} for order #${id}.`, { field: 'amount' })
}
