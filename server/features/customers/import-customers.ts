import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ImportedPerson } from '#contract/mail/people-import.ts'
import type { Customer, customers } from '#contract/orders/customers.ts'
import { emailAddress } from '#contract/shapes.ts'
import { visibleLine, visibleText } from '#contract/text/visible-text.ts'
import { recordChange } from '#server/core/audit.ts'
import { type FileRow, importPeople, readPeople } from '#server/core/import-file.ts'
import { noSuch } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { refuseCardNumbers } from '#server/features/checkout/card-numbers.ts'
import { emailTerm, matchesContact, phoneTerm } from '#server/features/checkout/order-words.ts'
import type { DbAndClock } from '#server/shop.ts'

/** Headings in small letters, of our own export first, then of Square, Local Line and others. */
const HEADINGS = {
  name: /^(?:full|customer)?name$/,
  first: /^(?:first|given)name$/,
  last: /^(?:last|family|sur)name$/,
  email: /^e?mail(?:address)?$/,
  phone: /^(?:phone|mobile|cell)(?:number)?$/,
  note: /^(?:private|internal)?(?:notes?|memo)$/,
} as const

type Contact = { name: string; email: string | null; phone: string | null; note: string | null }
type Planned = ImportedPerson & { store?: Contact }

/**
 * For people who never ordered, keeps name, email, phone and note; their orders count once placed.
 * @throws Refusal those of `importFile`
 */
export async function importCustomers(
  { db, now }: DbAndClock,
  { csv, ...request }: InputOf<typeof customers.import>['body'],
): Promise<OutputOf<typeof customers.import>> {
  refuseCardNumbers({ csv })
  const named = /^[^\r\n]*first/i.test(csv) ? ('first' as const) : ('name' as const)
  const rows = await readPeople(csv, HEADINGS, { column: named, name: 'name' })
  return importPeople(db, request, {
    planRows: async (tx) => planRows(rows, await listKnown(tx)),
    carryOut: async (tx, _, planned) => {
      const added = planned.flatMap(({ store }) => store ?? [])
      for (const contact of added) await insertContact(tx, contact)
      const after = { added: added.length }
      await recordChange(tx, { action: 'imported', subject: 'customers', after }, now())
    },
  })
}

async function listKnown(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('customers').select('key').execute()
  return new Set(rows.map(({ key }) => key))
}

const keysOf = ({ email, phone }: Pick<Contact, 'email' | 'phone'>): string[] =>
  [email && emailTerm(email), phone && phoneTerm(phone)].flatMap((key) => key || [])

function planRows(
  rows: readonly FileRow<keyof typeof HEADINGS>[],
  known: ReadonlySet<string>,
): Planned[] {
  const seen = new Map<string, number>()
  return rows.map(({ row, cells }) => {
    const name = visibleLine(cells.name || `${cells.first ?? ''} ${cells.last ?? ''}`)
    const say = (outcome: Planned['outcome'], message: string | null = null) => {
      return {
        row,
        who: (name || cells.email || cells.phone || '').slice(0, 254),
        outcome,
        message,
      }
    }
    const email = cells.email ? emailAddress('').safeParse(cells.email) : null
    if (email?.error) return say('refused', email.error.issues[0]?.message ?? '')
    const note = visibleText(cells.note ?? '').trim() || null
    const contact = { name, email: email?.data ?? null, phone: cells.phone || null, note }
    const keys = keysOf(contact)
    if (name === '') return say('refused', 'The name is missing.')
    if (keys.length === 0) return say('refused', 'It needs an email or a phone number.')
    if (name.length > 120 || (contact.phone ?? '').length > 40 || (note ?? '').length > 2000)
      return say('refused', 'The name, phone or note is too long.')
    const first = keys.flatMap((key) => seen.get(key) ?? [])[0]
    if (first !== undefined) return say('refused', `Row ${first} has the same email or phone.`)
    for (const key of keys) seen.set(key, row)
    if (keys.some((key) => known.has(key))) return say('unchanged', 'Already here.')
    return { ...say('added'), store: contact }
  })
}

/** The contact is stored with the first of its keys, the note with each. */
async function insertContact(tx: Db, { note, ...contact }: Contact): Promise<void> {
  const person = randomUUID()
  const rows = keysOf(contact).map((key, nth) => ({
    key,
    person,
    note,
    ...(nth === 0 ? contact : { name: null, email: null, phone: null }),
  }))
  const once = tx.insertInto('customers').values(rows)
  await once.onConflict((known) => known.doNothing()).execute()
}

/** People imported from a file who never ordered here. */
function selectImported(db: Db) {
  return db
    .selectFrom('customers as one')
    .where('one.name', 'is not', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('customers as its')
            .innerJoin('order_words', 'order_words.word', 'its.key')
            .select('its.key')
            .whereRef('its.person', '=', 'one.person'),
        ),
      ),
    )
}

/** By name, matching a text or all. */
export async function findImported(db: Db, text: string, most: number): Promise<Customer[]> {
  const rows = await selectImported(db)
    .select(['one.name', 'one.email', 'one.phone'])
    .orderBy('one.name')
    .execute()
  const none = { id: null, orders: 0, spent: 0, owes: 0, nextDay: null, lastDay: null, noShows: 0 }
  return rows
    .map(({ name, email, phone }) => ({ ...none, name: name ?? '', email: email ?? '', phone }))
    .filter(({ name, email, phone }) => {
      const contact = { customer_name: name, customer_email: email, customer_phone: phone }
      return matchesContact({ id: 0, ...contact }, text)
    })
    .slice(0, most)
}

/** @throws Refusal 'not-found', also for whoever ordered: their orders are erased instead */
export function forgetImported(
  { db, now }: DbAndClock,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<void> {
  return write(db, async (tx) => {
    const keys = keysOf({ email, phone })
    const found = await selectImported(tx)
      .select('one.person')
      .where('one.key', 'in', keys)
      .execute()
    const persons = found.map(({ person }) => person)
    if (persons.length === 0) noSuch('such customer without an order')
    await tx.deleteFrom('customers').where('person', 'in', persons).execute()
    await recordChange(tx, { action: 'erased', subject: 'customers' }, now())
  })
}
