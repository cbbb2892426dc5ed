import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import { STALL_PAGE } from '#contract/market/stall-page.ts'

const PARTS: Readonly<Record<string, string>> = {
  cash: 'close',
  truck: 'close/truck',
  'not-picked-up': 'close/no-shows',
}

const MOVED: Readonly<Record<string, string>> = {
  books: 'money/books',
  setup: 'email',
  'setup/mail': 'email/server',
  'setup/mail-off': 'email/off',
  'setup/cards': 'taking-money',
  'today/pause': 'calendar/pause',
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** A list of what is no day has nothing to show. */
export function leadsNowhere(hash: string): boolean {
  const [page, day = ''] = hash.split('/')
  return page === 'lists' && day !== '' && day !== WITHOUT_DAY && !DAY.test(day)
}

/** Where a page of the desk went that another has now; null for any other. */
export function movedTo(hash: string): string | null {
  const [page, part = '', id] = hash.split('/')
  if (MOVED[hash]) return `#${MOVED[hash]}`
  if (page === 'figures') return `#${hash.replace(page, 'money')}`
  if (page !== 'market') return null
  if (part === 'sales') return id ? `#sales/${id}` : '#sales'
  const day = /^\d+$/.test(id ?? '') && part !== 'not-picked-up' ? `?day=${id}` : ''
  return `${STALL_PAGE}${day}#${PARTS[part] ?? 'sell'}`
}
