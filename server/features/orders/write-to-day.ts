import { type Change, recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { snapshot, write } from '#server/db/write.ts'
import { changeOfDay } from '#server/features/calendar/day-history.ts'
import { requireDay } from '#server/features/calendar/find-day.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { sendDayMailsLater } from '#server/features/mail/send-day-mails.ts'
import type { Shop } from '#server/shop.ts'
import { countPeople, listAudience } from './day-orders.ts'

type Audience = { people: number; queued: number }

/**
 * Emails one message to all orders of a day; the same operation again writes to nobody twice.
 * @throws Refusal 'not-found', 'mail-missing'
 */
export async function writeToDay(
  shop: Shop,
  dayId: number,
  { id: operation, message, preview = false }: { id: string; message: string; preview?: boolean },
): Promise<Audience> {
  requireMail(shop)
  if (preview) return { ...(await countAudience(shop, dayId)), queued: 0 }
  const notified = await write(shop.db, async (tx) => {
    const day = await requireDay(tx, dayId)
    const { closes_at } = day
    const audience = await listAudience(tx, dayId)
    const at = shop.now()
    const not_after = closes_at > at.toISOString() ? closes_at : null
    const what = {
      queue: 'days',
      kind: 'day_message',
      about: operation,
      market_day_id: dayId,
    } as const
    const mails = audience.map(({ id: order_id, email: recipient }) => ({
      ...what,
      ...{ order_id, recipient, message, not_after },
    }))
    await queueMails(tx, mails, at)
    const after = { operation, message, people: countPeople(audience) }
    const change = changeOfDay(day, { action: 'written to', before: null, after })
    await recordOnce(tx, change, operation, at)
    return { people: after.people, queued: mails.length }
  })
  sendDayMailsLater(shop)
  return notified
}

/** An operation that is sent again stands in the history once. */
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

/** @throws Refusal 'mail-missing' */
export function requireMail({ mail }: Shop): void {
  if (!mail)
    throw new Refusal(
      'mail-missing',
      'Email is not set up, so nobody would be told. Please call your customers.',
    )
}

function countAudience({ db }: Shop, dayId: number): Promise<{ people: number }> {
  return snapshot(db, async (tx) => {
    await requireDay(tx, dayId)
    return { people: countPeople(await listAudience(tx, dayId)) }
  })
}
