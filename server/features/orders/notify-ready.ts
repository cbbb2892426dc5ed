import { randomUUID } from 'node:crypto'
import { countPeople } from '#contract/calendar/calls.ts'
import type { ReadyNotice } from '#contract/calendar/market-day-changes.ts'
import { formatNumbers } from '#contract/packing/box-text.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { changeOfDay, requireDay } from '#server/features/calendar/choose-day.ts'
import { openOrders } from '#server/features/calendar/open-orders.ts'
import { reopenMail } from '#server/features/mail/mail-queries.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { sendDayMailsLater } from '#server/features/mail/send-mails.ts'
import type { Shop } from '#server/shop.ts'
import { noteCalls } from './calls.ts'
import { type Audience, listAudience, mailsOfDay } from './day-orders.ts'
import { noSuchOrder, orderCancelled } from './order-queries.ts'

type NotifyOptions = { again?: boolean | undefined; preview?: boolean | undefined }

/**
 * Emails everyone whose order is packed, at any place; with `again`, also those already emailed.
 * @throws Refusal 'not-found'
 */
export function notifyReady(shop: Shop, day: string, options: NotifyOptions): Promise<ReadyNotice> {
  return notify(shop, options, async (tx) => {
    const days = tx.selectFrom('market_days').select('id').where('day', '=', day)
    const open = await days.where('state', '=', 'open').orderBy('id').execute()
    if (open.length === 0) throw new Refusal('not-found', 'There is no market on that day.')
    return open.map(({ id: dayId }) => ({ dayId, orderId: null }))
  })
}

/** @throws Refusal 'not-found', 'day-closed', 'order-cancelled' */
export function notifyOrderReady(shop: Shop, orderId: number, options: NotifyOptions) {
  return notify(shop, options, async (tx) => {
    const orders = tx.selectFrom('orders').select(['market_day_id', 'status'])
    const order =
      (await orders.where('id', '=', orderId).executeTakeFirst()) ?? noSuchOrder(orderId)
    if (order.status === 'cancelled') throw orderCancelled(orderId)
    if (order.market_day_id === null)
      throw new Refusal('not-found', `Order #${orderId} has no market day.`)
    return [{ dayId: order.market_day_id, orderId }]
  })
}

type NoticeTarget = { dayId: number; orderId: number | null }

async function notify(
  shop: Shop,
  options: NotifyOptions,
  find: (tx: Db) => Promise<NoticeTarget[]>,
): Promise<ReadyNotice> {
  const at = shop.now()
  const hasMail = shop.mail !== null
  const notified = await write(shop.db, async (tx) => {
    const answers: ReadyNotice[] = []
    for (const target of await find(tx))
      answers.push(await notifyInside(tx, { ...target, hasMail }, options, at))
    return answers.reduce(together)
  })
  if (notified.queued > 0) sendDayMailsLater(shop)
  return notified
}

function together(one: ReadyNotice, other: ReadyNotice): ReadyNotice {
  return {
    people: one.people + other.people,
    untold: one.untold + other.untold,
    queued: one.queued + other.queued,
    toldAt: [one.toldAt, other.toldAt].toSorted().findLast((at) => at !== null) ?? null,
    toCall: [...one.toCall, ...other.toCall],
    unpacked: [...one.unpacked, ...other.unpacked],
  }
}

async function notifyInside(
  tx: Db,
  { dayId, orderId, hasMail }: NoticeTarget & { hasMail: boolean },
  { again = false, preview = false }: NotifyOptions,
  at: Date,
): Promise<ReadyNotice> {
  const day = await requireDay(tx, dayId)
  if (day.state === 'closed')
    throw new Refusal('day-closed', 'This market day is closed. Please write a message instead.')
  const mails = await listReadyMails(tx, dayId)
  const { reached, toCall, unpacked } = await listReadyAudience(tx, { dayId, orderId, hasMail })
  const people = listPeople(reached, mails)
  const untold = people.filter(({ isNotified }) => !isNotified)
  const times = mails.map(({ created_at }) => created_at).toSorted()
  const answer = {
    people: people.length,
    untold: untold.length,
    toldAt: people.length > untold.length ? (times.at(-1) ?? null) : null,
    toCall,
    unpacked,
  }
  if (preview) return { ...answer, queued: 0 }
  const told = again ? people : untold
  const queued = await queueReady(tx, told, { dayId, not_after: day.closes_at, at })
  const ids = toCall.map(({ id }) => id)
  const about = aboutReady(dayId)
  const call = { about, kind: 'ready', market_day_id: dayId, message: '' } as const
  await noteCalls(tx, ids, call, at)
  if (queued > 0) {
    const after = { people: queued, ...(orderId === null ? {} : { orderId }) }
    await recordChange(tx, changeOfDay(day, { action: 'ready', after }), at)
  }
  return { ...answer, queued }
}

export async function countUntold(db: Db, { dayId, hasMail }: { dayId: number; hasMail: boolean }) {
  const { reached, toCall } = await listReadyAudience(db, { dayId, orderId: null, hasMail })
  const mails = reached.length > 0 ? await listReadyMails(db, dayId) : []
  const noted = await db
    .selectFrom('calls')
    .select('order_id')
    .where('about', '=', aboutReady(dayId))
    .execute()
  const isNoted = new Set(noted.map(({ order_id }) => order_id))
  const untold = listPeople(reached, mails).filter(({ isNotified }) => !isNotified)
  return untold.length + countPeople(toCall.filter(({ id }) => !isNoted.has(id)))
}

const aboutReady = (dayId: number) => `ready ${dayId}`

type ReadyMail = Awaited<ReturnType<typeof listReadyMails>>[number]

function listReadyMails(tx: Db, dayId: number) {
  return mailsOfDay(tx, dayId, 'ready')
    .select(['id', 'order_id', 'recipient', 'created_at', 'attempts', 'given_up_at'])
    .execute()
}

async function listReadyAudience(
  tx: Db,
  { dayId, orderId, hasMail }: NoticeTarget & { hasMail: boolean },
): Promise<Audience & Pick<ReadyNotice, 'unpacked'>> {
  const all = await listAudience(tx, dayId, hasMail)
  const rows = openOrders(tx)
    .select(['id', 'customer_name as customerName', 'customer_phone as customerPhone'])
    .where('market_day_id', '=', dayId)
    .where('packed_at', 'is', null)
    .orderBy('id')
  const unpacked = orderId === null ? await rows.execute() : []
  const isOne = ({ id }: { id: number }) =>
    orderId === null ? unpacked.every((one) => one.id !== id) : id === orderId
  return { reached: all.reached.filter(isOne), toCall: all.toCall.filter(isOne), unpacked }
}

type Person = ReturnType<typeof listPeople>[number]

/** Notified: a mail for the day went or is about to go there; a failed one doesn't count. */
function listPeople(reached: Audience['reached'], mails: readonly ReadyMail[]) {
  const byAddress = Map.groupBy(reached, ({ email }) => email.toLowerCase())
  return [...byAddress].map(([address, orders]) => {
    const own = mails.filter(({ recipient }) => recipient.toLowerCase() === address)
    const orderIds = orders.map(({ id }) => id)
    return {
      email: orders[0]?.email ?? '',
      orderIds,
      isNotified: own.some(({ given_up_at }) => given_up_at === null),
      mail: mails.find(({ order_id }) => order_id === orderIds[0]),
    }
  })
}

async function queueReady(
  tx: Db,
  people: readonly Person[],
  { dayId, not_after, at }: { dayId: number; not_after: string; at: Date },
): Promise<number> {
  let queued = 0
  for (const { email: recipient, orderIds, mail } of people) {
    const message = orderIds.length > 1 ? formatNumbers(orderIds) : null
    const its = { recipient, message, not_after }
    if (mail) {
      if (!(await reopenMail(tx, mail, { ...its, uuid: randomUUID(), at }))) continue
    } else {
      const what = { kind: 'ready', market_day_id: dayId } as const
      await queueMails(tx, [{ ...what, ...its, order_id: orderIds[0] ?? null }], at)
    }
    queued++
  }
  return queued
}
