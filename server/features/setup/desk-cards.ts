import { z } from 'zod'
import { type CardsChange, modeOf } from '#contract/money/cards.ts'
import { type Config, ConfigError } from '#server/config/config.ts'
import type { StripeKeys } from '#server/config/services.ts'
import type { Db } from '#server/db/write.ts'
import {
  type CardProviders,
  chooseProvider,
  requireChecked,
} from '#server/features/checkout/choose-provider.ts'
import { readSecret, storeSecret } from '#server/files/private-files.ts'

/** `stripe` comes from environment variables, which win over the desk's keys. */
export type CardSources = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'stripe' | 'stripeApi' | 'publicUrl' | 'limits'
>

export type CardMode = 'test' | 'live'

const keySet = z.object({
  secretKey: z.string(),
  publishableKey: z.string(),
  webhookId: z.string().nullable(),
  webhookSecret: z.string().nullable(),
})
export type KeySet = z.output<typeof keySet>

const deskCards = z.object({ test: keySet.nullable(), live: keySet.nullable() })
type DeskCards = z.output<typeof deskCards>

const FILE = 'stripe.json'

/** A damaged file counts as none: cards wait, and the desk reports it. */
export function readDeskCards(dataDir: string): DeskCards {
  try {
    return deskCards.parse(JSON.parse(readSecret(dataDir, FILE) ?? ''))
  } catch {
    return { test: null, live: null }
  }
}

export function storeDeskCards(dataDir: string, cards: DeskCards): void {
  storeSecret(dataDir, FILE, cards.test || cards.live ? JSON.stringify(cards) : null)
}

/** `more`: secrets of this shop's other endpoints, whose events may still come. */
export function stripeKeys(
  keys: CardsChange & { webhookSecret: string | null },
  { stripeApi }: Pick<CardSources, 'stripeApi'>,
  more: readonly (string | null | undefined)[] = [],
): StripeKeys {
  return {
    ...keys,
    livemode: modeOf(keys.secretKey) === 'live',
    unchecked: true,
    otherSecrets: more.filter((secret) => typeof secret === 'string'),
    ...(stripeApi ? { api: stripeApi } : {}),
  }
}

/** Uses what the server's variables say, else what the desk set. @throws ConfigError */
export async function openCards(
  db: Db,
  place: CardSources,
  now: () => Date,
  formerSecret: string | null = null,
): Promise<CardProviders> {
  const { stripe, databaseUrl, dataDir } = place
  if (stripe) {
    await requireChecked(db, stripe)
    const sets = stripe.livemode ? { test: null, live: stripe } : { test: stripe, live: null }
    return chooseProvider(db, sets, now)
  }
  const { test, live } = databaseUrl ? { test: null, live: null } : readDeskCards(dataDir)
  if (live && !place.limits) throw new ConfigError('LIMITS must be on with live keys.')
  const secrets = [test?.webhookSecret, live?.webhookSecret, formerSecret]
  const sets = {
    test: test && stripeKeys(test, place, secrets),
    live: live && stripeKeys(live, place, secrets),
  }
  return chooseProvider(db, sets, now)
}
