import { queryOptions } from '@tanstack/react-query'
import { bookChecks } from '#contract/money/books.ts'
import { query } from '#web/api/query.ts'

/** How often to ask whether a check is done, in ms. */
const PACE = 1000

export const booksQuery = queryOptions({
  ...query(bookChecks.show),
  refetchInterval: ({ state }) => (state.data?.isRunning ? PACE : false),
})
