import {
  type CalendarPlan,
  type DeskRule,
  RULE_FIELDS,
  type RuleChange,
  type RuleDraft,
} from '#contract/calendar/rules.ts'
import { definedFields } from '#contract/changed-fields.ts'
import { formatFullDay } from '#contract/time/date-format.ts'
import { seasonFaults } from '#contract/time/season.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { invalidField, noSuch } from '#server/core/refusal.ts'
import { fromColumns, toColumns } from '#server/db/to-columns.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import type { DbAndClock } from '#server/shop.ts'
import type { Calendar, DayRule } from './calendar-queries.ts'
import { checkHours, listDates } from './plan-days.ts'
import { NEW_RULE, previewOrApply } from './preview-days.ts'

/** Preview, then confirm. @throws Refusal 'invalid', 'plan-changed' */
export function createRule(shop: DbAndClock, draft: RuleDraft): Promise<CalendarPlan> {
  return previewOrApply(shop, draft.confirm, async (db, calendar) => {
    const today = await readToday(db, shop.now())
    const rule = ruleOf(draft, today)
    checkRule(rule, calendar, today)
    return {
      edited: { ...calendar, rules: [...calendar.rules, rule] },
      save: async (tx) => {
        const { id: _, ...row } = rule
        const { id } = await tx
          .insertInto('day_rules')
          .values(row)
          .returning('id')
          .executeTakeFirstOrThrow()
        const after = showRule({ ...rule, id })
        return { id, change: { action: 'created', subject: `rule:${id}`, before: null, after } }
      },
    }
  })
}

function ruleOf({ confirm: _, ...draft }: RuleDraft, today: string): DayRule {
  const blank = { everyWeeks: 1 as const, firstDay: today, lastDay: null, capacity: null }
  const allYear = { seasonFrom: null, seasonUntil: null }
  return toRow({ id: NEW_RULE, ...blank, ...allYear, ...definedFields(draft) })
}

/**
 * With `base`, changes only what differs from it. Preview, then confirm.
 * @throws Refusal 'not-found', 'invalid', 'changed-meanwhile', 'plan-changed'
 */
export function changeRule(
  shop: DbAndClock,
  id: number,
  change: RuleChange,
): Promise<CalendarPlan> {
  const { confirm, base, id: claimed, placeId: _, ...fields } = change
  refuseOtherId(claimed, id)
  return previewOrApply(shop, confirm, async (db, calendar) => {
    const before = showRule(requireRule(calendar, id))
    const changed = mergeChange(fields, { base, stored: before, labels: labelsOf(RULE_FIELDS) })
    const after = { ...before, ...definedFields(changed) }
    const row = toRow(after)
    checkRule(row, calendar, await readToday(db, shop.now()))
    return {
      edited: {
        ...calendar,
        rules: calendar.rules.map((rule) => (rule.id === id ? row : rule)),
      },
      save: async (tx) => {
        const { id: same, ...columns } = row
        await tx.updateTable('day_rules').set(columns).where('id', '=', same).execute()
        return { id, change: { action: 'changed', subject: `rule:${id}`, before, after } }
      },
    }
  })
}

/**
 * Removes a rule and its coming days without orders; preview, then confirm.
 * @throws Refusal 'not-found', 'plan-changed'
 */
export function deleteRule(
  shop: DbAndClock,
  id: number,
  confirm: string | undefined,
): Promise<CalendarPlan> {
  return previewOrApply(shop, confirm, (_, calendar) => {
    const before = showRule(requireRule(calendar, id))
    return {
      edited: { ...calendar, rules: calendar.rules.filter((rule) => rule.id !== id) },
      save: async (tx) => {
        await tx.deleteFrom('day_rules').where('id', '=', id).execute()
        return { id, change: { action: 'deleted', subject: `rule:${id}`, before, after: null } }
      },
    }
  })
}

function requireRule({ rules }: Calendar, id: number): DayRule {
  return rules.find((one) => one.id === id) ?? noSuch(`rule #${id}`)
}

const RULE_COLUMNS = {
  id: 'id',
  placeId: 'place_id',
  weekday: 'weekday',
  everyWeeks: 'every_weeks',
  firstDay: 'first_day',
  lastDay: 'last_day',
  seasonFrom: 'season_from',
  seasonUntil: 'season_until',
  opens: 'opens',
  closes: 'closes',
  orderDays: 'order_days',
  orderTime: 'order_time',
  capacity: 'capacity',
} as const satisfies Record<keyof DeskRule, keyof DayRule>

export function showRule(row: DayRule): DeskRule {
  return fromColumns(RULE_COLUMNS, row)
}

function toRow(rule: DeskRule): DayRule {
  return toColumns(RULE_COLUMNS, rule)
}

/** After this many years, weekdays, months and alternate weeks repeat. */
const YEARS = 28

/**
 * @throws Refusal 'invalid' with the field, for a rule that makes no days or collides with another
 * of its place
 */
function checkRule(rule: DayRule, { places, rules }: Calendar, today: string): void {
  const place = places.find(({ id }) => id === rule.place_id)
  if (!place) throw invalidField('placeId', 'There is no such place.')
  const { opens, closes, order_days: orderDays, order_time: orderTime } = rule
  checkHours({ opens, closes, orderDays, orderTime })
  if (rule.last_day !== null && rule.last_day < rule.first_day)
    throw invalidField('lastDay', 'The last day must not be before the first one.')
  const { season_from: seasonFrom, season_until: seasonUntil } = rule
  const [fault] = seasonFaults({ seasonFrom, seasonUntil })
  if (fault) throw invalidField(fault.field, fault.message)
  const day = firstMeeting(rule, rules, today)
  if (day)
    throw invalidField(
      'weekday',
      `${place.name} is already scheduled for ${formatFullDay(day)}. Change that day instead.`,
    )
}

function firstMeeting(rule: DayRule, rules: readonly DayRule[], today: string): string | undefined {
  const others = rules.filter(
    ({ id, place_id, weekday }) =>
      id !== rule.id && place_id === rule.place_id && weekday === rule.weekday,
  )
  return others
    .flatMap((other) => {
      const [from = today] = [today, rule.first_day, other.first_day].sort().reverse()
      const start = Temporal.PlainDate.from(from)
      const span = { from: start, until: start.add({ years: YEARS }) }
      const dates = new Set(listDates(other, span).map(String))
      return (
        listDates(rule, span)
          .map(String)
          .find((day) => dates.has(day)) ?? []
      )
    })
    .sort()[0]
}
