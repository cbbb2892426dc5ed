import type { Insertable } from 'kysely'
import { type ImportedSubscriber, MAX_IMPORTED } from '#contract/mail/newsletter.ts'
import { emailAddress } from '#contract/shapes.ts'
import { nameKey, visibleText } from '#contract/text/visible-text.ts'
import { recordChange } from '#server/core/audit.ts'
import { hashOfJson, newSecret } from '#server/core/hash.ts'
import { parseCsv, unescaped } from '#server/core/read-csv.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { SubscribersTable } from '#server/db/tables/newsletter.ts'
import type { Db } from '#server/db/tables.ts'
import { snapshot, write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'

/** Headings in small letters, of our own export first, then of Mailchimp, Square and others. */
const HEADINGS = {
  email: /^e?mail(?:address)?$/,
  state: /^(?:status|state|subscriptionstatus|emailmarketingstatus|marketingstatus)$/,
  askedAt:
    /^(?:asked|optintime|signedup|signupdate|subscribed(?:at|date|on)|dateadded|created(?:at)?)$/,
  confirmedAt: /^confirm(?:ed(?:at)?|time|ationtime)$/,
  leftAt: /^(?:left(?:at)?|unsub(?:scribed?)?(?:time|at|date|on))$/,
  consent: /^(?:to|consent|optinsource|source)$/,
} as const
type Column = keyof typeof HEADINGS

const STATES = {
  subscribed: /^(?:subscribed|active|optedin|yes)$/,
  left: /^(?:left|unsubscribed|cleaned|bounced|complained|optedout|inactive|no)$/,
  pending: /^(?:pending|unconfirmed|notconfirmed|invited)$/,
} as const
type State = keyof typeof STATES

const NO_WORDS = 'Signed up before this shop; brought along in a file.'

type Row = Insertable<SubscribersTable>
type Planned = ImportedSubscriber & { store?: Omit<Row, 'leave_secret'> }

type Import = {
  csv: string
  apply?: boolean | undefined
  plan?: string | undefined
  skipRefused?: boolean | undefined
}

/** @throws Refusal 'invalid' for a file or a row that is wrong, 'stock-changed' where the list is no longer as it was looked at */
export async function importSubscribers(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { csv, apply, plan, skipRefused }: Import,
) {
  const rows = await readRows(csv)
  const at = now()
  const planNow = async (tx: Db) => planRows(rows, await listKnown(tx), at)
  if (!apply) return asList(await snapshot(db, planNow), false)
  return write(db, async (tx) => {
    const planned = await planNow(tx)
    const list = asList(planned, true)
    if (plan !== undefined && plan !== list.plan)
      throw new Refusal(
        'stock-changed',
        'The list changed since you last looked. Please check it again.',
      )
    if (!skipRefused) refuseWrongRows(list.rows)
    await store(tx, planned)
    const count = (outcome: Planned['outcome']) =>
      planned.filter((one) => one.outcome === outcome).length
    const after = { added: count('added'), unsubscribed: count('unsubscribed') }
    const change = { action: 'imported', subject: 'subscribers', before: null, after } as const
    await recordChange(tx, change, at)
    return list
  })
}

type FileRow = { row: number; cells: Partial<Record<Column, string>>; columns: Set<Column> }

async function readRows(csv: string): Promise<FileRow[]> {
  const [heading = [], ...records] = await parseCsv(csv)
  const plain = heading.map((name) => lettersOf(name))
  const entries = Object.entries(HEADINGS).flatMap(([column, names]) => {
    const at = plain.findIndex((name) => names.test(name))
    return at < 0 ? [] : [[column as Column, at] as const]
  })
  const columns = new Set(entries.map(([column]) => column))
  if (!columns.has('email'))
    throw new Refusal('invalid', 'This file has no column for the email address.', { field: 'csv' })
  const filled = records.flatMap((record, index) => {
    if (record.every((cell) => cell.trim() === '')) return []
    const cells = entries.map(([column, at]) => [column, unescaped(record[at] ?? '').trim()])
    return [{ row: index + 2, cells: Object.fromEntries(cells), columns }]
  })
  if (filled.length === 0)
    throw new Refusal('invalid', 'There is no address in this file.', { field: 'csv' })
  if (filled.length > MAX_IMPORTED)
    throw new Refusal('invalid', 'At most 5,000 addresses at once, please.', { field: 'csv' })
  return filled
}

const lettersOf = (text: string) => nameKey(text).replace(/[^a-z]/g, '')

type Known = Pick<Row, 'state' | 'asked_at' | 'confirmed_at'>

async function listKnown(db: Db): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom('subscribers')
    .select(['email_key', 'state', 'asked_at', 'confirmed_at'])
    .execute()
  return new Map(rows.map(({ email_key, ...known }) => [email_key, known]))
}

function planRows(rows: readonly FileRow[], known: Map<string, Known>, now: Date): Planned[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const { cells } = row
    const say = (outcome: Planned['outcome'], message: string | null = null) => {
      return { row: row.row, email: (cells.email ?? '').slice(0, 254), outcome, message }
    }
    const email = readEmail(cells.email ?? '')
    if ('message' in email) return say('refused', email.message)
    const key = email.address.toLowerCase()
    const first = seen.get(key)
    if (first !== undefined) return say('refused', `Row ${first} has the same address.`)
    seen.set(key, row.row)
    const consent = readConsent(row, now)
    if ('message' in consent) return say(consent.outcome, consent.message)
    const outcome = outcomeOf(consent, known.get(key))
    if (outcome === 'unchanged') return say(outcome, 'Already on your list.')
    return { ...say(outcome), store: { ...consent, email: email.address, email_key: key } }
  })
}

function readEmail(cell: string): { address: string } | { message: string } {
  const { data, error } = emailAddress('The email address is missing.').safeParse(cell)
  return data ? { address: data } : { message: error?.issues[0]?.message ?? '' }
}

type Consent = Pick<Row, 'state' | 'consent' | 'asked_at' | 'confirmed_at' | 'left_at'>

/** As it was given: nobody is confirmed by a file, and who left elsewhere is kept as gone. */
function readConsent(
  { cells, columns }: FileRow,
  now: Date,
): Consent | { outcome: 'refused' | 'left-out'; message: string } {
  const times = { askedAt: null, confirmedAt: null, leftAt: null } as Record<Moment, string | null>
  for (const moment of MOMENTS) {
    const cell = cells[moment] ?? ''
    const time = cell === '' ? null : readTime(cell)
    if (time === 'none' || (time !== null && time > now.toISOString()))
      return { outcome: 'refused', message: `“${cell.slice(0, 40)}” is not a past date.` }
    times[moment] = time
  }
  const { askedAt, confirmedAt, leftAt } = times
  const stated = stateIn(cells.state ?? '')
  if (stated === null)
    return { outcome: 'refused', message: `“${cells.state}” is no status that we know.` }
  const isConfirmable = columns.has('confirmedAt') && confirmedAt === null
  const state =
    leftAt !== null && stated !== 'subscribed' ? 'left' : stated || stateOf(isConfirmable)
  if (state === 'pending')
    return { outcome: 'left-out', message: 'Never confirmed. They can sign up again.' }
  const asked = askedAt ?? confirmedAt ?? (state === 'left' ? (leftAt ?? now.toISOString()) : null)
  if (asked === null)
    return { outcome: 'refused', message: 'The date when they signed up is missing.' }
  const words = visibleText(cells.consent ?? '')
    .trim()
    .slice(0, 500)
  return {
    state,
    consent: words || NO_WORDS,
    asked_at: asked,
    confirmed_at: confirmedAt,
    left_at: state === 'left' ? (leftAt ?? now.toISOString()) : null,
  }
}

const MOMENTS = ['askedAt', 'confirmedAt', 'leftAt'] as const
type Moment = (typeof MOMENTS)[number]

/** Empty where nothing is said, null where it is none that we know. */
function stateIn(cell: string): State | '' | null {
  const word = lettersOf(cell)
  if (cell === '') return ''
  return (Object.keys(STATES) as State[]).find((state) => STATES[state].test(word)) ?? null
}

/** A list that says of others when they confirmed says that this one did not. */
const stateOf = (isConfirmable: boolean): State => (isConfirmable ? 'pending' : 'subscribed')

/** `2024-05-01T09:00:00Z`, `2024-05-01 09:00:00`, which is UTC, `2024-05-01` or `5/1/2024`. */
function readTime(cell: string): string | 'none' {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(cell) ?? []
  const text = year
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : cell.replace(' ', 'T')
  const [, date, time = '00:00:00', zone = 'Z'] = TIME.exec(text) ?? []
  const at = new Date(`${date}T${time}${zone}`)
  // A 31st of February is none.
  const isDay = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date ?? '-') ?? false
  return isDay && !Number.isNaN(at.getTime()) ? at.toISOString() : 'none'
}

const TIME = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/

/** What we know ourselves stands, unless somebody left after they signed up here. */
function outcomeOf({ state, left_at }: Consent, known: Known | undefined): Planned['outcome'] {
  if (!known) return state === 'left' ? 'unsubscribed' : 'added'
  const since = known.confirmed_at ?? known.asked_at
  return state === 'left' && known.state !== 'left' && (left_at ?? '') > since
    ? 'unsubscribed'
    : 'unchanged'
}

async function store(tx: Db, planned: readonly Planned[]): Promise<void> {
  for (const { store } of planned)
    if (store)
      await tx
        .insertInto('subscribers')
        .values({ ...store, leave_secret: newSecret() })
        .onConflict((known) => {
          const { state, left_at } = store
          const same = known.column('email_key')
          return state === 'left' ? same.doUpdateSet({ state, left_at }) : same.doNothing()
        })
        .execute()
}

function asList(planned: readonly Planned[], applied: boolean) {
  const rows = planned.map(({ store: _, ...row }) => row)
  return { applied, plan: hashOfJson(rows), rows }
}

function refuseWrongRows(rows: readonly ImportedSubscriber[]): void {
  const problems = rows.flatMap(({ row, outcome, message }) =>
    outcome === 'refused' ? [{ field: `rows.${row}`, message: `Row ${row}: ${message}` }] : [],
  )
  if (problems.length > 0)
    throw new Refusal('invalid', 'Nothing was imported: some rows were refused.', {
      field: 'csv',
      problems,
    })
}
