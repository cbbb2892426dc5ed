import { createHash } from 'node:crypto'
import type { CalendarPlan } from '#contract/calendar/rules.ts'
import { type Change, recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, snapshot, write } from '#server/db/write.ts'
import type { DbAndClock } from '#server/shop.ts'
import {
  type Calendar,
  listStoredDays,
  lockCalendar,
  readCalendar,
  type StoredDay,
} from './calendar-queries.ts'
import { nameItsPlace } from './choose-day.ts'
import {
  applyChanges,
  type DayChanges,
  differences,
  keyOf,
  lockDays,
  planAll,
  readHorizon,
} from './fill-days.ts'
import { isAsPlanned, type PlannedDay } from './plan-days.ts'

export const NEW_RULE = 0

type Edit = {
  edited: Calendar
  save(tx: Db): Promise<{ id: number; change: Change }>
}

/**
 * Previews what a calendar change does to its days, or applies it if given that preview's hash.
 * @throws Refusal 'plan-changed' when the effect would differ by now
 */
export async function previewOrApply(
  { db, now }: DbAndClock,
  confirm: string | undefined,
  prepare: (db: Db, calendar: Calendar) => Edit | Promise<Edit>,
): Promise<CalendarPlan> {
  const at = now()
  if (confirm === undefined)
    return snapshot(db, async (tx) => {
      const { edited } = await prepare(tx, await readCalendar(tx))
      return { ...showPlan(await planEdit(tx, at, edited)), isDone: false, id: null }
    })
  return write(db, async (tx, emit) => {
    await lockCalendar(tx)
    const edit = await prepare(tx, await readCalendar(tx))
    const { changed, removed, retained } = await planEdit(tx, at, edit.edited)
    await lockDays(tx, [...changed, ...removed, ...retained])
    const plan = await planEdit(tx, at, edit.edited)
    const shown = showPlan(plan)
    if (shown.hash !== confirm)
      throw new Refusal(
        'plan-changed',
        'Nothing was saved because something changed in the meantime. Please look at the days again.',
      )
    const { id, change } = await edit.save(tx)
    await applyChanges(tx, ofRule(plan, id))
    await recordChange(tx, nameItsPlace(change, edit.edited.places), at)
    emit({ kind: 'days' })
    return { ...shown, isDone: true, id }
  })
}

type Plan = DayChanges & { byHand: StoredDay[] }

async function planEdit(db: Db, at: Date, edited: Calendar): Promise<Plan> {
  const horizon = await readHorizon(db, at)
  const before = planAll(await readCalendar(db), horizon)
  const after = planAll(edited, horizon)
  const keys = differingKeys(before, after)
  const isOfEdit = (day: { place_id: number; day: string }) => keys.has(keyOf(day))
  const stored = (await listStoredDays(db, horizon.from.toString())).filter(isOfEdit)
  return {
    ...differences(after.filter(isOfEdit), stored),
    byHand: stored.filter((day) => day.by_hand),
  }
}

function differingKeys(before: readonly PlannedDay[], after: readonly PlannedDay[]): Set<string> {
  const [was, is] = [before, after].map((days) => new Map(days.map((day) => [keyOf(day), day])))
  const keys = [...before, ...after].map(keyOf)
  return new Set(
    keys.filter((key) => {
      const [one, other] = [was?.get(key), is?.get(key)]
      return !one || !other || !isAsPlanned(one, other)
    }),
  )
}

function ofRule<Changes extends Pick<DayChanges, 'made' | 'changed'>>(
  plan: Changes,
  id: number,
): Changes {
  const numbered = (day: PlannedDay) => (day.rule_id === NEW_RULE ? { ...day, rule_id: id } : day)
  return {
    ...plan,
    made: plan.made.map(numbered),
    changed: plan.changed.map((day) => ({ ...day, to: numbered(day.to) })),
  }
}

function showPlan(plan: Plan): Omit<CalendarPlan, 'isDone' | 'id'> {
  const shown = {
    made: plan.made.map(showPlanned),
    changed: plan.changed.map(({ to }) => showPlanned(to)),
    removed: plan.removed.map(({ place_id, day }) => ({ placeId: place_id, day })),
    kept: [...plan.retained, ...plan.byHand].map(({ id, place_id, day, orders, by_hand }) => ({
      id,
      placeId: place_id,
      day,
      orders,
      byHand: by_hand,
    })),
  }
  return { hash: planHash(shown), ...shown }
}

function showPlanned({ place_id, day, opens, closes, order_until, capacity, state }: PlannedDay) {
  return { placeId: place_id, day, opens, closes, orderUntil: order_until, capacity, state }
}

function planHash(shown: object): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32)
}
