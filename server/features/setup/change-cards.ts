import {
  type CardCheck,
  type CardKeys,
  type CardSetup,
  type CardsChange,
  modeOf,
} from '#contract/money/cards.ts'
import { settingValue } from '#contract/settings/setting-table.ts'
import type { StripeKeys } from '#server/config/services.ts'
import { recordChange } from '#server/core/audit.ts'
import { errorMessage } from '#server/core/error-message.ts'
import { getValue } from '#server/core/key-value.ts'
import { Refusal, requireSetHere } from '#server/core/refusal.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { isStripeChecked } from '#server/features/checkout/choose-provider.ts'
import { sendFarmNewsLater } from '#server/features/mail/notify-farmer.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import { ProviderKeyRefusal } from '#server/outside/payment-provider.ts'
import { stripeClient } from '#server/outside/stripe-client.ts'
import { stripePayments } from '#server/outside/stripe-payments.ts'
import {
  listOwnWebhooks,
  type MadeWebhook,
  makeWebhook,
  WEBHOOK_PATH,
  type WebhookPlace,
} from '#server/outside/stripe-webhook.ts'
import type { Shop } from '#server/shop.ts'
import { countPayments, findKnownIntent, readCheck, storeCheck } from './card-records.ts'
import { checkCards, findKnown } from './check-cards.ts'
import {
  type CardMode,
  type CardSources,
  type KeySet,
  openCards,
  readDeskCards,
  storeDeskCards,
  stripeKeys,
} from './desk-cards.ts'
import { cardState } from './read-first-steps.ts'

const SEVERAL =
  'This shop is on PostgreSQL, where several servers may share it: Stripe’s keys are set by STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET on each server.'
const VARIABLE =
  'Stripe’s keys are set by STRIPE_SECRET_KEY on the server. Change them there and restart the shop; or take them out to connect Stripe here.'

/** Checks and removals under way in this process, the only one that may change the desk's keys. */
const underWay = new WeakMap<Shop, CardCheck>()

export async function showCards(shop: Shop, place: CardSources): Promise<CardSetup> {
  const { db } = shop
  const shown = shownKeys(place)
  return {
    setBy: place.stripe ? 'environment' : shown.test || shown.live ? 'desk' : null,
    whyNot: whyNotHere(place),
    mode: cardState(shop.payments),
    test: shown.test && (await describeKeys(shop, shown.test)),
    live: shown.live && (await describeKeys(shop, shown.live)),
    check: underWay.get(shop) ?? (await readCheck(db)),
  }
}

type Shown = CardsChange & { webhookSecret: string | null }

function shownKeys({ stripe, databaseUrl, dataDir }: CardSources): Record<CardMode, Shown | null> {
  if (stripe) return { test: null, live: null, [stripe.livemode ? 'live' : 'test']: stripe }
  return databaseUrl ? { test: null, live: null } : readDeskCards(dataDir)
}

async function describeKeys({ db, payments, now }: Shop, keys: Shown): Promise<CardKeys> {
  const { publishableKey, secretKey, webhookSecret } = keys
  const livemode = modeOf(secretKey) === 'live'
  const isUsed = payments.livemode === livemode
  const webhook = {
    heardAt: isUsed ? await getValue(db, 'webhook_heard') : null,
    fault: isUsed
      ? ((await getValue(db, 'webhook_unsigned')) ?? (await getValue(db, 'webhook_alert')))
      : null,
  }
  return {
    publishableKey,
    endsWith: secretKey.slice(-4),
    webhook: webhookSecret ? webhook : null,
    ...(await countPayments(db, livemode, now())),
  }
}

function whyNotHere({ stripe, databaseUrl }: CardSources): string | null {
  if (stripe) return VARIABLE
  return databaseUrl ? SEVERAL : null
}

/**
 * Starts checking a pair of keys, which the shop takes over once every step passes; until then the
 * former ones stay.
 * @throws Refusal 'set-elsewhere', 'address-missing', 'check-first', 'cards-refused',
 * 'other-account', 'not-now'
 */
export async function changeCards(
  shop: Shop,
  place: CardSources,
  change: CardsChange,
): Promise<CardSetup> {
  requireSetHere(whyNotHere(place))
  const keys = stripeKeys({ ...change, webhookSecret: null }, place)
  const begun = begin(shop, keys.livemode)
  try {
    if (keys.livemode) await requireLiveReady(shop, place)
    await requireOpenAccount(shop, keys)
  } catch (error) {
    underWay.delete(shop)
    throw error
  }
  void shop.later('check the card keys', () => runCheck(shop, place, keys, begun))
  return showCards(shop, place)
}

/** Claims before anything is awaited, so that of two desks one waits. @throws Refusal 'not-now' */
function begin(shop: Shop, livemode: boolean): CardCheck {
  if (underWay.has(shop))
    throw new Refusal('not-now', 'Keys are being checked right now. Please wait for the result.', {
      retryAfter: 30,
    })
  const at = shop.now().toISOString()
  const begun: CardCheck = { state: 'running', livemode, at, steps: [] }
  underWay.set(shop, begun)
  return begun
}

async function requireLiveReady({ db }: Shop, place: CardSources): Promise<void> {
  if (!place.limits)
    throw new Refusal('set-elsewhere', 'LIMITS must be on for real cards: take LIMITS=off out.')
  if (!webhookUrl(place))
    throw new Refusal(
      'address-missing',
      'Stripe must reach the shop at a secure address: whoever looks after the server sets PUBLIC_URL, such as https://farm.example.',
    )
  if (!(await isStripeChecked(db)))
    throw new Refusal('check-first', 'Check the test keys of your Stripe account first.')
}

export function webhookUrl({ publicUrl }: Pick<CardSources, 'publicUrl'>): string | null {
  return publicUrl?.startsWith('https:') ? `${publicUrl}${WEBHOOK_PATH}` : null
}

/** Leaves a missing permission to the check, which names it. */
async function requireOpenAccount(shop: Shop, keys: StripeKeys): Promise<void> {
  try {
    const known = await findKnownIntent(shop.db, keys.livemode)
    const other = await findKnown(await stripePayments(keys), known)
    if (other) throw new Refusal('other-account', other)
  } catch (error) {
    if (error instanceof ProviderKeyRefusal)
      throw new Refusal('cards-refused', error.message, { field: 'secretKey' })
    if (error instanceof Refusal) throw error
  }
}

async function runCheck(
  shop: Shop,
  place: CardSources,
  keys: StripeKeys,
  begun: CardCheck,
): Promise<void> {
  const held = readDeskCards(place.dataDir)[modeOf(keys.secretKey)]
  const url = webhookUrl(place)
  const at: WebhookPlace | null = url === null ? null : { shop: shop.id, url }
  let made: MadeWebhook = { webhookId: null, webhookSecret: null }
  try {
    begun.steps = await checkCards(keys, {
      known: await findKnownIntent(shop.db, keys.livemode),
      webhook:
        at &&
        (async (client, isClean) => {
          if (isClean) made = await makeWebhook(client, at, held?.webhookId ?? null)
          else await listOwnWebhooks(client, at)
          return null
        }),
      onStep: (steps) => {
        begun.steps = [...steps]
      },
    })
    const isPassed = begun.steps.every(({ state }) => state === 'ok')
    const ended = { ...begun, state: isPassed ? 'passed' : 'failed' } as const
    const { secretKey, publishableKey } = keys
    if (isPassed) await takeKeys(shop, place, { secretKey, publishableKey, ...made }, ended)
    else await write(shop.db, (tx) => storeCheck(tx, ended))
  } catch (error) {
    const differs = errorMessage(error)
    const last = { what: 'The shop takes the keys', state: 'differs', differs } as const
    const steps = [...begun.steps, { ...last, permission: null }]
    await write(shop.db, (tx) => storeCheck(tx, { ...begun, state: 'failed', steps }))
    throw error
  } finally {
    underWay.delete(shop)
  }
}

async function takeKeys(
  shop: Shop,
  place: CardSources,
  taken: KeySet,
  check: CardCheck,
): Promise<void> {
  const mode = modeOf(taken.secretKey)
  const cards = readDeskCards(place.dataDir)
  const former = cards[mode]
  await write(shop.db, async (tx, emit) => {
    await storeCheck(tx, check)
    await leaveTrace(tx, emit, { mode, former, taken }, shop.now())
  })
  storeDeskCards(place.dataDir, { ...cards, [mode]: taken })
  await openAgain(shop, place, former?.webhookSecret)
  sendFarmNewsLater(shop)
  if (former) await dropWebhook(shop, place, former, taken)
  if (former) await openAgain(shop, place)
}

async function openAgain(shop: Shop, place: CardSources, formerSecret?: string | null) {
  Object.assign(shop, await openCards(shop.db, place, shop.now, formerSecret))
}

/** By the keys that made it, else by those that took over: one of the pairs may be rolled. */
async function dropWebhook(
  shop: Shop,
  place: CardSources,
  former: KeySet,
  taken: KeySet | null,
): Promise<void> {
  const { webhookId } = former
  if (!webhookId) return
  let failure: unknown
  for (const keys of [former, ...(taken ? [taken] : [])]) {
    try {
      const { webhookEndpoints } = await stripeClient(stripeKeys(keys, place))
      await webhookEndpoints.del(webhookId)
      return
    } catch (error) {
      failure = error
    }
  }
  shop.report('end a webhook', failure)
}

/** Written before the keys change, so that they never change without a trace. */
async function leaveTrace(
  tx: Db,
  emit: Emit,
  { mode, former, taken }: { mode: CardMode; former: KeySet | null; taken: KeySet | null },
  at: Date,
): Promise<void> {
  const state = { before: shownIn(mode, former), after: shownIn(mode, taken) }
  await recordChange(tx, { action: 'changed', subject: 'cards', ...state }, at)
  const settings = await readSettings(tx)
  const recipients = (['contact_email', 'mail_address'] as const)
    .map((key) => settingValue(settings, key).trim())
    .filter((address) => address !== '')
  const message = taken
    ? `Your shop now uses Stripe’s ${mode} key that ends in …${taken.secretKey.slice(-4)}.`
    : `Stripe’s ${mode} keys were taken out of your shop.`
  const mail = { kind: 'cards_changed', message } as const
  await queueMails(
    tx,
    [...new Set(recipients)].map((recipient) => ({ ...mail, recipient })),
    at,
  )
  emit({ kind: 'settings' })
}

function shownIn(mode: CardMode, keys: KeySet | null): object | null {
  return keys && { mode, key: `…${keys.secretKey.slice(-4)}` }
}

/** @throws Refusal 'set-elsewhere', 'not-now', 'payments-open' */
export async function removeCards(
  shop: Shop,
  place: CardSources,
  { mode }: { mode: CardMode },
): Promise<CardSetup> {
  requireSetHere(whyNotHere(place))
  const cards = readDeskCards(place.dataDir)
  const former = cards[mode]
  if (!former) return showCards(shop, place)
  const { payments } = shop
  begin(shop, mode === 'live')
  try {
    // Nobody can start paying while open payments are counted.
    if (payments.livemode === (mode === 'live')) shop.payments = { ...payments, isOpen: false }
    await write(shop.db, async (tx, emit) => {
      const { unsettled } = await countPayments(tx, mode === 'live', shop.now())
      if (unsettled > 0) throw paymentsOpen(unsettled)
      await leaveTrace(tx, emit, { mode, former, taken: null }, shop.now())
    })
    storeDeskCards(place.dataDir, { ...cards, [mode]: null })
  } catch (error) {
    shop.payments = payments
    throw error
  } finally {
    underWay.delete(shop)
  }
  await openAgain(shop, place)
  sendFarmNewsLater(shop)
  void shop.later('end a webhook', () => dropWebhook(shop, place, former, null))
  return showCards(shop, place)
}

function paymentsOpen(many: number): Refusal {
  const what = many === 1 ? '1 payment is' : `${many} payments are`
  return new Refusal(
    'payments-open',
    `${what} under way with these keys. Please try again in a few minutes.`,
  )
}
