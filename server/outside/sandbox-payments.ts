import { randomBytes } from 'node:crypto'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { type Cents, cents, sum } from '#contract/money/money.ts'
import type { CardError, IntentStatus } from '#contract/money/payments.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Db, write } from '#server/db/write.ts'
import {
  type Intent,
  type PaymentProvider,
  type ProviderRefund,
  ProviderRefusal,
  type TestSteps,
} from './payment-provider.ts'

export type CardBehaviour = { needsAuthentication: boolean; declined: CardError | null }

const paid: CardBehaviour = { needsAuthentication: false, declined: null }

const askedFirst = (card: CardBehaviour): CardBehaviour => ({ ...card, needsAuthentication: true })

function declined(code: string, decline_code: string | null, message: string): CardBehaviour {
  return { needsAuthentication: false, declined: { code, decline_code, message } }
}

const refused = declined('card_declined', 'generic_decline', 'Your card was declined.')
const noFunds = declined('card_declined', 'insufficient_funds', 'Your card has insufficient funds.')
const lost = declined('card_declined', 'lost_card', 'Your card was declined.')
const stolen = declined('card_declined', 'stolen_card', 'Your card was declined.')
const expired = declined('expired_card', null, 'Your card has expired.')
const wrongCode = declined('incorrect_cvc', null, "Your card's security code is incorrect.")
const notProcessed = declined(
  'processing_error',
  null,
  'An error occurred while processing your card. Try again in a little bit.',
)

/** Named as in Stripe's test mode, with the same outcomes, so that API tests are portable. */
const CARDS = new Map([
  ['pm_card_visa', paid],
  ['pm_card_mastercard', paid],
  ['pm_card_amex', paid],
  ['pm_card_discover', paid],
  ['pm_card_chargeDeclined', refused],
  ['pm_card_visa_chargeDeclined', refused],
  ['pm_card_chargeDeclinedInsufficientFunds', noFunds],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', noFunds],
  ['pm_card_chargeDeclinedLostCard', lost],
  ['pm_card_visa_chargeDeclinedLostCard', lost],
  ['pm_card_chargeDeclinedStolenCard', stolen],
  ['pm_card_visa_chargeDeclinedStolenCard', stolen],
  ['pm_card_chargeDeclinedExpiredCard', expired],
  ['pm_card_chargeDeclinedIncorrectCvc', wrongCode],
  ['pm_card_chargeDeclinedProcessingError', notProcessed],
  ['pm_card_authenticationRequiredOnSetup', askedFirst(paid)],
  ['pm_card_authenticationRequired', askedFirst(paid)],
  ['pm_card_threeDSecure2Required', askedFirst(paid)],
  ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', askedFirst(noFunds)],
  ['pm_card_threeDSecureRequiredChargeDeclined', askedFirst(refused)],
])

export function findTestCard(token: string): CardBehaviour | null {
  return CARDS.get(token) ?? null
}

type Row = Selectable<Tables['sandbox_intents']>

type SandboxPayments = PaymentProvider & { testSteps: TestSteps }

/** Test cards only, with the same state rules as Stripe's manual capture. No money moves. */
export function sandboxPayments(db: Db, now: () => Date): SandboxPayments {
  const move = (key: Key, transition: Transition) =>
    write(db, async (tx) => {
      const intent = await lockIntent(tx, key)
      const { status, last_error } = transition(intent)
      const held_at = status === 'requires_capture' ? now().toISOString() : intent.held_at
      const change = { status, last_error: last_error && JSON.stringify(last_error), held_at }
      await updateIntent(tx, { id: intent.id, change })
      return intentOf({ ...intent, status, last_error, held_at })
    })
  return {
    name: 'sandbox',
    livemode: false,
    isOpen: true,
    publishableKey: null,
    createIntent: async (order, key) => {
      requireTestCard(order.method)
      const id = `sbx_pi_${randomBytes(12).toString('hex')}`
      const row = {
        id,
        idempotency_key: key,
        client_secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
        method: order.method,
        amount_cents: order.amount,
        status: 'requires_confirmation' as const,
        metadata: JSON.stringify(order.metadata),
        created_at: now().toISOString(),
      }
      const { rows } = await write(db, (tx) => upsertIntent(tx, row))
      const made = rows[0] ?? missing()
      if (made.method !== order.method || made.amount_cents !== order.amount)
        throw new Error(`${key} was another payment.`)
      return intentOf(made)
    },
    retrieve: async (id) => intentOf((await selectToRead(db, { id })).rows[0] ?? missing()),
    capture: (id) => move({ id }, capture),
    cancel: (id) => move({ id }, cancel),
    refund: ({ intentId, amount, metadata }, key) =>
      write(db, async (tx): Promise<ProviderRefund> => {
        const intent = await lockIntent(tx, { id: intentId })
        const earlier = await listRefunds(tx, intentId)
        const repeat = earlier.find((refund) => refund.metadata.refund === metadata.refund)
        if (repeat) return repeat
        checkLeft(intent, earlier, amount)
        const id = `sbx_re_${randomBytes(12).toString('hex')}`
        const row = {
          id,
          intent_id: intentId,
          idempotency_key: key,
          amount_cents: amount,
          metadata: JSON.stringify(metadata),
          created_at: now().toISOString(),
        }
        await tx.insertInto('sandbox_refunds').values(row).execute()
        return { id, amount, status: 'succeeded', metadata }
      }),
    listRefunds: (intentId) => listRefunds(db, intentId),
    listIntents: async (since) => {
      const made = db.selectFrom('sandbox_intents').selectAll()
      return (await made.where('created_at', '>=', since.toISOString()).execute()).map(intentOf)
    },
    testSteps: {
      needsAuthentication: (method) => findTestCard(method)?.needsAuthentication ?? false,
      confirm: (client_secret) => move({ client_secret }, confirm),
      authenticate: (client_secret, outcome) =>
        move({ client_secret }, outcome === 'fail' ? failAuthentication : authenticate),
    },
  }
}

const upsertIntent = prepared((tx, intent: Insertable<Tables['sandbox_intents']>) =>
  tx
    .insertInto('sandbox_intents')
    .values(intent)
    .onConflict((repeat) =>
      repeat
        .column('idempotency_key')
        .doUpdateSet((row) => ({ idempotency_key: row.ref('excluded.idempotency_key') })),
    )
    .returningAll(),
)

type Key = { id: string } | { client_secret: string }

const updateIntent = prepared(
  (tx, { id, change }: { id: string; change: Updateable<Tables['sandbox_intents']> }) =>
    tx.updateTable('sandbox_intents').set(change).where('id', '=', id),
)

async function lockIntent(tx: Db, key: Key): Promise<Row> {
  return (await selectToChange(tx, key)).rows[0] ?? missing()
}

const selectIntent = (db: Db, key: Key) =>
  db
    .selectFrom('sandbox_intents')
    .selectAll()
    .where((row) => row.and(key))

const selectToChange = prepared((tx, key: Key) => selectIntent(tx, key).forUpdate())
const selectToRead = prepared(selectIntent)

function missing(): never {
  throw new ProviderRefusal('state', 'resource_missing', 'No such payment.')
}

function intentOf(row: Row): Intent {
  return {
    id: row.id,
    status: row.status,
    amount: row.amount_cents,
    received: row.status === 'succeeded' ? row.amount_cents : cents(0),
    currency: 'usd',
    clientSecret: row.client_secret,
    metadata: row.metadata,
    livemode: false,
    lastError: row.last_error,
    heldAt: row.held_at === null ? null : new Date(row.held_at),
  }
}

function checkLeft(intent: Row, earlier: readonly ProviderRefund[], amount: Cents): void {
  const refuse = (code: string, message: string): never => {
    throw new ProviderRefusal('state', code, message)
  }
  const left = intent.amount_cents - sum(...earlier.map((refund) => refund.amount))
  if (intent.status !== 'succeeded') refuse('charge_not_captured', 'This payment was not captured.')
  if (left === 0) refuse('charge_already_refunded', 'This payment was refunded already.')
  if (amount > left) refuse('amount_too_large', 'That is more than is left of this payment.')
}

async function listRefunds(db: Db, intentId: string): Promise<ProviderRefund[]> {
  const rows = db.selectFrom('sandbox_refunds').selectAll().where('intent_id', '=', intentId)
  return (await rows.execute()).map(({ id, amount_cents, metadata }) => ({
    id,
    amount: amount_cents,
    status: 'succeeded',
    metadata,
  }))
}

type SandboxIntent = Pick<Row, 'method' | 'status' | 'last_error'>

/** An intent's next state. @throws ProviderRefusal where its status forbids the step */
type Transition = (intent: SandboxIntent) => Pick<SandboxIntent, 'status' | 'last_error'>

/** @throws ProviderRefusal for a token that is no test card's */
function requireTestCard(token: string): CardBehaviour {
  const card = findTestCard(token)
  if (!card)
    throw new ProviderRefusal('card', 'resource_missing', `No such PaymentMethod: '${token}'`)
  return card
}

const confirm: Transition = (intent) => {
  if (intent.status === 'requires_action') return intent
  requireStatus(intent, 'requires_confirmation')
  const card = requireTestCard(intent.method)
  return card.needsAuthentication ? { status: 'requires_action', last_error: null } : charge(card)
}

const authenticate: Transition = (intent) => {
  requireStatus(intent, 'requires_action')
  return charge(requireTestCard(intent.method))
}

const failAuthentication: Transition = (intent) => {
  requireStatus(intent, 'requires_action')
  return { status: 'requires_payment_method', last_error: AUTHENTICATION_FAILED }
}

const capture: Transition = (intent) => {
  requireStatus(intent, 'requires_capture')
  return { status: 'succeeded', last_error: null }
}

const cancel: Transition = (intent) => {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent)
  return { status: 'canceled', last_error: intent.last_error }
}

const AUTHENTICATION_FAILED: CardError = {
  code: 'payment_intent_authentication_failure',
  decline_code: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

function charge({ declined }: CardBehaviour): ReturnType<Transition> {
  return { status: declined ? 'requires_payment_method' : 'requires_capture', last_error: declined }
}

function requireStatus(intent: SandboxIntent, status: IntentStatus): void {
  if (intent.status !== status) throw unexpectedState(intent)
}

function unexpectedState({ status }: SandboxIntent): ProviderRefusal {
  const message = `This payment is ${status}.`
  return new ProviderRefusal('state', 'payment_intent_unexpected_state', message)
}
