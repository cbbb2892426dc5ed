import type { CardCheck, CardKeys } from '#contract/money/cards.ts'
import { DAY } from '#contract/time/durations.ts'
import { getValue, setValue } from '#server/core/key-value.ts'
import type { Db } from '#server/db/write.ts'
import { STRIPE_API_VERSION } from '#server/outside/stripe-client.ts'

const NONE: CardCheck = { state: 'none', livemode: false, at: null, steps: [] }

export async function readCheck(db: Db): Promise<CardCheck> {
  const stored = await getValue(db, 'cards_check')
  return stored === null ? NONE : JSON.parse(stored)
}

/** Once a check with test keys has passed, live keys may follow. */
export async function storeCheck(tx: Db, check: CardCheck): Promise<void> {
  await setValue(tx, 'cards_check', JSON.stringify(check))
  if (check.state === 'passed' && !check.livemode)
    await setValue(tx, 'stripe_checked', STRIPE_API_VERSION)
}

/** New keys must know this payment: the newest that was charged, else one being paid. */
export async function findKnownIntent(db: Db, livemode: boolean): Promise<string | null> {
  const ours = ofMode(db, livemode).select('intent_id').where('intent_id', 'is not', null)
  const charged = ours.where('state', '=', 'captured').orderBy('captured_at', 'desc')
  const paying = ours.where('state', 'in', ['open', 'capturing', 'canceling'])
  const newest =
    (await charged.limit(1).executeTakeFirst()) ?? (await paying.limit(1).executeTakeFirst())
  return newest?.intent_id ?? null
}

function ofMode(db: Db, livemode: boolean) {
  return db.selectFrom('payments').where('provider', '=', 'stripe').where('livemode', '=', livemode)
}

/** How far back orders can still be refunded, in ms. */
const REFUNDED_WITHIN = 120 * DAY

export async function countPayments(
  db: Db,
  livemode: boolean,
  now: Date,
): Promise<Pick<CardKeys, 'unsettled' | 'refundable'>> {
  const count = async (query: ReturnType<typeof ofMode>) =>
    (await query.select((row) => row.fn.countAll<number>().as('many')).executeTakeFirstOrThrow())
      .many
  const since = new Date(now.getTime() - REFUNDED_WITHIN).toISOString()
  const refunding = db
    .selectFrom('refunds')
    .select('payment_id')
    .where('state', 'in', ['requested', 'pending'])
  const ours = ofMode(db, livemode)
  const moving = ours.where('state', 'in', ['creating', 'open', 'capturing', 'canceling'])
  const charged = ours.where('state', '=', 'captured')
  return {
    unsettled: (await count(moving)) + (await count(charged.where('id', 'in', refunding))),
    refundable: await count(charged.where('captured_at', '>=', since)),
  }
}
