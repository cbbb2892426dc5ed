import { farmDayOf } from '#contract/farm-time.ts'
import type { Today } from '#contract/today.ts'
import type { Db } from '#server/db/tables.ts'
import { findPause } from '#server/features/calendar/pause-orders.ts'
import { readOpenQuestions } from '#server/features/chat/question-queries.ts'
import { listGoingShort } from '#server/features/market/going-short.ts'
import { countNoShows } from '#server/features/no-shows/list-no-shows.ts'
import { listPeopleToCall } from '#server/features/orders/calls.ts'
import { countUnpaid } from '#server/features/orders/count-unpaid.ts'
import { listChangedDays } from '#server/features/orders/tell-changes.ts'
import { listCalls } from '#server/features/packing/box-queries.ts'
import { countWithoutDay, readScope } from '#server/features/packing/list-scope.ts'
import { countOpenWeights } from '#server/features/packing/open-weights.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { countToDecide } from '#server/features/stall/show-overview.ts'
import { countPlaces, findNextDay, findOrderEnd } from './day-queries.ts'

/** How far back to look for unpaid orders, in days. */
const UNPAID_DAYS = 60

export async function showToday(db: Db, at: Date): Promise<Today> {
  const today = farmDayOf(at.toISOString(), await readTimeZone(db))
  const day = await findNextDay(db, today.toString())
  const since = new Date(at.getTime() - UNPAID_DAYS * 24 * 60 * 60_000)
  return {
    today: today.toString(),
    ...(await showDay(db, day, at)),
    weights: await countOpenWeights(db),
    pausedSince: (await findPause(db, at))?.since ?? null,
    toCall: await listPeopleToCall(db),
    changedDays: await listChangedDays(db, at),
    withoutDay: await countWithoutDay(db),
    questions: await readOpenQuestions(db),
    unpaid: await countUnpaid(db, since),
    notPickedUp: await countNoShows(db, at),
    atStall: await countToDecide(db),
    goingShort: await listGoingShort(db),
  }
}

async function showDay(
  db: Db,
  day: string | null,
  at: Date,
): Promise<Pick<Today, 'next' | 'short'>> {
  if (day === null) return { next: null, short: [] }
  const scope = await readScope(db, { day })
  const calls = Map.groupBy(await listCalls(db, scope), ({ productId }) => productId)
  return {
    next: {
      day,
      orderUntil: await findOrderEnd(db, day, at),
      places: await countPlaces(db, scope, at),
    },
    short: [...calls].map(([productId, own]) => ({
      productId,
      name: own[0]?.name ?? '',
      calls: own.length,
    })),
  }
}
