import { NOT_OPEN_YET } from '#contract/calendar/day-text.ts'
import { NO_PLACE } from '#contract/calendar/delivery.ts'
import { isPlural } from '#contract/chat/word-forms.ts'
import { formatLongDay, formatMonthDay } from '#contract/time/date-format.ts'
import { formatSeason, type Season } from '#contract/time/season.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { PlaceKind } from '#server/db/tables/calendar.ts'
import type { Db } from '#server/db/tables.ts'
import type { OpenDay, PlaceWithDays } from './calendar-queries.ts'

export async function placeClosed(
  db: Db,
  { name, kind }: { name: string; kind: PlaceKind },
): Promise<Refusal> {
  const open = await db
    .selectFrom('places')
    .select('name')
    .where('kind', '=', kind)
    .where('retired_at', 'is', null)
    .orderBy('position')
    .execute()
  const others = open.map((place) => place.name).join(', ')
  return new Refusal(
    'place-closed',
    `${name} no longer takes orders. ${others ? `Please choose one of these: ${others}.` : 'Please call us.'}`,
    { field: 'orderData.pickupLocation' },
  )
}

/** There is no such place, or none at all yet. */
export async function noSuchPlace(db: Db): Promise<Refusal> {
  const any = await db.selectFrom('places').select('id').limit(1).executeTakeFirst()
  if (!any) return notOpenYet()
  return new Refusal('invalid', NO_PLACE, { field: 'orderData.pickupLocation' })
}

export function notOpenYet(): Refusal {
  return new Refusal('place-closed', `${NOT_OPEN_YET}.`)
}

export function noSuchDay({
  place,
  days,
  withRoom,
  named,
  opensAgain,
}: Pick<PlaceWithDays, 'place' | 'days'> & {
  withRoom: OpenDay[]
  named: string | null
  /** YYYY-MM-DD, where there is no day to order for now. */
  opensAgain: string | null
}): Refusal {
  const [next] = withRoom
  const advice = next
    ? `The next day with room is ${formatLongDay(next.day)}.`
    : opensAgain
      ? `We open again on ${formatMonthDay(opensAgain)}.`
      : `Please choose ${place.kind === 'delivery' ? 'pickup' : 'another place'} or call us.`
  const full = days.find(({ day }) => named === null || day === named)
  const field = { field: 'orderData.day' }
  if (full)
    return new Refusal(
      'day-full',
      `${place.name} takes no more orders for ${formatLongDay(full.day)}. ${advice}`,
      field,
    )
  if (named === null)
    return new Refusal(
      'place-closed',
      `${place.name} has no days open for orders right now. ${advice}`,
    )
  return new Refusal(
    'day-closed',
    `Ordering for ${formatLongDay(named)} at ${place.name} has ended. ${advice}`,
    field,
  )
}

export function soldOutForDay(
  { name, left, season }: { name: string; left: number; season?: Season | null },
  { day }: Pick<OpenDay, 'day'>,
  next: Pick<OpenDay, 'day'> | undefined,
): Refusal {
  const when = formatLongDay(day)
  const is = isPlural(name) ? 'are' : 'is'
  const message = season
    ? `${name} ${is} in season from ${formatSeason(season)}, not on ${when}.`
    : left > 0
      ? `Only ${left} left of ${name} for ${when}.`
      : `${name} ${is} sold out for ${when}.`
  const advice = next ? ` The next day with enough is ${formatLongDay(next.day)}.` : ''
  return new Refusal('sold-out', message + advice, { field: 'orderData.day' })
}

export type Hours = { opens: string; closes: string; orderDays: number; orderTime: string }

/** @throws Refusal 'invalid' for hours that no day can have */
export function checkHours({ opens, closes, orderDays, orderTime }: Hours): void {
  if (opens >= closes) throw refused('closes', 'It must close after it opens.')
  if (orderDays === 0 && orderTime > closes)
    throw refused('orderTime', 'Ordering must end before it closes.')
}

export function refused(field: string, message: string): Refusal {
  return new Refusal('invalid', message, { field })
}
