import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { bookkeeping } from '#contract/books.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { sentenceOf } from '#web/api/request.ts'
import { toast } from '#web/ui/toast-store.ts'

/** How often it is asked whether a check is done, in milliseconds. */
const PACE = 1000

export const booksQuery = queryOptions({
  ...query(bookkeeping.show),
  refetchInterval: ({ state }) => (state.data?.isRunning ? PACE : false),
})

export function useCheckBooks() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(bookkeeping.check),
    onSuccess: (books) => client.setQueryData(booksQuery.queryKey, books),
    onError: (failure) =>
      toast({ variant: 'destructive', title: 'The books were not checked', description: sentenceOf(failure) }),
  })
}
