import { z } from 'zod'

/** `api` is another address of Stripe's API, which only tests may give. */
export type StripeKeys = {
  secretKey: string
  publishableKey: string
  /** Null only in test mode: the browser's own call then has to complete each order. */
  webhookSecret: string | null
  livemode: boolean
  unchecked: boolean
  api?: { host: string; port: number }
}

export const stripeVariables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(?:test|live)_\w+$/, 'must start with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:test|live)_\w+$/, 'must start with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must start with whsec_')
    .optional(),
  STRIPE_UNCHECKED: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
}

type StripeVariables = z.output<z.ZodObject<typeof stripeVariables>>
type ReportFault = (name: keyof StripeVariables | 'LIMITS', message: string) => void

/** Says what does not go together, such as test keys beside live ones or no webhook secret. */
export function checkStripePair(
  variables: StripeVariables & { LIMITS: boolean },
  report: ReportFault,
): void {
  const {
    STRIPE_SECRET_KEY: secret,
    STRIPE_PUBLISHABLE_KEY: publishable,
    STRIPE_WEBHOOK_SECRET: webhook,
  } = variables
  if (!secret && (publishable || webhook))
    report('STRIPE_SECRET_KEY', 'must be set too; half a set of keys cannot take cards')
  if (!publishable && secret)
    report('STRIPE_PUBLISHABLE_KEY', 'must be set too; half a set of keys cannot take cards')
  if (!secret || !publishable) return
  if (isLive(secret) !== isLive(publishable))
    report(
      'STRIPE_PUBLISHABLE_KEY',
      'must be of the same mode as STRIPE_SECRET_KEY: both test or both live',
    )
  if (!isLive(secret)) return
  if (!webhook)
    report(
      'STRIPE_WEBHOOK_SECRET',
      'must be set with live keys; orders of buyers who close the page need it',
    )
  if (!variables.LIMITS) report('LIMITS', 'must be on with live keys')
}

export function stripeKeysOf(variables: StripeVariables): StripeKeys | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = variables
  if (!secretKey || !publishableKey) return null
  return {
    secretKey,
    publishableKey,
    webhookSecret: variables.STRIPE_WEBHOOK_SECRET ?? null,
    livemode: isLive(secretKey),
    unchecked: variables.STRIPE_UNCHECKED === '1',
  }
}

function isLive(key: string): boolean {
  return /^\w\w_live_/.test(key)
}
