import type { Selectable } from 'kysely'
import { definedFields, keysOf } from '#contract/changed-fields.ts'
import {
  PLAN_FIELDS,
  type PlanChange,
  type PlannedLetter,
  type PlanText,
} from '#contract/mail/letters.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Db, write } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { findLetter } from './letter-queries.ts'

/** A letter later than this, in milliseconds, goes out only on request. */
const MAX_LATE = 6 * HOUR

const MAX_AHEAD = 366 * DAY
const MAX_PLANS = 20

export function timeOf(plan: Pick<PlanRow, 'day' | 'time'>, timeZone: string, now: Date) {
  const wall = Temporal.PlainDateTime.from(`${plan.day}T${plan.time}`)
  const dueAt = new Date(wall.toZonedDateTime(timeZone).epochMilliseconds).toISOString()
  const late = now.getTime() - Date.parse(dueAt)
  return { dueAt, isDue: late >= 0 && late <= MAX_LATE, isMissed: late > MAX_LATE }
}

export async function listPlanned(db: Db, now: Date): Promise<PlannedLetter[]> {
  const timeZone = await readTimeZone(db)
  return (await listPlans(db)).map((row) => showPlan(row, timeZone, now))
}

export async function countMissed(db: Db, now: Date): Promise<number> {
  return (await listPlanned(db, now)).filter(({ isMissed }) => isMissed).length
}

function showPlan(row: PlanRow, timeZone: string, now: Date): PlannedLetter {
  const { dueAt, isMissed } = timeOf(row, timeZone, now)
  return { id: row.id, key: row.letter_key, ...textOf(row), dueAt, isMissed }
}

function textOf({ day, time, subject, body }: PlanText): PlanText {
  return { day, time, subject, body }
}

/** Idempotent by key, words and time. @throws Refusal 'invalid', 'letter-exists', 'list-full' */
export async function planLetter(
  { db, now }: Shop,
  { key, ...text }: PlanText & { key: string },
): Promise<PlannedLetter> {
  return write(db, async (tx) => {
    const known = await lockPlan(tx, { letter_key: key })
    if (!known) await addPlan(tx, { key, ...text }, now())
    const row = known ?? (await lockPlan(tx, { letter_key: key }))
    if (!row || !isSameText(row, text))
      throw new Refusal(
        'letter-exists',
        'This newsletter is already planned with different text. Please change it there.',
      )
    return showPlan(row, await readTimeZone(tx), now())
  })
}

async function addPlan(tx: Db, { key, ...text }: PlanText & { key: string }, now: Date) {
  if (await findLetter(tx, { letter_key: key }))
    throw new Refusal('letter-exists', 'This newsletter was already sent. Please start a new one.')
  await requireComing(tx, text, now)
  if ((await listPlans(tx)).length >= MAX_PLANS)
    throw new Refusal(
      'list-full',
      `You already have ${MAX_PLANS} newsletters scheduled. Cancel one first.`,
    )
  const row = { letter_key: key, ...text, planned_at: now.toISOString() }
  const added = tx.insertInto('planned_letters').values(row)
  await added.onConflict((known) => known.column('letter_key').doNothing()).execute()
  await recordChange(tx, { action: 'planned', subject: 'letter', after: text }, now)
}

function isSameText(row: PlanRow, text: PlanText): boolean {
  return keysOf(PLAN_FIELDS).every((field) => row[field] === text[field])
}

/** @throws Refusal 'invalid' for a time that has passed, or is more than a year away */
async function requireComing(tx: Db, text: PlanText, now: Date): Promise<void> {
  const { dueAt } = timeOf(text, await readTimeZone(tx), now)
  const ahead = Date.parse(dueAt) - now.getTime()
  if (ahead <= 0) throw invalidField('time', 'That time has passed. Please choose a later one.')
  if (ahead > MAX_AHEAD) throw invalidField('day', 'Please choose a day within a year.')
}

/** @throws Refusal 'not-found' once it left, 'invalid', 'changed-meanwhile' */
export function changePlan(
  { db, now }: Shop,
  id: number,
  { id: claimed, base, ...wanted }: PlanChange,
): Promise<PlannedLetter> {
  refuseOtherId(claimed, id)
  return write(db, async (tx) => {
    const row = requirePlan(await lockPlan(tx, { id }))
    const before = textOf(row)
    const changed = mergeChange(wanted, { base, stored: before, labels: labelsOf(PLAN_FIELDS) })
    const after = { ...before, ...definedFields(changed) }
    if (after.day !== before.day || after.time !== before.time)
      await requireComing(tx, after, now())
    await tx.updateTable('planned_letters').set(after).where('id', '=', id).execute()
    await recordChange(tx, { action: 'changed', subject: 'letter', before, after }, now())
    return showPlan({ ...row, ...after }, await readTimeZone(tx), now())
  })
}

/** @throws Refusal 'not-found' once it left */
export function takeBackPlan({ db, now }: Shop, id: number): Promise<void> {
  return write(db, async (tx) => {
    const { subject, day, time } = requirePlan(await lockPlan(tx, { id }))
    await deletePlan(tx, id)
    const before = { subject, day, time }
    await recordChange(tx, { action: 'taken-back', subject: 'letter', before }, now())
  })
}

function requirePlan(row: PlanRow | null): PlanRow {
  if (!row) throw new Refusal('not-found', 'This newsletter was already sent or canceled.')
  return row
}

type PlanRow = Selectable<Tables['planned_letters']>

type PlanKey = { id: number } | { letter_key: string }

/** Locks the row until the transaction ends: a letter can't go out while it is being edited. */
export async function lockPlan(tx: Db, key: PlanKey): Promise<PlanRow | null> {
  const plans = tx.selectFrom('planned_letters').selectAll()
  const plan = plans.where((row) => row.and(key)).forUpdate()
  return (await plan.executeTakeFirst()) ?? null
}

export function listPlans(db: Db): Promise<PlanRow[]> {
  return db.selectFrom('planned_letters').selectAll().orderBy('day').orderBy('time').execute()
}

export async function deletePlan(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('planned_letters').where('id', '=', id).execute()
}
