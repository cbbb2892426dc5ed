import { type RawBuilder, sql } from 'kysely'
import type { MailQueue } from '#server/db/mail-kinds.ts'

export const DESK_QUEUES = ['orders', 'days', 'farm'] as const satisfies MailQueue[]

/**
 * Queues where a stuck mail matters to the farmer. Newsletters report on their own page;
 * confirmations go to whatever address a stranger typed.
 */
export const WATCHED_QUEUES = [...DESK_QUEUES, 'replies'] as const satisfies MailQueue[]

/** Excludes dropped mails, which have no error, and those too late to resend. */
export function hasFailed(at: Date): RawBuilder<boolean> {
  return sql<boolean>`(given_up_at is not null and last_error is not null
    and (not_after is null or not_after > ${at.toISOString()}))`
}
