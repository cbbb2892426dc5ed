import { randomUUID } from 'node:crypto'
import type { CustomerDetail } from '#contract/orders/customers.ts'
import { usualGoods } from '#contract/orders/usual-goods.ts'
import { recordChange } from '#server/core/audit.ts'
import { mergeChange } from '#server/core/merge-change.ts'
import { invalidField } from '#server/core/refusal.ts'
import { type Db, snapshot, write } from '#server/db/write.ts'
import { refuseCardNumbers } from '#server/features/checkout/card-numbers.ts'
import { eraseOrders } from '#server/features/orders/erase-person.ts'
import { loadOrders, noSuchOrder } from '#server/features/orders/order-queries.ts'
import type { DbAndClock, Shop } from '#server/shop.ts'
import { summarize } from './find-customers.ts'
import { findSameCustomer, selectContacts } from './same-customer.ts'

const SHOWN = 50

/** @throws Refusal 'not-found' */
export function showCustomer({ db, now }: DbAndClock, id: number) {
  return snapshot(db, (db) => readCustomer(db, id, now()))
}

async function readCustomer(db: Db, id: number, at: Date): Promise<CustomerDetail> {
  const { orders, known } = await requireCustomer(db, id)
  const [summary] = await summarize(db, [orders], at)
  const oldest = orders.at(-1)
  if (!summary || !oldest) return noSuchOrder(id)
  const shown = orders.slice(0, SHOWN).map((order) => order.id)
  const history = await loadOrders(db, shown)
  return {
    ...summary,
    since: oldest.created_at,
    note: noteOf(known),
    isMerged: known.length > 1,
    usual: usualGoods(history),
    history,
  }
}

const noteOf = (known: readonly { note: string | null }[]) =>
  known.find(({ note }) => note !== null)?.note ?? null

/** An order without email and phone number counts as its own customer. */
async function requireCustomer(db: Db, id: number) {
  const seed = await selectContacts(db).where('id', '=', id).executeTakeFirst()
  if (!seed) return noSuchOrder(id)
  const found = await findSameCustomer(db, seed)
  return found.keys.length > 0 ? found : { orders: [seed], sure: [seed], keys: [], known: [] }
}

/** @throws Refusal 'not-found', 'invalid', 'changed-meanwhile', 'card-number-in-text' */
export function changeCustomerNote(
  { db, now }: DbAndClock,
  id: number,
  { note, base }: { note: string | null; base?: { note: string | null } | undefined },
): Promise<CustomerDetail> {
  refuseCardNumbers({ note })
  return write(db, async (tx, emit) => {
    const { keys, known } = await requireCustomer(tx, id)
    const before = noteOf(known)
    const labels = { note: { name: 'note' } }
    mergeChange({ note }, { base, stored: { note: before }, labels })
    if (keys.length === 0) throw invalidField('note', NOBODY)
    if (before === note) return readCustomer(tx, id, now())
    await keep(tx, keys, { person: known[0]?.person ?? randomUUID(), note })
    // History outlives erasing, so it says that the note changed, without its words.
    const change = { before: { customerNote: false }, after: { customerNote: true } }
    await recordChange(tx, { action: 'changed', subject: `order:${id}`, ...change }, now())
    emit({ kind: 'orders', orderId: id })
    return readCustomer(tx, id, now())
  })
}

const NOBODY = 'Please enter a phone number or an email address in the order first.'

/**
 * `other` null: splits them up, one customer per key, each with the note.
 * @throws Refusal 'not-found', 'invalid'
 */
export function mergeCustomers(
  { db, now }: DbAndClock,
  id: number,
  other: number | null,
): Promise<CustomerDetail> {
  return write(db, async (tx, emit) => {
    const [one, two] = [await requireCustomer(tx, id), await requireCustomer(tx, other ?? id)]
    if (one.keys.length === 0 || two.keys.length === 0) throw invalidField('with', NOBODY)
    const person = one.known[0]?.person ?? two.known[0]?.person ?? randomUUID()
    const notes = [noteOf(one.known), noteOf(two.known)].filter((note) => note !== null)
    const note = [...new Set(notes)].join('\n') || null
    const keys = [...new Set([...one.keys, ...two.keys])]
    if (other !== null) await keep(tx, keys, { person, note })
    else for (const key of keys) await keep(tx, [key], { person: randomUUID(), note })
    const after = { sameCustomerAs: other }
    await recordChange(tx, { action: 'changed', subject: `order:${id}`, after }, now())
    emit({ kind: 'orders', orderId: id })
    return readCustomer(tx, id, now())
  })
}

/** Every key has the note, so that it is deleted with the last of them. */
async function keep(
  tx: Db,
  keys: readonly string[],
  { person, note }: { person: string; note: string | null },
): Promise<void> {
  await tx
    .insertInto('customers')
    .values(keys.map((key) => ({ key, person, note })))
    .onConflict((known) => known.column('key').doUpdateSet({ person, note }))
    .execute()
}

/** Orders that share only a phone number stay. @throws Refusal 'not-found' */
export async function eraseCustomer(shop: Shop, id: number) {
  const { orders, sure } = await requireCustomer(shop.db, id)
  const ids = sure.map((order) => order.id)
  const { erased, kept } = await eraseOrders(shop, ids)
  const unsure = orders.filter((order) => !sure.includes(order))
  return { erased, kept: [...kept, ...unsure.map((order) => ({ id: order.id, message: UNSURE }))] }
}

const UNSURE = 'Another name or email with the same phone number. Open it to erase it.'
