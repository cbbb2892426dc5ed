import { setImmediate as othersTurn } from 'node:timers/promises'
import { toCents } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/write.ts'
import { summarize } from './find-customers.ts'
import { groupByCustomer, keyOf, selectContacts } from './same-customer.ts'

/** How many orders to group into customers at once. */
const AT_ONCE = 200

/** Customers per query: a statement takes 32,766 values, and a regular has hundreds of orders. */
const CUSTOMERS_AT_ONCE = 20

export const CUSTOMER_COLUMNS = ['Name', 'Email', 'Phone', 'Orders', 'Spent', 'Owes', 'Note']

/** Every customer as a spreadsheet row, latest order first. */
export async function* customerRows(db: Db, at: Date): AsyncGenerator<string[]> {
  const seen = new Set<number>()
  const notes = await listNotes(db)
  for (let before: number | null = null; ; ) {
    const page = await listContacts(db, before)
    const last = page.at(-1)
    if (!last) return
    before = last.id
    const unseen = page.filter(({ id }) => !seen.has(id))
    const groups = await groupByCustomer(db, unseen)
    const fresh = groups.filter((group) => !group.some(({ id }) => seen.has(id)))
    for (const { id } of fresh.flat()) seen.add(id)
    const noteOf = new Map(
      fresh.map((group) => [
        group[0]?.id,
        group.flatMap((one) => notes.get(keyOf(one) ?? '') ?? []),
      ]),
    )
    for (let from = 0; from < fresh.length; from += CUSTOMERS_AT_ONCE) {
      const some = await summarize(db, fresh.slice(from, from + CUSTOMERS_AT_ONCE), at)
      for (const { id, name, email, phone, orders, spent, owes } of some) {
        const money = [spent, owes].map((dollars) => plainDollars(toCents(dollars)))
        yield [name, email, phone ?? '', String(orders), ...money, noteOf.get(id)?.[0] ?? '']
      }
    }
    await othersTurn()
  }
}

function listContacts(db: Db, before: number | null) {
  const latest = selectContacts(db).orderBy('id', 'desc').limit(AT_ONCE)
  return (before === null ? latest : latest.where('id', '<', before)).execute()
}

async function listNotes(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('customers')
    .select(['key', 'note'])
    .where('note', 'is not', null)
    .execute()
  return new Map(rows.map(({ key, note }) => [key, note ?? '']))
}
