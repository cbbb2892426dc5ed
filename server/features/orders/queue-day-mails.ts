import type { DayAudience } from '#contract/calendar/market-day-changes.ts'
import { DAY } from '#contract/time/durations.ts'
import { type Change, recordChange } from '#server/core/audit.ts'
import { type Db, snapshot, write } from '#server/db/write.ts'
import type { MarketDay } from '#server/features/calendar/calendar-queries.ts'
import { changeOfDay, requireDay } from '#server/features/calendar/choose-day.ts'
import { GRACE } from '#server/features/calendar/day-room.ts'
import { findPause } from '#server/features/calendar/pause-orders.ts'
import { instantOf } from '#server/features/calendar/plan-days.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { sendDayMails, sendDayMailsLater } from '#server/features/mail/send-mails.ts'
import { readSetting, readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { noteCalls } from './calls.ts'
import { listAudience, listUnsettled, mailsOfDay, showAudience } from './day-orders.ts'

/** Farm time, the evening before. */
const REMINDED_AT = '18:00'

/** Each reminder and list once; without mail none is queued: a late reminder is worse than none. */
export async function notifyOfDays(shop: Shop): Promise<void> {
  if (shop.mail) {
    await queueReminders(shop)
    await queueDayLists(shop)
  }
  await sendDayMails(shop)
}

async function queueReminders({ db, now }: Shop): Promise<void> {
  const at = now()
  const days = await listOpenDays(db, {
    column: 'opens_at',
    after: at,
    before: new Date(at.getTime() + 2 * DAY),
  })
  if (days.length === 0 || (await readSetting(db, 'day_reminders')) === 'false') return
  if ((await findPause(db, at)) !== null) return
  const timeZone = await readTimeZone(db)
  for (const day of days) {
    const eve = Temporal.PlainDate.from(day.day).subtract({ days: 1 })
    const remindAt = instantOf(eve, REMINDED_AT, timeZone)
    if (remindAt > at.toISOString()) continue
    const mails = await listUnreminded(db, day, remindAt)
    if (mails.length > 0) await write(db, (tx) => queueMails(tx, mails, at))
  }
}

/** Buyers who ordered, or were told of a move, after the reminder was due already know the day. */
async function listUnreminded(db: Db, { id, opens_at }: MarketDay, remindAt: string) {
  const reminded = await mailsOfDay(db, id, 'reminder').select('order_id').execute()
  const moved = mailsOfDay(db, id, 'moved').where('created_at', '>=', remindAt).select('order_id')
  const known = new Set([...reminded, ...(await moved.execute())].map(({ order_id }) => order_id))
  const mail = { kind: 'reminder', market_day_id: id, not_after: opens_at } as const
  return (await listAudience(db, id, true)).reached
    .filter((order) => !known.has(order.id) && order.created_at < remindAt)
    .map((order) => ({ ...mail, order_id: order.id, recipient: order.email }))
}

/** Waits until no order begun in time can still arrive. */
async function queueDayLists({ db, now }: Shop): Promise<void> {
  const at = now()
  const ended = new Date(at.getTime() - GRACE)
  const days = await listOpenDays(db, {
    column: 'order_until',
    after: new Date(ended.getTime() - DAY),
    before: ended,
  })
  if (days.length === 0) return
  const recipient = (await readSetting(db, 'contact_email')).trim()
  if (recipient === '') return
  for (const { id, closes_at } of days) {
    if (closes_at <= at.toISOString() || (await hasList(db, id))) continue
    if ((await listUnsettled(db, id)).length === 0) continue
    const what = { kind: 'day_list', market_day_id: id } as const
    await write(db, (tx) => queueMails(tx, [{ ...what, recipient, not_after: closes_at }], at))
  }
}

async function hasList(db: Db, dayId: number): Promise<boolean> {
  const list = mailsOfDay(db, dayId, 'day_list').select('id')
  return (await list.executeTakeFirst()) !== undefined
}

type Span = { column: 'opens_at' | 'order_until'; after: Date; before: Date }

function listOpenDays(db: Db, { column, after, before }: Span): Promise<MarketDay[]> {
  return db
    .selectFrom('market_days')
    .selectAll()
    .where('state', '=', 'open')
    .where(column, '>', after.toISOString())
    .where(column, '<=', before.toISOString())
    .execute()
}

/** Emails all and lists whom to call; a repeat tells nobody twice. @throws Refusal 'not-found' */
export async function writeToDay(
  shop: Shop,
  dayId: number,
  { id: operation, message, preview = false }: { id: string; message: string; preview?: boolean },
): Promise<DayAudience> {
  const hasMail = shop.mail !== null
  if (preview)
    return snapshot(shop.db, async (tx) => {
      await requireDay(tx, dayId)
      return { ...showAudience(await listAudience(tx, dayId, hasMail)), queued: 0 }
    })
  const notified = await write(shop.db, async (tx) => {
    const day = await requireDay(tx, dayId)
    const { closes_at } = day
    const audience = await listAudience(tx, dayId, hasMail)
    const { people, toCall } = showAudience(audience)
    const at = shop.now()
    const not_after = closes_at > at.toISOString() ? closes_at : null
    const what = { about: operation, market_day_id: dayId, message }
    const mail = { ...what, kind: 'day_message', not_after } as const
    const mails = audience.reached.map(({ id, email }) => {
      return { ...mail, order_id: id, recipient: email }
    })
    await queueMails(tx, mails, at)
    const ids = toCall.map(({ id }) => id)
    await noteCalls(tx, ids, { ...what, kind: 'message' }, at)
    const after = { operation, message, people }
    const change = changeOfDay(day, { action: 'written to', after })
    await recordOnce(tx, change, operation, at)
    return { people, toCall, queued: mails.length }
  })
  sendDayMailsLater(shop)
  return notified
}

async function recordOnce(tx: Db, change: Change, operation: string, at: Date): Promise<void> {
  const entries = await tx
    .selectFrom('audit')
    .select('after')
    .where('subject', '=', change.subject)
    .where('action', '=', change.action)
    .execute()
  const isKnown = entries.some(({ after }) => after && Object.values(after).includes(operation))
  if (!isKnown) await recordChange(tx, change, at)
}
