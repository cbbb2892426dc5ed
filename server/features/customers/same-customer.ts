import { nameKey } from '#contract/text/visible-text.ts'
import type { Db } from '#server/db/write.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { emailTerm, phoneTerm } from '#server/features/checkout/order-words.ts'

export function selectContacts(db: Db) {
  return db
    .selectFrom('orders')
    .select(['orders.id', 'customer_name', 'customer_email', 'customer_phone', 'created_at'])
}

export type Contact = Pick<
  OrderRow,
  'id' | 'customer_name' | 'customer_email' | 'customer_phone' | 'created_at'
>

/** What tells customers apart, in the form the order search stores it; null if there is nothing. */
export function keyOf({ customer_email, customer_phone }: ContactWays): string | null {
  if (customer_email !== '') return emailTerm(customer_email)
  return customer_phone ? phoneTerm(customer_phone) : null
}

type ContactWays = Pick<Contact, 'customer_email' | 'customer_phone'>

const phoneOf = ({ customer_phone }: ContactWays) =>
  customer_phone ? phoneTerm(customer_phone) : null

type Known = { key: string; person: string; note: string | null }

/** How many times to look for more addresses and numbers of the same people. */
const ROUNDS = 4

/**
 * All orders of the customers behind some orders, one group each, latest first. An order without an
 * email belongs to whoever last gave its phone number with one, unless the farmer said otherwise.
 */
export async function groupByCustomer(db: Db, seeds: readonly ContactWays[]): Promise<Contact[][]> {
  const { rows, groupOf } = await loadAround(db, seeds)
  const wanted = [...new Set(seeds.flatMap((seed) => groupOf(seed) ?? []))]
  const groups = Map.groupBy(rows, (row) => groupOf(row))
  return wanted
    .map((group) => groups.get(group) ?? [])
    .sort(([one], [other]) => (other?.id ?? 0) - (one?.id ?? 0))
}

/**
 * The same for one order. `sure`: orders with its email, or with its phone number and one of their
 * names, or merged with it; a phone number alone may be someone else's. `keys` are those of the
 * sure ones, `known` what is stored about them.
 */
export async function findSameCustomer(db: Db, seed: Contact) {
  const { rows, groupOf, known } = await loadAround(db, [seed])
  const group = groupOf(seed)
  const orders = rows.filter((row) => groupOf(row) === group)
  const personOf = (row: ContactWays) => {
    const key = keyOf(row)
    return known.find((one) => one.key === key)?.person ?? key
  }
  const certain = orders.filter((row) => personOf(row) === personOf(seed))
  const named = new Set(certain.map(phoneAndName))
  const sure = orders.filter(
    (row) => certain.includes(row) || (phoneOf(row) !== null && named.has(phoneAndName(row))),
  )
  const keys = [...new Set(sure.flatMap((order) => keyOf(order) ?? []))]
  return { orders, sure, keys, known: known.filter(({ key }) => keys.includes(key)) }
}

const phoneAndName = (row: Contact) => `${phoneOf(row)} ${nameKey(row.customer_name)}`

async function loadAround(db: Db, seeds: readonly ContactWays[]) {
  const keys = new Set(
    seeds.flatMap((seed) => [keyOf(seed), phoneOf(seed)].flatMap((k) => k ?? [])),
  )
  const asked = new Set<string>()
  const rows = new Map<number, Contact>()
  const known = new Map<string, Known>()
  for (let round = 0; round < ROUNDS && asked.size < keys.size; round++) {
    const next = [...keys].filter((key) => !asked.has(key))
    for (const key of next) asked.add(key)
    for (const row of await listKnown(db, next)) {
      known.set(row.key, row)
      keys.add(row.key)
    }
    for (const row of await listOrdersOf(db, next)) {
      rows.set(row.id, row)
      for (const key of [keyOf(row), phoneOf(row)]) if (key !== null) keys.add(key)
    }
  }
  const all = [...rows.values()].sort(
    (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at) || other.id - one.id,
  )
  const emailOfPhone = new Map<string, string>()
  for (const row of all.toReversed()) {
    const phone = phoneOf(row)
    if (phone !== null && row.customer_email !== '')
      emailOfPhone.set(phone, emailTerm(row.customer_email))
  }
  const groupOf = (ways: ContactWays): string | null => {
    const own = keyOf(ways)
    if (own === null) return null
    const key = known.has(own) ? own : (emailOfPhone.get(own) ?? own)
    return known.get(key)?.person ?? key
  }
  return { rows: all, groupOf, known: [...known.values()] }
}

function listKnown(db: Db, keys: readonly string[]): Promise<Known[]> {
  const persons = db.selectFrom('customers').select('person').where('key', 'in', keys)
  return db
    .selectFrom('customers')
    .select(['key', 'person', 'note'])
    .where('person', 'in', persons)
    .execute()
}

/** Uses the search's words, since an address and a phone number are one word each. */
function listOrdersOf(db: Db, keys: readonly string[]): Promise<Contact[]> {
  const orders = selectContacts(db).innerJoin('order_words', 'order_words.order_id', 'orders.id')
  return orders.where('word', 'in', keys).execute()
}
