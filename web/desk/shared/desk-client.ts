import { MutationCache, type QueryClient } from '@tanstack/react-query'
import { today } from '#contract/today.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { readAgain } from './use-change.ts'

/** How long the desk keeps data it isn't showing, in ms. */
const KEPT = 5 * 60_000

export function createDeskClient(): QueryClient {
  const client: QueryClient = createQueryClient(undefined, {
    mutationCache: new MutationCache({ onSuccess: () => void readAgain(client, [today.show]) }),
    gcTime: KEPT,
  })
  return client
}
