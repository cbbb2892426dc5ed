import type { DeskCalendar, PauseChange } from '#contract/calendar/calendar.ts'
import { recordChange } from '#server/core/audit.ts'
import { invalidField } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import { lockCalendar } from './calendar-queries.ts'

type Pause = DeskCalendar['pause']

/** Pauses or resumes orders. Payments already begun go through. @throws Refusal 'invalid' */
export function changePause(db: Db, change: PauseChange, now: Date): Promise<{ pause: Pause }> {
  const { isPaused, message, resumesAt = null } = change
  const at = now.toISOString()
  if (isPaused && resumesAt !== null && !isToCome(resumesAt, now))
    throw invalidField('resumesAt', 'Choose a time in the future.')
  return write(db, async (tx, emit) => {
    await lockCalendar(tx)
    const before = await findPause(tx, now)
    await tx
      .deleteFrom('closures')
      .where('until_day', 'is', null)
      .where('place_id', 'is', null)
      .execute()
    if (isPaused)
      await tx
        .insertInto('closures')
        .values({
          from_day: await readToday(tx, now),
          until_day: null,
          message: message ?? '',
          resumes_at: resumesAt,
          created_at: before?.since ?? at,
        })
        .execute()
    const pause = await findPause(tx, now)
    const action = isPaused ? 'paused' : 'resumed'
    await recordChange(tx, { action, subject: 'shop', before, after: pause }, now)
    emit({ kind: 'days' })
    return { pause }
  })
}

/** Rejects dates like February 30. */
function isToCome(instant: string, now: Date): boolean {
  const date = new Date(instant)
  return date > now && date.toISOString() === instant
}

export async function findPause(db: Db, at: Date): Promise<Pause> {
  const pause = await db
    .selectFrom('closures')
    .select(['message', 'created_at as since', 'resumes_at as resumesAt'])
    .where('until_day', 'is', null)
    .where('place_id', 'is', null)
    .where((where) =>
      where.or([where('resumes_at', 'is', null), where('resumes_at', '>', at.toISOString())]),
    )
    .orderBy('id')
    .executeTakeFirst()
  return pause ?? null
}
