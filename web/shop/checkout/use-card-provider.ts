import type { OutputOf } from '#contract/endpoint.ts'
import type { payments } from '#contract/payments.ts'
import { useQuery } from '#web/api/use-query.tsx'
import type { CardProvider } from './card-provider.ts'

export type PaymentsConfig = OutputOf<typeof payments.config>

type LoadProvider = (config: PaymentsConfig) => Promise<CardProvider>

/** Each provider's code comes only to the shops that use it. */
const LOADERS: Record<PaymentsConfig['provider'], LoadProvider> = {
  sandbox: async () => {
    const { sandboxCards } = await import('./sandbox/sandbox-card-entry.tsx')
    return sandboxCards
  },
  stripe: async ({ publishableKey }) => {
    const { loadStripeCards } = await import('./stripe/stripe-card-entry.tsx')
    return loadStripeCards(publishableKey ?? '')
  },
}

export function isTestMode(config: PaymentsConfig | undefined): boolean {
  return config !== undefined && (config.provider === 'sandbox' || !config.livemode)
}

/** The provider of this shop with its library; fails when it cannot be had, and may be asked again. */
export function useCardProvider(config: PaymentsConfig | undefined) {
  return useQuery({
    queryKey: ['card provider', config?.provider, config?.publishableKey],
    queryFn: config && (() => LOADERS[config.provider](config)),
    enabled: config !== undefined,
  })
}
