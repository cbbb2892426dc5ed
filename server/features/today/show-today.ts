import { farmDayOf } from '#contract/time/farm-time.ts'
import type { Today } from '#contract/today.ts'
import type { Db } from '#server/db/tables.ts'
import { findPause } from '#server/features/calendar/pause-orders.ts'
import { readOpenQuestions } from '#server/features/chat/question-queries.ts'
import { listGoingShort } from '#server/features/market/going-short.ts'
import { countNoShows } from '#server/features/no-shows/list-no-shows.ts'
import { listPeopleToCall } from '#server/features/orders/calls.ts'
import { countUnpaid } from '#server/features/orders/count-unpaid.ts'
import { listUnsettledDays } from '#server/features/orders/day-orders.ts'
import { listChangedDays } from '#server/features/orders/tell-changes.ts'
import { listCalls } from '#server/features/packing/box-queries.ts'
import { countWithoutDay, readScope } from '#server/features/packing/list-scope.ts'
import { countOpenWeights } from '#server/features/packing/open-weights.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { countToDecide } from '#server/features/stall/show-overview.ts'
import { findNextDay } from './day-queries.ts'
import { listUncounted, type Setup, showWeek } from './show-week.ts'

/** How far back to look for unpaid orders, in days. */
const UNPAID_DAYS = 60

export async function showToday(db: Db, at: Date, setup: Setup): Promise<Today> {
  const timeZone = await readTimeZone(db)
  const today = farmDayOf(at.toISOString(), timeZone)
  const coming = await findNextDay(db, today.toString())
  const next = await showWeek(db, { ...setup, at, today, coming, timeZone })
  const since = new Date(at.getTime() - UNPAID_DAYS * 24 * 60 * 60_000)
  return {
    today: today.toString(),
    next,
    short: coming === null ? [] : await listShort(db, coming),
    weights: await countOpenWeights(db),
    pausedSince: (await findPause(db, at))?.since ?? null,
    toCall: await listPeopleToCall(db),
    changedDays: await listChangedDays(db, at),
    calledOff: (await listUnsettledDays(db)).map(({ id, day, placeName, orders }) => ({
      ...{ id, day, placeName, orders: orders.length },
    })),
    uncounted: await listUncounted(db, { at, today, but: next?.day ?? null }),
    withoutDay: await countWithoutDay(db),
    questions: await readOpenQuestions(db),
    unpaid: await countUnpaid(db, since),
    notPickedUp: await countNoShows(db, at),
    atStall: await countToDecide(db),
    goingShort: await listGoingShort(db),
  }
}

async function listShort(db: Db, day: string): Promise<Today['short']> {
  const scope = await readScope(db, { day })
  const calls = Map.groupBy(await listCalls(db, scope), ({ productId }) => productId)
  return [...calls].map(([productId, own]) => ({
    productId,
    name: own[0]?.name ?? '',
    calls: own.length,
  }))
}
