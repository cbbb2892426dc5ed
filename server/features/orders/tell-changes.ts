import { randomUUID } from 'node:crypto'
import { countPeople } from '#contract/calendar/calls.ts'
import type { ChangeNotice } from '#contract/calendar/market-day-changes.ts'
import { farmDates, formatLongDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import type { Today } from '#contract/today.ts'
import { recordChange } from '#server/core/audit.ts'
import { type Db, snapshot, write } from '#server/db/write.ts'
import { changeOfDay, requireDay } from '#server/features/calendar/choose-day.ts'
import { PLACE_AS_TOLD } from '#server/features/calendar/fill-days.ts'
import { openOrders } from '#server/features/calendar/open-orders.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { sendDayMailsLater } from '#server/features/mail/send-mails.ts'
import { readSetting, readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { noteCalls } from './calls.ts'
import { showAudience, splitAudience } from './day-orders.ts'

async function listOutdated(db: Db, at: Date) {
  const rows = await openOrders(db)
    .innerJoin('told_times', 'told_times.order_id', 'orders.id')
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['orders.id', 'customer_email as email', 'orders.created_at'])
    .select(['customer_name as customerName', 'customer_phone as customerPhone'])
    .select(['market_days.id as dayId', 'market_days.day', 'places.name as placeName'])
    .select(['market_days.opens', 'market_days.closes', 'market_days.order_until'])
    .select(PLACE_AS_TOLD.as('place'))
    .select(['told_times.opens as told_opens', 'told_times.closes as told_closes'])
    .select(['told_times.order_until as told_until', 'told_times.place as told_place'])
    .where('market_days.state', '=', 'open')
    .where('market_days.closes_at', '>', at.toISOString())
    .orderBy('market_days.opens_at')
    .orderBy('orders.id')
    .execute()
  const mayCancel = (await readSetting(db, 'buyer_cancels')) === 'true'
  const terms = { mayCancel, timeZone: await readTimeZone(db), at }
  return rows.flatMap((row) => {
    const message = describeChange(row, terms)
    return message === '' ? [] : [{ ...row, message }]
  })
}

type Outdated = Awaited<ReturnType<typeof listOutdated>>[number]

/** The order deadline only matters to buyers who may cancel until then. */
type Terms = { mayCancel: boolean; timeZone: string; at: Date }

function describeChange(
  row: Omit<Outdated, 'message'>,
  { mayCancel, timeZone, at }: Terms,
): string {
  const hours = formatHours(row)
  const told = formatHours({ opens: row.told_opens, closes: row.told_closes })
  const now = at.toISOString()
  const isEndNew = row.order_until !== row.told_until
  const ends = [row.order_until, row.told_until].some((until) => until > now)
  const { formatMoment } = farmDates(timeZone)
  return [
    ...(hours === told
      ? []
      : [`The hours have changed: ${formatLongDay(row.day)}, ${hours}, instead of ${told}.`]),
    ...(row.place === row.told_place ? [] : [`The place has changed. It is now: ${row.place}.`]),
    ...(mayCancel && isEndNew && ends
      ? [`You can cancel your order until ${formatMoment(row.order_until)}.`]
      : []),
  ].join('\n\n')
}

type Told = { preview?: boolean | undefined; isKnown?: boolean | undefined }

/** Tells each buyer once, then drops them from the list. @throws Refusal 'not-found' */
export async function tellChanges(
  shop: Shop,
  dayId: number,
  { preview = false, isKnown = false }: Told,
): Promise<ChangeNotice> {
  if (preview)
    return snapshot(shop.db, async (db) => {
      await requireDay(db, dayId)
      return { ...show(shop, await outdatedOf(db, dayId, shop.now())), queued: 0 }
    })
  const notice = await write(shop.db, (tx) => tellInside(tx, shop, dayId, isKnown))
  if (notice.queued > 0) sendDayMailsLater(shop)
  return notice
}

async function outdatedOf(db: Db, dayId: number, at: Date): Promise<Outdated[]> {
  return (await listOutdated(db, at)).filter((row) => row.dayId === dayId)
}

function show({ mail }: Shop, rows: readonly Outdated[]) {
  const audience = splitAudience(rows, mail !== null)
  return { ...showAudience(audience), messages: [...new Set(rows.map(({ message }) => message))] }
}

async function tellInside(tx: Db, shop: Shop, dayId: number, isKnown: boolean) {
  const at = shop.now()
  const day = await requireDay(tx, dayId)
  const found = await outdatedOf(tx, dayId, at)
  // Of two concurrent calls, the second finds no rows left: those buyers were already told.
  const gone = await tx
    .deleteFrom('told_times')
    .where('market_day_id', '=', dayId)
    .returning('order_id')
    .execute()
  const untold = found.filter(({ id }) => gone.some(({ order_id }) => order_id === id))
  const about = randomUUID()
  const { reached } = splitAudience(untold, shop.mail !== null)
  const mails = isKnown ? [] : reached
  const what = { kind: 'day_message', about, market_day_id: dayId } as const
  const rows = mails.map(({ id: order_id, email: recipient }) => {
    const message = untold.find(({ id }) => id === order_id)?.message ?? ''
    return { ...what, order_id, recipient, message, not_after: day.closes_at }
  })
  await queueMails(tx, rows, at)
  const called = isKnown ? [] : untold.filter(({ id }) => !reached.some((one) => one.id === id))
  for (const { id, message } of called)
    await noteCalls(tx, [id], { about, kind: 'changed', market_day_id: dayId, message }, at)
  if (untold.length > 0) {
    const after = isKnown ? { known: untold.length } : { operation: about, people: untold.length }
    await recordChange(tx, changeOfDay(day, { action: 'written to', after }), at)
  }
  return { ...show(shop, isKnown ? [] : untold), queued: mails.length }
}

export async function listChangedDays(db: Db, at: Date): Promise<Today['changedDays']> {
  const byDay = Map.groupBy(await listOutdated(db, at), ({ dayId }) => dayId)
  return [...byDay].flatMap(([id, rows]) => {
    const [first] = rows
    if (!first) return []
    const { day, placeName } = first
    const { people, toCall } = showAudience(splitAudience(rows, true))
    return [{ id, day, placeName, people: people + countPeople(toCall) }]
  })
}
