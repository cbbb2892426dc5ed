import { sql } from 'kysely'
import { cents, toDollars } from '#contract/money/money.ts'
import type { Customer } from '#contract/orders/customers.ts'
import type { Db } from '#server/db/write.ts'
import { matchesContact } from '#server/features/checkout/order-words.ts'
import { dueAndKept, selectMoney } from '#server/features/order-balance/order-balance.ts'
import { listOrderIds } from '#server/features/orders/find-orders-queries.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import { findImported } from './import-customers.ts'
import { type Contact, groupByCustomer, keyOf, selectContacts } from './same-customer.ts'

/** How many orders to search for a text, latest first, and how many customers to return. */
const MATCHES = 300
const MOST = 25

/** Whose name, email or phone matches a text; for none, who ordered latest. */
export async function findCustomers(db: Db, text: string, at: Date): Promise<Customer[]> {
  const filter = { text: text || null }
  const ids = await listOrderIds(db, { filter, after: null, most: MATCHES, isOfPerson: true })
  const contacts = ids.length === 0 ? [] : await selectContacts(db).where('id', 'in', ids).execute()
  const seeds = new Map<string, Contact>()
  for (const contact of contacts.sort((one, other) => other.id - one.id)) {
    const key = keyOf(contact)
    if (key !== null && seeds.size < MOST && matchesContact(contact, text)) seeds.set(key, contact)
  }
  const found = await summarize(db, await groupByCustomer(db, [...seeds.values()]), at)
  return [...found, ...(await findImported(db, text, MOST - found.length))]
}

/** Each group is one customer's orders, the latest first. */
export async function summarize(
  db: Db,
  groups: readonly (readonly Contact[])[],
  at: Date,
): Promise<(Customer & { id: number })[]> {
  const ids = groups.flat().map(({ id }) => id)
  if (ids.length === 0) return []
  const today = await readToday(db, at)
  const missed = sql<boolean>`exists (select 1 from no_shows where order_id = orders.id)`
  const rows = await selectMoney(db)
    .leftJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .select(['orders.id', 'orders.status', 'orders.total_cents', 'market_days.day'])
    .select(missed.as('is_missed'))
    .where('orders.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return groups.flatMap((group) => {
    const [latest] = group
    if (!latest) return []
    const its = group.flatMap(({ id }) => byId.get(id) ?? [])
    const standing = its.filter(({ status }) => status !== 'cancelled')
    const days = standing.flatMap(({ day }) => day ?? []).sort()
    const money = its.map(dueAndKept)
    const total = (which: 'due' | 'kept') =>
      toDollars(cents(money.reduce((sum, one) => sum + one[which], 0)))
    return [
      {
        id: latest.id,
        name: latest.customer_name,
        email: group.find(({ customer_email }) => customer_email !== '')?.customer_email ?? '',
        phone: group.find(({ customer_phone }) => customer_phone)?.customer_phone ?? null,
        orders: standing.length,
        spent: total('kept'),
        owes: total('due'),
        nextDay: days.find((day) => day >= today) ?? null,
        lastDay: days.findLast((day) => day < today) ?? null,
        noShows: its.filter(({ is_missed }) => is_missed).length,
      },
    ]
  })
}
