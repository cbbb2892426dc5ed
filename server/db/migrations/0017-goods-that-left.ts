import { type Kysely, sql } from 'kysely'

/**
 * An order remembers that its goods left the farm, whatever its status becomes. Of those that are open or cancelled the history
 * knows it; what is shipped or delivered now is remembered when its status changes.
 */
export async function rememberGoodsThatLeft(tx: Kysely<never>): Promise<void> {
  await sql.raw(`alter table orders add column has_left boolean not null default false`).execute(tx)
  await sql
    .raw(
      `update orders set has_left = true
       where status in ('pending', 'processing', 'cancelled') and stock_taken and exists (
         select 1 from audit
         where audit.subject = 'order:' || orders.id and audit.action = 'changed'
           and (cast(audit.after as text) like '%"shipped"%' or cast(audit.after as text) like '%"delivered"%')
       )`,
    )
    .execute(tx)
  await findUnpaidOrders(tx)
}

/** Orders that stand although their money was given back, or never taken. */
async function findUnpaidOrders(tx: Kysely<never>): Promise<void> {
  const lapsed = `state = 'canceled' and order_id is not null`
  await sql.raw(`create index payments_lapsed on payments (order_id) where ${lapsed}`).execute(tx)
  await sql.raw(`create index refunds_given on refunds (payment_id, amount_cents) where state <> 'failed'`).execute(tx)
}
