import { useQuery } from '@tanstack/react-query'
import { tokens } from '#contract/people/tokens.ts'
import { query } from '#web/api/call.ts'

/** Whether any was made that the farmer has not ended. */
export function useHasTokens(): boolean {
  const { data = [] } = useQuery({ ...query(tokens.list), staleTime: 0 })
  return data.some(({ endedAt }) => endedAt === null)
}
