import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { bookkeeping } from '#contract/books.ts'
import { call, sentenceOf } from '#web/api/call.ts'
import { toast } from '#web/ui/toast-store.ts'
import { forDesk } from '../session/desk-session.ts'

/** How often it is asked whether a check is done, in milliseconds. */
const PACE = 1000

export const booksQuery = queryOptions({
  queryKey: [bookkeeping.show.path],
  queryFn: ({ client }) => forDesk(client, call(bookkeeping.show)),
  refetchInterval: ({ state }) => (state.data?.isRunning ? PACE : false),
})

export function useCheckBooks() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => forDesk(client, call(bookkeeping.check)),
    onSuccess: (books) => client.setQueryData(booksQuery.queryKey, books),
    onError: (failure) =>
      toast({ variant: 'destructive', title: 'The books were not checked', description: sentenceOf(failure) }),
  })
}
