import { sql } from 'kysely'
import { type Cents, cents, formatDollars, nearestCents, toDollars } from '#contract/money/money.ts'
import { parseWaysToPay } from '#contract/money/tenders.ts'
import type { Basket } from '#contract/orders/orders.ts'
import { PAY_BY_CARD } from '#contract/orders/orders.ts'
import type { PICKUP_PAY_WHO } from '#contract/settings/setting-table.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import { hashOf } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { refuseMore, slidingWindow } from '#server/core/sliding-window.ts'
import type { BuyerTrust, QuotedDay } from '#server/db/tables/payments.ts'
import type { Db } from '#server/db/tables.ts'
import { PAID, WORTH } from '#server/features/order-balance/order-balance.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'

type Who = (typeof PICKUP_PAY_WHO)[number]

/** `who` is null while nobody can: a link is needed, and the shop cannot send email. */
export type PickupTerms = { who: Who | null; max: Cents; perDay: number }

export async function readPickupTerms({
  db,
  mail,
}: Pick<Shop, 'db' | 'mail'>): Promise<PickupTerms> {
  const stored = (await readSetting(db, 'pickup_pay_who')) as Who
  const withMail = stored === 'anyone' ? 'confirmed' : stored
  return {
    who: mail ? withMail : stored === 'anyone' ? 'anyone' : null,
    max: cents(nearestCents(Number(await readSetting(db, 'pickup_pay_max')))),
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

/** Test cards pay for nothing, so a shop without real ones sends nobody to them. */
const orElse = ({ payments }: Shop) => (payments.livemode ? PAY_BY_CARD : 'Please call us.')
const orCall = ({ payments }: Shop) =>
  payments.livemode ? 'Please pay by card, or call us.' : 'Please call us.'

/** Unpaid orders that one mailbox, and one address without links, may have ahead. */
const MAX_OF_MAILBOX = 2
const MAX_OF_ADDRESS = 3

type Asking = {
  email: string
  mailbox: string
  address: string | null
  marketDay: QuotedDay | null
  at: Date
}

/**
 * Why this buyer may not pay at pickup; null if they may. Reads the same of everyone, so that its
 * time tells nothing; only the owner of the mailbox may read the answer.
 */
export async function whyNotAtPickup(
  tx: Db,
  shop: Shop,
  { terms, ...asking }: Asking & { terms: PickupTerms },
): Promise<Refusal | null> {
  const { trust, isKnown, ofMailbox, ofAddress } = await readStanding(tx, asking)
  const isAnyone = terms.who === 'anyone'
  if (trust === 'refused')
    return notAllowed(`We can’t take this order to be paid at pickup. ${orCall(shop)}`)
  if (ofMailbox.length >= MAX_OF_MAILBOX) {
    const [one, other] = ofMailbox
    const which = isAnyone ? '' : `, #${one} and #${other}`
    return notAllowed(`You already have two orders to pay at pickup${which}. ${orCall(shop)}`)
  }
  if (isAnyone && ofAddress >= MAX_OF_ADDRESS)
    return notAllowed(
      `There are several orders to pay at pickup from here already. ${orCall(shop)}`,
    )
  if (terms.who === 'known' && !isKnown && trust !== 'trusted')
    return notAllowed(
      `Pay at pickup is for customers who have picked up an order here before. ${orCall(shop)}`,
    )
  return null
}

const notAllowed = (message: string) => new Refusal('not-allowed', message, METHOD)

/** Placed in the shop, standing and not yet paid, in `orders` joined with `pickup_requests`. */
const UNPAID_ONLINE = sql<boolean>`(orders.status <> 'cancelled' and ${PAID} < ${WORTH})`

function onlineUnpaid(db: Db) {
  return db
    .selectFrom('pickup_requests')
    .innerJoin('orders', 'orders.id', 'pickup_requests.order_id')
    .where(UNPAID_ONLINE)
}

async function readStanding(db: Db, { email, mailbox, address, at }: Asking) {
  const buyers = db.selectFrom('pickup_buyers').select('trust').where('mailbox', '=', mailbox)
  const earlier = db
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`lower(customer_email) = ${email.toLowerCase()} and customer_email <> ''`)
    .where(sql<boolean>`(status = 'delivered' or collected_at is not null)`)
  const toCome = onlineUnpaid(db)
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .where('market_days.closes_at', '>', at.toISOString())
    .select(['orders.id', 'pickup_requests.mailbox', 'pickup_requests.address_key'])
    .where((row) =>
      row.or([
        row('pickup_requests.mailbox', '=', mailbox),
        row('pickup_requests.address_key', '=', address ?? ''),
      ]),
    )
    .orderBy('orders.id')
  const buyer = await buyers.executeTakeFirst()
  const known = await earlier.limit(1).executeTakeFirst()
  const ahead = await toCome.execute()
  return {
    trust: buyer?.trust satisfies BuyerTrust | undefined,
    isKnown: known !== undefined,
    ofMailbox: ahead.flatMap((row) => (row.mailbox === mailbox ? row.id : [])),
    ofAddress: ahead.filter((row) => address !== null && row.address_key === address).length,
  }
}

/** @throws Refusal 'invalid' once a market day has its most unpaid orders */
export async function requireRoomToPay(
  db: Db,
  shop: Shop,
  { marketDay, terms }: { marketDay: QuotedDay | null; terms: PickupTerms },
): Promise<void> {
  if (!marketDay) return
  const { count } = await onlineUnpaid(db)
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('orders.market_day_id', '=', marketDay.id)
    .executeTakeFirstOrThrow()
  if (Number(count) < terms.perDay) return
  const day = formatLongDay(marketDay.day)
  const all = `No more orders to pay at pickup are taken for ${day}.`
  throw new Refusal('invalid', `${all} ${orElse(shop)}`, METHOD)
}

const FLOOD = 'Too many orders from here wait for their link. Please try again later.'
const REQUESTS_AN_HOUR = { most: 10, within: HOUR, message: FLOOD }
const REQUESTS_A_DAY = { most: 30, within: DAY, message: FLOOD }

/** Of a shop: unanswered ones whose link still works. */
const MAX_OPEN = 200

/** Most links within a day to a mailbox, which somebody else may have typed; placed orders free them. */
const MAX_UNANSWERED = 3

export type PickupLimits = {
  /** @throws Refusal 'too-often', 'not-now' */
  countRequest(address: string): Promise<void>
  /** Counts a link to a mailbox; false when it had too many that nobody opened. */
  countLink(mailbox: string): Promise<boolean>
}

export function pickupLimits({ db, now }: Pick<Shop, 'db' | 'now'>, areOn: boolean): PickupLimits {
  if (!areOn) return { countRequest: async () => {}, countLink: async () => true }
  const requests = slidingWindow(db, { of: 'pickup request', within: DAY }, now)
  const links = slidingWindow(db, { of: 'pickup link', within: DAY }, now)
  return {
    async countRequest(address) {
      const at = now().getTime()
      for (const limit of [REQUESTS_AN_HOUR, REQUESTS_A_DAY])
        refuseMore(requests.times(address, at), limit, at)
      if ((await countOpen(db, now())) >= MAX_OPEN)
        throw new Refusal('not-now', FLOOD, { retryAfter: 600 })
      await requests.add(address)
    },
    async countLink(mailbox) {
      const at = now()
      const who = hashOf(mailbox)
      const unanswered =
        links.times(who, at.getTime()).length - (await countPlaced(db, mailbox, at))
      if (unanswered >= MAX_UNANSWERED) return false
      await links.add(who)
      return true
    },
  }
}

async function countOpen(db: Db, at: Date): Promise<number> {
  const open = db.selectFrom('pickup_requests').where('order_id', 'is', null)
  const { count } = await open
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('ends_at', '>', at.toISOString())
    .where('error_code', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countPlaced(db: Db, mailbox: string, at: Date): Promise<number> {
  const { count } = await db
    .selectFrom('pickup_requests')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('mailbox', '=', mailbox)
    .where('asked_at', '>', new Date(at.getTime() - DAY).toISOString())
    .where('order_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
