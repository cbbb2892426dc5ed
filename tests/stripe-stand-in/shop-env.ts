import type { StripeKeys } from '#server/config/services.ts'
import { PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from './keys.ts'

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
