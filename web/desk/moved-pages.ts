import { STALL_PAGE } from '#contract/market/stall-page.ts'

const PARTS: Readonly<Record<string, string>> = {
  ...{ cash: 'close', truck: 'close/truck', 'not-picked-up': 'close/no-shows' },
}

/** Where a page of the desk went that the market day's page has now; null for any other. */
export function movedTo(hash: string): string | null {
  const [page, part = '', id] = hash.split('/')
  if (page !== 'market') return null
  if (part === 'sales') return id ? `#sales/${id}` : '#sales'
  const day = /^\d+$/.test(id ?? '') && part !== 'not-picked-up' ? `?day=${id}` : ''
  return `${STALL_PAGE}${day}#${PARTS[part] ?? 'sell'}`
}
