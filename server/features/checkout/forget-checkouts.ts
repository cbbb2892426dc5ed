import { sql } from 'kysely'
import { DAY } from '#contract/time/durations.ts'
import { type Db, write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { needsNoPerson, withoutPerson } from './transitions.ts'

const MAX_AGE = 30 * DAY

const MAX_COUNTED = 2 * DAY

const MAX_AT_ONCE = 500

/**
 * Deletes data of people who didn't order: name and addresses once the payment is over and no mail
 * about it waits; the payment itself and unused browser records after thirty days.
 */
export async function forgetCheckouts(shop: Shop): Promise<void> {
  const before = (ms: number) => new Date(shop.now().getTime() - ms).toISOString()
  await write(shop.db, (tx) => forgetRecipients(tx, before(MAX_COUNTED)))
  await write(shop.db, (tx) => forgetMissedOrders(tx, before(MAX_AGE)))
  await write(shop.db, (tx) => forgetRequests(tx, before))
  await inParts(shop, listWithPerson, forgetPersons)
  await inParts(shop, (db) => listEndedBefore(db, before(MAX_AGE)), deletePayments)
  await inParts(shop, (db) => listIdleVisitors(db, before(MAX_AGE)), deleteVisitors)
}

type Find = (db: Shop['db']) => Promise<string[]>
type Change = (tx: Shop['db'], ids: string[]) => Promise<void>

async function inParts({ db }: Shop, find: Find, change: Change): Promise<void> {
  for (;;) {
    const ids = await find(db)
    if (ids.length > 0) await write(db, (tx) => change(tx, ids))
    if (ids.length < MAX_AT_ONCE) return
  }
}

/** Baskets whose link wasn't opened, after a day. For the others, the order keeps who ordered. */
async function forgetRequests(tx: Db, before: (ms: number) => string): Promise<void> {
  const unanswered = tx.deleteFrom('pickup_requests').where('order_id', 'is', null)
  await unanswered.where('ends_at', '<', before(DAY)).execute()
  await tx
    .updateTable('pickup_requests')
    .set({ basket: null, mailbox: '', address_key: null })
    .where('ends_at', '<', before(MAX_AGE))
    .where('mailbox', '<>', '')
    .execute()
}

function listWithPerson(db: Db): Promise<string[]> {
  const over = overWithoutOrder(db).where(needsNoPerson)
  return idsOf(
    over.where((row) =>
      row.or([row('basket', 'is not', null), row('visitor_hash', 'is not', null)]),
    ),
  )
}

async function forgetPersons(tx: Db, ids: string[]): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ ...withoutPerson, address_key: null })
    .where('id', 'in', ids)
    .execute()
}

function listEndedBefore(db: Db, instant: string): Promise<string[]> {
  const refunded = db.selectFrom('refunds').select('payment_id')
  const ended = overWithoutOrder(db).where('touched_at', '<', instant)
  return idsOf(ended.where('id', 'not in', refunded))
}

async function deletePayments(tx: Db, ids: string[]): Promise<void> {
  await tx.deleteFrom('outbox').where('about', 'in', ids).execute()
  await tx.deleteFrom('missed_orders').where('payment_id', 'in', ids).execute()
  const gone = tx.deleteFrom('payments').where('id', 'in', ids).where('state', '=', 'canceled')
  const intents = (await gone.returning('intent_id').execute()).flatMap(
    ({ intent_id }) => intent_id ?? [],
  )
  if (intents.length > 0)
    await tx.deleteFrom('sandbox_intents').where('id', 'in', intents).execute()
}

async function forgetMissedOrders(tx: Db, instant: string): Promise<void> {
  await tx.deleteFrom('missed_orders').where('at', '<', instant).execute()
}

async function forgetRecipients(tx: Db, instant: string): Promise<void> {
  const sent = tx
    .updateTable('outbox')
    .set({ recipient: '', last_error: null })
    .where('about', '<>', '')
  await sent.where('sent_at', '<', instant).where('recipient', '<>', '').execute()
}

async function listIdleVisitors(db: Db, instant: string): Promise<string[]> {
  const idle = db
    .selectFrom('visitors')
    .select('hash')
    .where('seen_at', '<', instant)
    .where(
      sql<boolean>`not exists (select 1 from orders where orders.visitor_hash = visitors.hash)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from payments where payments.visitor_hash = visitors.hash)`,
    )
  return (await idle.limit(MAX_AT_ONCE).execute()).map(({ hash }) => hash)
}

async function deleteVisitors(tx: Db, hashes: string[]): Promise<void> {
  await tx.deleteFrom('visitors').where('hash', 'in', hashes).execute()
}

function overWithoutOrder(db: Db) {
  return db
    .selectFrom('payments')
    .select('id')
    .where('state', '=', 'canceled')
    .where('order_id', 'is', null)
}

async function idsOf(query: ReturnType<typeof overWithoutOrder>): Promise<string[]> {
  return (await query.orderBy('touched_at').limit(MAX_AT_ONCE).execute()).map(({ id }) => id)
}
