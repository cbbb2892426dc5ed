import { type RawBuilder, sql } from 'kysely'

/** That nobody needs to know any more whose a payment was: it became no order, and no mail about it is still to be sent. */
export const needsNoPerson = sql<boolean>`(
  payments.order_id is null
  and not exists (select 1 from outbox where outbox.about = payments.id and outbox.sent_at is null)
)`

/** The columns of a payment that say whose it was, empty as soon as nobody needs them. */
export const withoutPerson = {
  basket: unlessNeeded<string | null>('basket'),
  body_hash: unlessNeeded<string | null>('body_hash'),
  visitor_hash: unlessNeeded<string | null>('visitor_hash'),
}

function unlessNeeded<T>(column: string): RawBuilder<T> {
  return sql<T>`case when ${needsNoPerson} then null else ${sql.ref(`payments.${column}`)} end`
}
