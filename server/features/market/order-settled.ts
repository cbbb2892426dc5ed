import { type Cents, formatDollars } from '#contract/money/money.ts'
import { dueOf } from '#contract/orders/order-balance.ts'
import type { Db } from '#server/db/write.ts'
import { readMoney } from '#server/features/order-balance/order-balance.ts'
import { APPLIED, flagged } from './command-context.ts'
import type { Outcome } from './command-record.ts'

/** Money in the box counts even when it is too much or too little; the farmer is told. */
export async function settled(tx: Db, orderId: number): Promise<Outcome> {
  const money = await readMoney(tx, orderId)
  const due = money ? dueOf(money) : 0
  if (money && money.paid < 0)
    return flagged(`More was given back for #${orderId} than was paid.`, orderId)
  if (due >= 0) return { ...APPLIED, orderId }
  const over = formatDollars((0 - due) as Cents)
  return flagged(`#${orderId} was overpaid by ${over}. Give it back.`, orderId)
}
