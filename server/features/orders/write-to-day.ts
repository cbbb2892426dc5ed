import { randomUUID } from 'node:crypto'
import { type Change, recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { snapshot, write } from '#server/db/write.ts'
import { changeOfDay } from '#server/features/calendar/day-history.ts'
import { requireDay } from '#server/features/calendar/find-day.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { sendDayMailsLater } from '#server/features/mail/send-day-mails.ts'
import type { Shop } from '#server/shop.ts'
import { countPeople, listAudience, mailsOfDay } from './day-orders.ts'

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
  const told = await write(shop.db, async (tx) => {
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
  return told
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
function requireMail({ mail }: Shop): void {
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

/**
 * Emails all orders of a day that they are ready, once; `again` tells everybody once more.
 * @throws Refusal 'not-found', 'mail-missing', 'day-closed'
 */
export async function tellReady(
  shop: Shop,
  dayId: number,
  { again = false, preview = false }: { again?: boolean; preview?: boolean },
): Promise<Audience & { toldAt: string | null }> {
  requireMail(shop)
  const told = await write(shop.db, async (tx) => {
    const day = await requireDay(tx, dayId)
    if (day.state === 'closed')
      throw new Refusal('day-closed', 'This market day is closed. Please write a message instead.')
    const audience = await listAudience(tx, dayId)
    const [toldAt, people] = [await lastToldAt(tx, dayId), countPeople(audience)]
    if (preview || (toldAt !== null && !again)) return { people, queued: 0, toldAt }
    const at = shop.now()
    if (again) await reopenReady(tx, dayId, at)
    const what = { queue: 'days', kind: 'ready', market_day_id: dayId } as const
    const mails = audience.map(({ id: order_id, email: recipient }) => ({
      ...what,
      ...{ order_id, recipient, not_after: day.closes_at },
    }))
    await queueMails(tx, mails, at)
    const change = { action: 'ready', before: null, after: { people } }
    await recordChange(tx, changeOfDay(day, change), at)
    return { people, queued: mails.length, toldAt }
  })
  if (told.queued > 0) sendDayMailsLater(shop)
  return told
}

async function lastToldAt(db: Db, dayId: number): Promise<string | null> {
  const row = await mailsOfDay(db, dayId, 'ready')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/** What was sent or given up becomes a new message that is due now. */
async function reopenReady(tx: Db, dayId: number, at: Date): Promise<void> {
  const done = await mailsOfDay(tx, dayId, 'ready')
    .select('id')
    .where((row) => row.or([row('sent_at', 'is not', null), row('given_up_at', 'is not', null)]))
    .execute()
  const [created_at, due_at] = [at.toISOString(), at.toISOString()]
  const over = { attempts: 0, sent_at: null, given_up_at: null, last_error: null }
  for (const { id } of done)
    await tx
      .updateTable('outbox')
      .set({ uuid: randomUUID(), created_at, due_at, ...over })
      .where('id', '=', id)
      .execute()
}
