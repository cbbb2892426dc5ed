import type { Insertable } from 'kysely'
import type { InputOf } from '#contract/endpoint.ts'
import type { newsletter } from '#contract/mail/newsletter.ts'
import type { ImportedPerson } from '#contract/mail/people-import.ts'
import { emailAddress } from '#contract/shapes.ts'
import { visibleText } from '#contract/text/visible-text.ts'
import { recordChange } from '#server/core/audit.ts'
import { newSecret } from '#server/core/hash.ts'
import { type FileRow, importPeople, lettersOf, readPeople } from '#server/core/import-file.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import type { DbAndClock } from '#server/shop.ts'

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

type Row = Insertable<Tables['subscribers']>
type Planned = ImportedPerson & { store?: Omit<Row, 'leave_secret'> }

/** @throws Refusal 'invalid' for a bad file or row, and those of `importFile` */
export async function importSubscribers(
  { db, now }: DbAndClock,
  { csv, ...request }: InputOf<typeof newsletter.import>['body'],
) {
  const rows = await readPeople(csv, HEADINGS, { column: 'email', name: 'email address' })
  const at = now()
  return importPeople(db, request, {
    planRows: async (tx) => planRows(rows, await listKnown(tx), at),
    carryOut: async (tx, _, planned) => {
      await store(tx, planned)
      const count = (outcome: Planned['outcome']) =>
        planned.filter((one) => one.outcome === outcome).length
      const after = { added: count('added'), unsubscribed: count('unsubscribed') }
      await recordChange(tx, { action: 'imported', subject: 'subscribers', after }, at)
    },
  })
}

type Known = Pick<Row, 'state' | 'asked_at' | 'confirmed_at'>

async function listKnown(db: Db): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom('subscribers')
    .select(['email_key', 'state', 'asked_at', 'confirmed_at'])
    .execute()
  return new Map(rows.map(({ email_key, ...known }) => [email_key, known]))
}

function planRows(
  rows: readonly FileRow<Column>[],
  known: Map<string, Known>,
  now: Date,
): Planned[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const { cells } = row
    const say = (outcome: Planned['outcome'], message: string | null = null) => {
      return { row: row.row, who: (cells.email ?? '').slice(0, 254), outcome, message }
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

/** As it was given: a file confirms nobody, and someone who left elsewhere stays unsubscribed. */
function readConsent(
  { cells, columns }: FileRow<Column>,
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
  // A list that says of others when they confirmed says that this one did not.
  const unsaid = columns.has('confirmedAt') && confirmedAt === null ? 'pending' : 'subscribed'
  const state = leftAt !== null && stated !== 'subscribed' ? 'left' : stated || unsaid
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

/** Empty if nothing is said, null for a state we don't know. */
function stateIn(cell: string): State | '' | null {
  const word = lettersOf(cell)
  if (cell === '') return ''
  return (Object.keys(STATES) as State[]).find((state) => STATES[state].test(word)) ?? null
}

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
