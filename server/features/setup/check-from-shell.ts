import { randomUUID } from 'node:crypto'
import { ConfigError } from '#server/config/config.ts'
import { setIfAbsent } from '#server/core/key-value.ts'
import { type Db, write } from '#server/db/write.ts'
import { inspectWebhook, makeWebhook } from '#server/outside/stripe-webhook.ts'
import { findKnownIntent, storeCheck } from './card-records.ts'
import { webhookUrl } from './change-cards.ts'
import { checkCards } from './check-cards.ts'
import type { CardSources } from './desk-cards.ts'

/**
 * Checks the keys in the environment variables. Without a webhook secret among them, it creates the
 * webhook and prints the secret, which Stripe shows only once.
 * @throws ConfigError without keys
 */
export async function checkFromShell(
  db: Db,
  place: CardSources,
  now: Date,
): Promise<{ lines: string[]; hasPassed: boolean }> {
  const keys = place.stripe
  if (!keys)
    throw new ConfigError(
      'Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, first the test keys of the account.',
    )
  const [shop, url] = [await setIfAbsent(db, 'shop_id', randomUUID()), webhookUrl(place)]
  let made: string | null = null
  const steps = await checkCards(keys, {
    known: await findKnownIntent(db, keys.livemode),
    webhook: async (client, isClean) => {
      if (keys.webhookSecret || !url)
        return keys.webhookSecret ? inspectWebhook(client) : NO_WEBHOOK
      if (isClean) made = (await makeWebhook(client, { shop, url })).webhookSecret
      return null
    },
  })
  const hasPassed = steps.every(({ state }) => state === 'ok')
  const { livemode } = keys
  const state = hasPassed ? 'passed' : 'failed'
  await write(db, (tx) => storeCheck(tx, { state, livemode, at: now.toISOString(), steps }))
  const lines = steps.map(({ what, state, differs }) =>
    state === 'differs' ? `  DIFFERS  ${what}: ${differs}` : `  ${state.padEnd(8)} ${what}`,
  )
  if (made) lines.push('', `The webhook is made. Set STRIPE_WEBHOOK_SECRET=${made}`)
  return { lines: [...lines, '', hasPassed ? WORKS : DIFFERS], hasPassed }
}

const NO_WEBHOOK =
  'no webhook: set PUBLIC_URL to the shop’s https address to have one made, or STRIPE_WEBHOOK_SECRET'
const WORKS = 'Stripe works the way this shop expects. Live keys will open the shop now.'
const DIFFERS = 'Stripe does not behave the way this shop expects. Live keys will not open it.'
