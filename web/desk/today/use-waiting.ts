import { useQuery } from '@tanstack/react-query'
import { admin } from '#contract/people/admin.ts'
import { today } from '#contract/today.ts'
import { query } from '#web/api/call.ts'
import { booksQuery } from '../books/books-part.tsx'
import { warningOfBooks } from '../books/books-warning.ts'
import { warningsOf } from '../notices/warnings.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { workOfToday } from './work-of-today.ts'

export type Waiting = ReturnType<typeof useWaiting>

export function useWaiting() {
  const dates = useFarmDates()
  const { data: today } = useQuery(todayQuery)
  const { data: notices } = useQuery(query(admin.notices))
  const { data: books } = useQuery(booksQuery)
  const work = today ? workOfToday(today, dates) : []
  const warnings = [
    ...(books ? warningOfBooks(books) : []),
    ...(notices ? warningsOf(notices) : []),
  ]
  const missed = notices?.missedOrders ?? []
  return { work, warnings, missed, count: work.length + warnings.length + missed.length }
}

export const todayQuery = query(today.show)
