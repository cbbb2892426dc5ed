import { queryOptions } from '@tanstack/react-query'
import { bookkeeping } from '#contract/books.ts'
import { call } from '#web/api/call.ts'
import { forDesk } from '../session/desk-session.ts'

/** Whether stock, orders and money agree, at the moment the desk asked. */
export const booksQuery = queryOptions({
  queryKey: [bookkeeping.check.path],
  queryFn: ({ client }) => forDesk(client, call(bookkeeping.check)),
})
