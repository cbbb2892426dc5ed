import type { Cents } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { OutboxMail } from './outbox.ts'

/** What a `not_kept` mail tells of: a payment whose hold stood, and that became no order. `name` is gone once the mail was sent. */
export type NotPlaced = { name: string | null; cents: Cents; reason: string; livemode: boolean }

export async function readNotPlaced(db: Db, mails: readonly OutboxMail[]): Promise<Map<number, NotPlaced>> {
  const ids = mails.flatMap(({ kind, about }) => (kind === 'not_kept' ? about : []))
  if (ids.length === 0) return new Map()
  const payments = await db.selectFrom('payments').selectAll().where('id', 'in', ids).execute()
  const facts = mails.flatMap((mail) => {
    const payment = payments.find(({ id }) => id === mail.about)
    if (!payment) return []
    const { basket, amount_cents: cents, error_message, livemode } = payment
    const name = basket?.orderData.customerName ?? null
    return [[mail.id, { name, cents, reason: error_message ?? '', livemode }] as const]
  })
  return new Map(facts)
}
