import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import {
  deletePayments,
  deleteVisitors,
  forgetMissedOrders,
  forgetPersons,
  forgetRecipients,
  listEndedBefore,
  listIdleVisitors,
  listWithPerson,
} from './forget-queries.ts'

const DAY = 24 * 60 * 60_000

/** What is left of a checkout that became no order is kept for so long, in milliseconds. */
const MAX_KEPT = 30 * DAY

/** The address of a mail that was sent counts for its limits for so long, in milliseconds. */
const MAX_COUNTED = 2 * DAY

/** So many rows in one transaction, so that nobody waits for it. */
const MAX_AT_ONCE = 500

/**
 * Forgets who did not order: name and addresses of a payment that is over, once no mail about it waits; after thirty days the
 * payment itself, what is told of it, and browsers that nothing is known of.
 */
export async function forgetCheckouts(shop: Shop): Promise<void> {
  const before = (ms: number) => new Date(shop.now().getTime() - ms).toISOString()
  await write(shop.db, (tx) => forgetRecipients(tx, before(MAX_COUNTED)))
  await write(shop.db, (tx) => forgetMissedOrders(tx, before(MAX_KEPT)))
  await inParts(shop, (db) => listWithPerson(db, MAX_AT_ONCE), forgetPersons)
  await inParts(shop, (db) => listEndedBefore(db, before(MAX_KEPT), MAX_AT_ONCE), deletePayments)
  await inParts(shop, (db) => listIdleVisitors(db, before(MAX_KEPT), MAX_AT_ONCE), deleteVisitors)
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
