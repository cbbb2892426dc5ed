import { randomBytes } from 'node:crypto'
import { type Cents, cents } from '#contract/money.ts'
import type { CardError } from '#contract/payments.ts'
import type { Db, SandboxIntentsTable } from '#server/db/tables.ts'
import { readLatest, write, writeRelaxed } from '#server/db/write.ts'
import {
  type Intent,
  type IntentOrder,
  type PaymentProvider,
  type ProviderRefund,
  ProviderRefusal,
  type TestSteps,
} from './payment-provider.ts'
import { type CardBehaviour, findTestCard } from './sandbox-cards.ts'

type Row = Omit<SandboxIntentsTable, 'metadata' | 'last_error'> & {
  metadata: Record<string, string>
  last_error: CardError | null
}

type SandboxPayments = PaymentProvider & { testSteps: TestSteps }

const AUTHENTICATION_FAILED: CardError = {
  code: 'payment_intent_authentication_failure',
  decline_code: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/**
 * A card provider with test cards only, under the same rules of state as Stripe's manual capture. No money moves. What the shop asks
 * of it counts once the shop has written it down itself, and is kept with that.
 */
export function sandboxPayments(db: Db, now: () => Date): SandboxPayments {
  return {
    name: 'sandbox',
    livemode: false,
    isOpen: true,
    publishableKey: null,
    createIntent: (order, key) => createIntent(db, order, key, now()),
    retrieve: (intentId) =>
      readLatest(db, async (latest) => intentOf(await requireIntent(latest, 'id', intentId))),
    capture: (intentId) => writeRelaxed(db, (tx) => move(tx, ['id', intentId], capture, now())),
    cancel: (intentId) => write(db, (tx) => move(tx, ['id', intentId], cancel, now())),
    refund: (refund, key) => refundIntent(db, refund, key, now()),
    listRefunds: (intentId) => readLatest(db, (latest) => listRefunds(latest, intentId)),
    listIntents: (since) => readLatest(db, (latest) => listIntents(latest, since)),
    testSteps: {
      needsAuthentication: (method) => findTestCard(method)?.needsAuthentication ?? false,
      confirm: (secret) => write(db, (tx) => move(tx, ['client_secret', secret], confirm, now())),
      authenticate: (secret, outcome) =>
        write(db, (tx) =>
          move(tx, ['client_secret', secret], (row) => authenticate(row, outcome), now()),
        ),
    },
  }
}

type Move = Pick<Row, 'status' | 'last_error'>

function confirm(row: Row): Move {
  if (row.status === 'requires_action') return row
  if (row.status !== 'requires_confirmation') throw unexpectedState(row)
  const card = cardOf(row.method)
  return card.needsAuthentication ? { status: 'requires_action', last_error: null } : settle(card)
}

function authenticate(row: Row, outcome: 'complete' | 'fail'): Move {
  if (row.status !== 'requires_action') throw unexpectedState(row)
  if (outcome === 'fail')
    return { status: 'requires_payment_method', last_error: AUTHENTICATION_FAILED }
  return settle(cardOf(row.method))
}

function settle(card: CardBehaviour): Move {
  if (card.declined) return { status: 'requires_payment_method', last_error: card.declined }
  return { status: 'requires_capture', last_error: null }
}

function capture(row: Row): Move {
  if (row.status !== 'requires_capture') throw unexpectedState(row)
  return { status: 'succeeded', last_error: null }
}

function cancel(row: Row): Move {
  if (row.status === 'succeeded' || row.status === 'canceled') throw unexpectedState(row)
  return { status: 'canceled', last_error: row.last_error }
}

function unexpectedState(row: Row): ProviderRefusal {
  return new ProviderRefusal(
    'state',
    'payment_intent_unexpected_state',
    `This payment is ${row.status}.`,
  )
}

function cardOf(token: string): CardBehaviour {
  const card = findTestCard(token)
  if (!card)
    throw new ProviderRefusal('card', 'resource_missing', `No such PaymentMethod: '${token}'`)
  return card
}

async function createIntent(db: Db, order: IntentOrder, key: string, now: Date): Promise<Intent> {
  cardOf(order.method)
  const id = `sbx_pi_${randomBytes(12).toString('hex')}`
  return writeRelaxed(db, async (tx) => {
    const row = {
      id,
      idempotency_key: key,
      client_secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
      method: order.method,
      amount_cents: order.amount,
      status: 'requires_confirmation' as const,
      metadata: JSON.stringify(order.metadata),
      created_at: now.toISOString(),
      held_at: null,
    }
    const made = await tx
      .insertInto('sandbox_intents')
      .values(row)
      .onConflict((repeat) =>
        repeat.column('idempotency_key').doUpdateSet({ idempotency_key: key }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    const { method, amount_cents } = row
    if (made.method !== method || made.amount_cents !== amount_cents)
      throw new Error(`${key} was another payment.`)
    return intentOf(made)
  })
}

type Named = [by: 'id' | 'client_secret', value: string]

async function move(tx: Db, named: Named, rule: (row: Row) => Move, now: Date): Promise<Intent> {
  const seen = await lockIntent(tx, ...named)
  const { status, last_error } = rule(seen)
  const held_at = status === 'requires_capture' ? now.toISOString() : seen.held_at
  const moved = await tx
    .updateTable('sandbox_intents')
    .set({ status, last_error: last_error && JSON.stringify(last_error), held_at })
    .where('id', '=', seen.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return intentOf(moved)
}

/** The row as it is once nobody else changes it, so that two calls at once are one after the other. */
async function lockIntent(tx: Db, ...[by, value]: Named): Promise<Row> {
  const touched = tx.updateTable('sandbox_intents').set((row) => ({ status: row.ref('status') }))
  return (await touched.where(by, '=', value).returningAll().executeTakeFirst()) ?? missing()
}

function missing(): never {
  throw new ProviderRefusal('state', 'resource_missing', 'No such payment.')
}

async function requireIntent(
  db: Db,
  by: 'id' | 'client_secret' | 'idempotency_key',
  value: string,
): Promise<Row> {
  return (
    (await db.selectFrom('sandbox_intents').selectAll().where(by, '=', value).executeTakeFirst()) ??
    missing()
  )
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

async function listIntents(db: Db, since: Date): Promise<Intent[]> {
  const made = db
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('created_at', '>=', since.toISOString())
  return (await made.execute()).map(intentOf)
}

type RefundOrder = { intentId: string; amount: Cents; metadata: Record<string, string> }

async function refundIntent(
  db: Db,
  refund: RefundOrder,
  key: string,
  now: Date,
): Promise<ProviderRefund> {
  return write(db, async (tx) => {
    const intent = await lockIntent(tx, 'id', refund.intentId)
    if (intent.status !== 'succeeded')
      throw new ProviderRefusal('state', 'charge_not_captured', 'This payment was not captured.')
    const earlier = await listRefunds(tx, refund.intentId)
    const repeat = earlier.find((one) => one.metadata.refund === refund.metadata.refund)
    if (repeat) return repeat
    const left = intent.amount_cents - earlier.reduce((total, one) => total + one.amount, 0)
    if (left === 0)
      throw new ProviderRefusal(
        'state',
        'charge_already_refunded',
        'This payment was refunded already.',
      )
    if (refund.amount > left)
      throw new ProviderRefusal(
        'state',
        'amount_too_large',
        'That is more than is left of this payment.',
      )
    const id = `sbx_re_${randomBytes(12).toString('hex')}`
    const metadata = JSON.stringify(refund.metadata)
    const made = {
      id,
      intent_id: refund.intentId,
      idempotency_key: key,
      amount_cents: refund.amount,
      metadata,
    }
    await tx
      .insertInto('sandbox_refunds')
      .values({ ...made, created_at: now.toISOString() })
      .execute()
    return { id, amount: refund.amount, status: 'succeeded', metadata: refund.metadata }
  })
}

async function listRefunds(db: Db, intentId: string): Promise<ProviderRefund[]> {
  const rows = await db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('intent_id', '=', intentId)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    amount: row.amount_cents,
    status: 'succeeded',
    metadata: row.metadata,
  }))
}
