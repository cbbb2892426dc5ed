import type { DayAudience } from '#contract/calendar/market-day-changes.ts'
import { type Change, recordChange } from '#server/core/audit.ts'
import { type Db, snapshot, write } from '#server/db/write.ts'
import { requireDay } from '#server/features/calendar/choose-day.ts'
import { changeOfDay } from '#server/features/calendar/day-history.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { sendDayMailsLater } from '#server/features/mail/send-day-mails.ts'
import type { Shop } from '#server/shop.ts'
import { noteCalls } from './calls.ts'
import { listAudience, showAudience } from './day-orders.ts'

/**
 * Emails everyone on a day and lists whom to call; repeating an operation tells nobody twice.
 * @throws Refusal 'not-found'
 */
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
    const what = { kind: 'day_message', about: operation, market_day_id: dayId } as const
    const mails = audience.reached.map(({ id: order_id, email: recipient }) => ({
      ...what,
      order_id,
      recipient,
      message,
      not_after,
    }))
    await queueMails(tx, mails, at)
    const call = { about: operation, kind: 'message', market_day_id: dayId, message } as const
    const ids = toCall.map(({ id }) => id)
    await noteCalls(tx, ids, call, at)
    const after = { operation, message, people }
    const change = changeOfDay(day, { action: 'written to', before: null, after })
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
