import { skipToken, useQuery } from '@tanstack/react-query'
import { loadCardProvider, type PaymentsConfig } from './card-providers.ts'

/** The code that takes the cards of this shop, fetched once the shop's provider is known. */
export function useCardProvider(config: PaymentsConfig | undefined) {
  return useQuery({
    queryKey: ['card provider', config?.provider, config?.publishableKey],
    queryFn: config ? () => loadCardProvider(config) : skipToken,
  })
}
