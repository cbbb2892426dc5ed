import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { before, id, instant } from '../shapes.ts'

/** `web/desk/audit/history-page.tsx` has a sentence for each. */
export const RECORDED = {
  desk: ['signed in', 'signed out'],
  'wrong-password': ['refused'],
  'password-alone': ['refused'],
  session: ['ended'],
  sessions: ['ended'],
  password: ['changed'],
  'second-factor': ['on', 'off'],
  passkey: ['created', 'changed', 'ended', 'stopped'],
  token: ['created', 'ended'],
  tokens: ['ended'],
  person: ['created', 'changed', 'linked', 'ended'],
  device: ['created', 'changed', 'ended', 'signed out'],
  shop: [
    'exported',
    'paused',
    'resumed',
    'restore asked for',
    'restore given up',
    'restored',
    'not restored',
  ],
  backup: ['created', 'downloaded'],
  passphrase: ['changed', 'removed'],
  email: ['changed'],
  cards: ['changed'],
  buyer: ['trusted', 'refused', 'removed'],
  setting: ['created', 'changed'],
  product: [
    ...(['created', 'changed', 'deleted', 'restored', 'harvested', 'wasted'] as const),
    ...(['gave-away', 'counted', 'stock-undone'] as const),
  ],
  products: ['arranged'],
  category: ['created', 'changed'],
  recipe: ['created', 'changed', 'deleted'],
  price: ['created', 'changed', 'deleted'],
  page: ['created', 'changed', 'deleted'],
  picture: ['created', 'deleted'],
  place: ['created', 'changed', 'market days made'],
  rule: ['created', 'changed', 'deleted'],
  closure: ['created', 'deleted'],
  day: [
    ...(['changed', 'closed', 'limited', 'ready', 'written to', 'phone written off'] as const),
    ...(['goods settled', 'noted'] as const),
  ],
  order: [
    ...(['written-down', 'changed', 'undone', 'cancelled', 'contact-changed', 'settled'] as const),
    ...(['called', 'invited'] as const),
    ...(['moved', 'goods-changed', 'refunded', 'kept'] as const),
    ...(['given away', 'disputed', 'dispute ended', 'noted', 'erased'] as const),
  ],
  refund: ['retried', 'shrunk'],
  missed: ['deleted'],
  sale: ['noted'],
  phone: ['granted', 'lost', 'ended'],
  stall: ['decided'],
  short: ['shared'],
  harvest: ['printed'],
  list: ['exported'],
  orders: ['exported'],
  figures: ['exported'],
  subscribers: ['exported', 'imported'],
  customers: ['imported', 'erased'],
  subscriber: ['removed'],
  letter: ['planned', 'changed', 'taken-back', 'sent', 'tested'],
  mail: ['sent again'],
  question: ['answered', 'deleted'],
  hook: ['created', 'changed', 'secret changed', 'sent again', 'deleted'],
} as const satisfies Record<string, readonly string[]>

type Recorded = typeof RECORDED
type Kind = keyof Recorded
export type ActionOn<K extends Kind> = Recorded[K][number]

export type RecordedAction = {
  [A in ActionOn<Kind>]: { action: A; subject: SubjectOf<KindWith<A>> }
}[ActionOn<Kind>]

type KindWith<A> = { [K in Kind]: A extends ActionOn<K> ? K : never }[Kind]
export type SubjectOf<K extends Kind> = K | `${K}:${string | number}`

export type RecordedName = { [K in Kind]: `${K} ${ActionOn<K>}` }[Kind]

const state = z.nullable(z.record(z.string(), z.unknown()))

/**
 * `before` is null for something new, `after` for something deleted. Device and network (`Chrome on
 * Android`, `192.0.2.0/24`) are the caller's; null if no desk call did it.
 */
const historyEntry = z.object({
  id,
  at: instant,
  action: z.string(),
  subject: z.string(),
  before: state,
  after: state,
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Name; null for entries older than helper accounts, or if no call did it. */
  person: z.nullable(z.string()),
})
export type HistoryEntry = z.output<typeof historyEntry>

const historyPage = z.object({ entries: z.array(historyEntry), isMore: z.boolean() })
export type HistoryPage = z.output<typeof historyPage>

export const MAX_ENTRIES = 100

export const history = {
  list: deskEndpoint('never', 'GET /api/admin/history', {
    summary: 'The latest 100 changes to one thing, such as `?subject=product&id=7`, newest first.',
    query: z.strictObject({
      subject: z
        .string('Please say whose history.')
        .check(
          z.regex(/^[a-z]{1,20}$/, 'There is no such subject.'),
          z.describe('What kind of thing it is'),
        ),
      id: z
        .string('Please say whose history.')
        .check(z.regex(/^[\w-]{1,64}$/, 'There is no such number.'), z.describe('Its ID')),
    }),
    output: z.array(historyEntry),
  }),
  all: deskEndpoint('never', 'GET /api/admin/history/all', {
    summary:
      'What was done at the desk, newest first, 100 at a time; `before` an entry’s id returns the ones before it.',
    query: z.strictObject({ before }),
    output: historyPage,
  }),
}
