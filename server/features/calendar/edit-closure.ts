import type { CalendarPlan, ClosureDraft } from '#contract/calendar/rules.ts'
import { invalidField, noSuch } from '#server/core/refusal.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import type { DbAndClock } from '#server/shop.ts'
import type { Closure } from './calendar-queries.ts'
import { previewOrApply } from './preview-days.ts'

const NEW = 0

/** Preview, then confirm. @throws Refusal 'invalid', 'plan-changed' */
export function createClosure(shop: DbAndClock, draft: ClosureDraft): Promise<CalendarPlan> {
  const { confirm, placeId = null, fromDay, untilDay, message } = draft
  if (untilDay < fromDay)
    throw invalidField('untilDay', 'The last day must not be before the first one.')
  return previewOrApply(shop, confirm, async (db, calendar) => {
    if (placeId !== null && !calendar.places.some(({ id }) => id === placeId))
      throw invalidField('placeId', 'There is no such place.')
    const at = shop.now().toISOString()
    if (untilDay < (await readToday(db, shop.now())))
      throw invalidField('untilDay', 'These days are over already.')
    const row = {
      place_id: placeId,
      from_day: fromDay,
      until_day: untilDay,
      message: message ?? '',
      resumes_at: null,
      created_at: at,
    }
    return {
      edited: { ...calendar, closures: [...calendar.closures, { id: NEW, ...row }] },
      save: async (tx) => {
        const { id } = await tx
          .insertInto('closures')
          .values(row)
          .returning('id')
          .executeTakeFirstOrThrow()
        const after = { placeId, fromDay, untilDay, message: row.message }
        return { id, change: { action: 'created', subject: `closure:${id}`, before: null, after } }
      },
    }
  })
}

/** Preview, then confirm. @throws Refusal 'not-found', 'plan-changed' */
export function deleteClosure(
  shop: DbAndClock,
  id: number,
  confirm: string | undefined,
): Promise<CalendarPlan> {
  return previewOrApply(shop, confirm, (_, calendar) => {
    const before = calendar.closures.flatMap(showClosure).find((one) => one.id === id)
    if (!before) noSuch(`closure #${id}`)
    return {
      edited: { ...calendar, closures: calendar.closures.filter((one) => one.id !== id) },
      save: async (tx) => {
        await tx.deleteFrom('closures').where('id', '=', id).execute()
        return { id, change: { action: 'deleted', subject: `closure:${id}`, before, after: null } }
      },
    }
  })
}

export function showClosure({ id, place_id, from_day, until_day, message }: Closure) {
  if (until_day === null) return []
  return [{ id, placeId: place_id, fromDay: from_day, untilDay: until_day, message }]
}
