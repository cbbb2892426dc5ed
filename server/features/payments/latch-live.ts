import { forget, recall, replaceMemory } from '#server/db/shop-memory.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import type { PaymentRow } from './find-payment.ts'

/** Remembers, with the first live money that was taken, that this shop may never again fall back to test cards by itself. */
export async function latchLive(tx: Db, payment: Pick<PaymentRow, 'livemode'>): Promise<void> {
  // Looked up first: written each time, this one row would make every live capture wait for the others.
  if (payment.livemode && !(await hasTakenLive(tx))) await replaceMemory(tx, 'payments_live', '1')
}

/** Whether the shop has taken live money. */
export async function hasTakenLive(db: Db): Promise<boolean> {
  return (await recall(db, 'payments_live')) === '1'
}

/** Lets a shop that took live money take test cards again, by its owner's word; false when it was free to. */
export function unlatchLive(db: Db): Promise<boolean> {
  return write(db, (tx) => forget(tx, 'payments_live'))
}
