import { type RawBuilder, sql } from 'kysely'
import type { MailQueue } from '#server/db/tables/mail.ts'

/** Whose mails the desk lists, and sends again. */
export const DESK_QUEUES = ['orders', 'days', 'farm'] as const satisfies MailQueue[]

/**
 * Where a mail that hangs or fails is the farmer's to look at. A letter says at the newsletter what
 * became of it, and a stranger may type any address for a confirmation.
 */
export const WATCHED_QUEUES = [...DESK_QUEUES, 'replies'] as const satisfies MailQueue[]

/** Not those dropped, which have no error, or that would come too late if sent again. */
export function hasFailed(at: Date): RawBuilder<boolean> {
  return sql<boolean>`(given_up_at is not null and last_error is not null
    and (not_after is null or not_after > ${at.toISOString()}))`
}
