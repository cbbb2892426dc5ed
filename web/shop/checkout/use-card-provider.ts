import { skipToken, useQuery } from '@tanstack/react-query'
import { loadCardProvider, type PaymentsConfig } from './card-providers.ts'

export function useCardProvider(config: PaymentsConfig | undefined) {
  return useQuery({
    queryKey: ['card provider', config?.provider, config?.publishableKey],
    queryFn: config ? () => loadCardProvider(config) : skipToken,
  })
}
