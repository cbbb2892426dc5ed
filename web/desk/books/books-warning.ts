import { BookOpenCheck } from 'lucide-react'
import type { Books } from '#contract/money/books.ts'
import type { Work } from '../shared/work-row.tsx'

export function warningOfBooks({ differing, failure }: Books): Work[] {
  const books = {
    name: 'books',
    Icon: BookOpenCheck,
    tone: 'failure',
    href: '#money/books',
  } as const
  const rows = differing === 1 ? 'one row' : `${differing.toLocaleString('en-US')} rows`
  if (differing > 0)
    return [{ ...books, title: `The books are off in ${rows}`, detail: 'See which' }]
  if (failure) return [{ ...books, title: 'The books could not be checked', detail: 'See why' }]
  return []
}
