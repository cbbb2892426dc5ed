import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RestoreDesk } from '#contract/restore.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import { restoreQuery } from './restore-query.ts'

export function useRestoreStep() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (step: () => Promise<RestoreDesk>) => step(),
    // It may hold a passphrase.
    gcTime: 0,
    onSuccess: (desk) => client.setQueryData(restoreQuery.queryKey, desk),
    onError: (failure) => toastFailure('That did not work', failure),
    onSettled: () => client.invalidateQueries({ queryKey: restoreQuery.queryKey }),
  })
}
