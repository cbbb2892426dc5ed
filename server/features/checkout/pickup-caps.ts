import { sql } from 'kysely'
import { mailboxKey } from '#contract/mail/mail-address.ts'
import { type Cents, cents, formatDollars, toDollars } from '#contract/money/money.ts'
import { parseWaysToPay } from '#contract/money/tenders.ts'
import { type Basket, PAY_BY_CARD } from '#contract/orders/orders.ts'
import type { PICKUP_PAY_WHO } from '#contract/settings/setting-table.ts'
import { typedDollars } from '#contract/text/typed-numbers.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import { setValue } from '#server/core/key-value.ts'
import { Refusal } from '#server/core/refusal.ts'
import { refuseMore, slidingWindow } from '#server/core/sliding-window.ts'
import type { QuotedDay } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { PAID, WORTH } from '#server/features/order-balance/order-balance.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { DbAndClock, Shop } from '#server/shop.ts'

type Who = (typeof PICKUP_PAY_WHO)[number]

/** `who` is null while nobody can: a link is needed, and the shop can't send email. */
export type PickupTerms = { who: Who | null; max: Cents; perDay: number }

export async function readPickupTerms({ db, mail }: Shop): Promise<PickupTerms> {
  const stored = (await readSetting(db, 'pickup_pay_who')) as Who
  const withMail = stored === 'anyone' ? 'confirmed' : stored
  return {
    who: mail ? withMail : stored === 'anyone' ? 'anyone' : null,
    max: typedDollars(await readSetting(db, 'pickup_pay_max')) ?? cents(0),
    perDay: Number(await readSetting(db, 'pickup_pay_per_day')),
  }
}

export async function showAtPickup(shop: Shop) {
  const places = shop.db.selectFrom('places').select('id').where('pays_at_pickup', '=', true)
  const isOffered = await places.where('retired_at', 'is', null).limit(1).executeTakeFirst()
  if (!isOffered) return null
  const { who, max } = await readPickupTerms(shop)
  if (who === null) return null
  const ways = parseWaysToPay(await readSetting(shop.db, 'ways_to_pay')).map(({ name }) => name)
  return { max: toDollars(max), needsLink: who !== 'anyone', ways }
}

const METHOD = { field: 'orderData.paymentMethod' }

/** @throws Refusal 'invalid', 'mail-missing' */
export async function requirePickupTerms(
  shop: Shop,
  { orderData }: Basket,
): Promise<PickupTerms & { who: Who }> {
  const places = shop.db.selectFrom('places').select('pays_at_pickup')
  const key = orderData.deliveryMethod === 'pickup' ? orderData.pickupLocation : null
  const place = await places.where('key', '=', key ?? '').executeTakeFirst()
  if (!place?.pays_at_pickup) throw new Refusal('invalid', PAY_BY_CARD, METHOD)
  const { who, ...terms } = await readPickupTerms(shop)
  if (who === null)
    throw new Refusal('mail-missing', `We can’t send email right now. ${orCall(shop)}`)
  return { who, ...terms }
}

/** @throws Refusal 'invalid' */
export function requireUnderMax(shop: Shop, total: Cents, { max }: PickupTerms): void {
  if (total <= max) return
  const most = `Pay at pickup is for orders up to ${formatDollars(max)}.`
  throw new Refusal('invalid', `${most} ${orElse(shop)}`, METHOD)
}

/** Test cards pay for nothing, so a shop without real cards doesn't suggest one. */
const orElse = ({ payments }: Shop) => (payments.livemode ? PAY_BY_CARD : 'Please call us.')
const orCall = ({ payments }: Shop) =>
  payments.livemode ? 'Please pay by card, or call us.' : 'Please call us.'

/** Most unpaid orders per network address where no link is mailed; per mailbox it is two. */
const MAX_OF_ADDRESS = 3

/** `orderId`: of the order being placed, which does not count. */
type Asking = {
  email: string
  mailbox: string
  address: string | null
  at: Date
  orderId?: number
}

/**
 * Why this buyer may not pay at pickup; null if they may. With links, only the mailbox's owner
 * reads the reason. Without links anyone could, so none is given.
 */
export async function whyNotAtPickup(
  tx: Db,
  shop: Shop,
  { terms: { who }, ...asking }: Asking & { terms: PickupTerms },
): Promise<Refusal | null> {
  const why = await findReason(tx, asking, who)
  if (why === null) return null
  const said = who === 'anyone' ? NOT_THIS : why
  return new Refusal('not-allowed', `${said} ${orCall(shop)}`, METHOD)
}

const NOT_THIS = 'We can’t take this order to be paid at pickup.'

/** Reads the same rows for everyone, so timing reveals nothing. */
async function findReason(
  db: Db,
  { email, mailbox, address, at, orderId = 0 }: Asking,
  who: Who | null,
): Promise<string | null> {
  const buyers = db.selectFrom('pickup_buyers').select('trust').where('mailbox', '=', mailbox)
  const earlier = db
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`lower(customer_email) = ${email.toLowerCase()} and customer_email <> ''`)
    .where(sql<boolean>`(status = 'delivered' or collected_at is not null)`)
  const ahead = onlineUnpaid(db)
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .where('market_days.closes_at', '>', at.toISOString())
    .where('orders.id', '<>', orderId)
    .select('orders.id')
    .orderBy('orders.id')
  const trust = (await buyers.executeTakeFirst())?.trust
  const isKnown = (await earlier.limit(1).executeTakeFirst()) !== undefined
  const [one, other] = await ahead.where('mailbox', '=', mailbox).limit(2).execute()
  const ofAddress = await ahead.where('address_key', '=', address).execute()
  if (trust === 'refused') return NOT_THIS
  if (one && other)
    return `You already have two orders to pay at pickup, #${one.id} and #${other.id}.`
  if (who === 'anyone' && ofAddress.length >= MAX_OF_ADDRESS) return NOT_THIS
  if (who === 'known' && !isKnown && trust !== 'trusted')
    return 'Pay at pickup is for customers who have picked up an order here before.'
  return null
}

/** Orders placed in the shop, standing and not yet paid. */
function onlineUnpaid(db: Db) {
  return db
    .selectFrom('pickup_requests')
    .innerJoin('orders', 'orders.id', 'pickup_requests.order_id')
    .where(sql<boolean>`(orders.status <> 'cancelled' and ${PAID} < ${WORTH})`)
}

type Room = {
  marketDay: Pick<QuotedDay, 'id' | 'day'> | null
  terms: PickupTerms
  orderId?: number
}

/** Locks the day so two clicks can't pass a limit. @throws Refusal 'not-allowed', 'invalid' */
export async function requireUnderLimits(
  tx: Db,
  shop: Shop,
  placed: Asking & { orderId: number; terms: PickupTerms },
): Promise<void> {
  const ofOrder = tx.selectFrom('orders').select('market_day_id').where('id', '=', placed.orderId)
  const marketDay = await tx
    .updateTable('market_days')
    .set((row) => ({ taken: row.ref('taken') }))
    .where('id', '=', ofOrder)
    .returning(['id', 'day'])
    .executeTakeFirst()
  const why = await whyNotAtPickup(tx, shop, placed)
  if (why) throw why
  await requireRoomToPay(tx, shop, { ...placed, marketDay: marketDay ?? null })
}

/** @throws Refusal 'invalid' once a market day has as many unpaid orders as allowed */
export async function requireRoomToPay(
  db: Db,
  shop: Shop,
  { marketDay, terms, orderId = 0 }: Room,
): Promise<void> {
  if (!marketDay) return
  const unpaid = onlineUnpaid(db)
    .where('orders.market_day_id', '=', marketDay.id)
    .where('orders.id', '<>', orderId)
  const { count } = await unpaid.select(HOW_MANY).executeTakeFirstOrThrow()
  if (count < terms.perDay) return
  const day = formatLongDay(marketDay.day)
  const all = `No more orders to pay at pickup are taken for ${day}.`
  throw new Refusal('invalid', `${all} ${orElse(shop)}`, METHOD)
}

const FLOOD = 'Too many orders from here wait for their link. Please try again later.'
/** Shown to everyone, not only to whoever floods the shop. */
const BUSY =
  'Too many orders wait for an answer to their email right now. Please try again in ten minutes.'
const REQUESTS_AN_HOUR = { most: 10, within: HOUR, message: FLOOD }
const REQUESTS_A_DAY = { most: 30, within: DAY, message: FLOOD }

/** Most links per shop that are unanswered and still work. */
const MAX_OPEN = 200

/**
 * Most links per mailbox in a day; someone else may have typed its address. Placed orders free
 * links.
 */
const MAX_UNANSWERED = 3

export type PickupLimits = ReturnType<typeof pickupLimits>

export function pickupLimits({ db, now }: DbAndClock, areOn: boolean) {
  const requests = slidingWindow(db, { of: 'pickup request', within: DAY }, now)
  return {
    /** @throws Refusal 'too-often', 'not-now' */
    async countRequest(address: string): Promise<void> {
      if (!areOn) return
      const at = now().getTime()
      for (const limit of [REQUESTS_AN_HOUR, REQUESTS_A_DAY])
        refuseMore(requests.times(address, at), limit, at)
      if ((await countOpen(db, now())) >= MAX_OPEN)
        throw new Refusal('not-now', BUSY, { retryAfter: 600 })
      await requests.add(address)
    },
    /**
     * False when a mailbox, however it was spelled, had too many links that nobody opened. Counts
     * one request at a time across all processes.
     */
    async mayMailLink(tx: Db, mailbox: string, at: Date): Promise<boolean> {
      if (!areOn) return true
      await setValue(tx, 'pickup_link', at.toISOString())
      const mailed = tx.selectFrom('outbox').select('recipient').where('queue', '=', 'requests')
      const since = new Date(at.getTime() - DAY).toISOString()
      const links = await mailed
        .where('created_at', '>', since)
        .where(isSpelledLike(mailbox))
        .execute()
      const toMailbox = links.filter(({ recipient }) => mailboxKey(recipient) === mailbox)
      return toMailbox.length < MAX_UNANSWERED
    },
  }
}

/** True of each spelling of a mailbox, and of few others: after a flood thousands are on record. */
function isSpelledLike(mailbox: string) {
  const [name = '', host = ''] = mailbox.replaceAll('.', '').split('@')
  const start = name.replaceAll(/[\\%_]/g, '\\$&')
  const pattern = `${start}%${host === 'gmailcom' ? 'mailcom' : `@${host}`}`
  return sql<boolean>`replace(lower(recipient), '.', '') like ${pattern} escape '\\'`
}

async function countOpen(db: Db, at: Date): Promise<number> {
  const open = db
    .selectFrom('pickup_requests')
    .where('order_id', 'is', null)
    // Whoever may not pay at pickup is mailed why, so strangers can send as many of these.
    .where((row) => row.or([row('error_code', 'is', null), row('error_code', '=', 'not-allowed')]))
    .where('ends_at', '>', at.toISOString())
  return (await open.select(HOW_MANY).executeTakeFirstOrThrow()).count
}

const HOW_MANY = sql<number>`count(*)`.as('count')
