import type { StripeKeys } from '#server/config/services.ts'
import {
  LIVE_KEY,
  LIVE_PUBLISHABLE_KEY,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  WEBHOOK_SECRET,
} from './keys.ts'

export const STRIPE_ENV = {
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
}

export function standInKeys({ port }: { port: number }): StripeKeys {
  const keys = {
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
  }
  return { ...keys, livemode: false, unchecked: false, api: { host: '127.0.0.1', port } }
}

export function liveKeys({ port }: { port: number }): StripeKeys {
  const keys = { secretKey: LIVE_KEY, publishableKey: LIVE_PUBLISHABLE_KEY, webhookSecret: null }
  const api = { host: '127.0.0.1', port, takesLive: true as const }
  return { ...keys, livemode: true, unchecked: false, api }
}
