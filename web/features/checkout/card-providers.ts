import type { OutputOf } from '#contract/endpoint.ts'
import type { payments } from '#contract/payments.ts'
import type { CardProvider } from './card-provider.ts'
import { SandboxCardEntry } from './sandbox/sandbox-card-entry.tsx'

/** Which provider takes the cards, and whether money really moves. */
export type PaymentsConfig = OutputOf<typeof payments.config>

const PROVIDERS: Partial<Record<PaymentsConfig['provider'], CardProvider>> = {
  sandbox: { CardEntry: SandboxCardEntry },
}

/** The provider of this shop; null while it is not known or its library is not there. */
export function cardProvider(config: PaymentsConfig | undefined): CardProvider | null {
  return (config && PROVIDERS[config.provider]) ?? null
}

/** Whether nothing paid here is real money. */
export function isTestMode(config: PaymentsConfig | undefined): boolean {
  return config !== undefined && (config.provider === 'sandbox' || !config.livemode)
}
