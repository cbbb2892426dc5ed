import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { backups } from '#contract/backups.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { toastFailure } from '../shared/toast-failure.ts'

/** How often it is asked how far a backup is, in milliseconds. */
const PACE = 1000

export const backupsQuery = queryOptions({
  ...query(backups.show),
  refetchInterval: ({ state }) => (state.data?.running ? PACE : false),
})

export function useBackUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(backups.make),
    onSuccess: (desk) => client.setQueryData(backupsQuery.queryKey, desk),
    onError: (failure) => toastFailure('No backup', failure),
  })
}
