import { type RawBuilder, sql } from 'kysely'
import type { MailQueue } from '#server/db/tables/mail.ts'

/** Whose mails the desk lists, and sends again. */
export const DESK_QUEUES = ['orders', 'days', 'farm'] as const satisfies MailQueue[]

/**
 * Queues where a mail that hangs or fails is the farmer's concern. Letters report at the
 * newsletter; confirmations go to any address that a stranger typed.
 */
export const WATCHED_QUEUES = [...DESK_QUEUES, 'replies'] as const satisfies MailQueue[]

/** Not dropped ones, which have no error, or those that would come too late if sent again. */
export function hasFailed(at: Date): RawBuilder<boolean> {
  return sql<boolean>`(given_up_at is not null and last_error is not null
    and (not_after is null or not_after > ${at.toISOString()}))`
}
