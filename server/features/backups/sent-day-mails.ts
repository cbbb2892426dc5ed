import type { Selectable } from 'kysely'
import type { OutboxTable } from '#server/db/tables/mail.ts'
import type { Db } from '#server/db/tables.ts'

/** A mail of a market day that was sent; the rest tells its day and order from others of their numbers. */
export type SentDayMail = {
  mail: Omit<Selectable<OutboxTable>, 'id'>
  placeId: number
  day: string
  receiptSecret: string | null
}

/** What buyers and the farmer were told of market days that are not over. */
export async function listSentDayMails(db: Db, at: Date): Promise<SentDayMail[]> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('market_days', 'market_days.id', 'outbox.market_day_id')
    .leftJoin('orders', 'orders.id', 'outbox.order_id')
    .selectAll('outbox')
    .select(['market_days.place_id as placeId', 'market_days.day'])
    .select('orders.receipt_secret as receiptSecret')
    .where('outbox.queue', '=', 'days')
    .where('outbox.sent_at', 'is not', null)
    .where('market_days.closes_at', '>', at.toISOString())
    .execute()
  return rows.map(({ id: _, placeId, day, receiptSecret, ...mail }) => ({
    ...{ mail, placeId, day, receiptSecret },
  }))
}

/**
 * A copy of the shop tells nobody again: what it would still
 * send counts as sent, and what it does not know of is added.
 */
export async function restoreSentDayMails(tx: Db, sent: readonly SentDayMail[]): Promise<void> {
  for (const one of sent) {
    const { uuid, sent_at } = one.mail
    const known = await tx
      .updateTable('outbox')
      .set({ sent_at, given_up_at: null, last_error: null })
      .where('uuid', '=', uuid)
      .returning('id')
      .execute()
    if (known.length > 0 || !(await isOfThisShop(tx, one))) continue
    const insert = tx.insertInto('outbox').values(one.mail)
    await insert.onConflict((exists) => exists.doNothing()).execute()
  }
}

async function isOfThisShop(
  tx: Db,
  { mail: { market_day_id, order_id }, placeId, day, receiptSecret }: SentDayMail,
): Promise<boolean> {
  const days = tx
    .selectFrom('market_days')
    .select('id')
    .where('id', '=', market_day_id)
    .where('place_id', '=', placeId)
    .where('day', '=', day)
  if (!(await days.executeTakeFirst())) return false
  if (order_id === null) return true
  const orders = tx.selectFrom('orders').select('id').where('id', '=', order_id)
  return (
    (await orders.where('receipt_secret', '=', receiptSecret ?? '').executeTakeFirst()) !==
    undefined
  )
}
