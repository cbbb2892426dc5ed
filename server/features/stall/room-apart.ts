import { sql } from 'kysely'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import type { Sender } from '#server/features/market/command-record.ts'
import type { SentCommand } from '#server/features/market/read-command.ts'

/** What is kept apart of one phone until the farmer has seen to it, in bytes. */
const MAX_APART = 2 * 1024 * 1024

/**
 * Notes of a lost phone, and such that cannot be read, fill no disk. A phone that is refused sends in
 * smaller parts and keeps what is not taken, so that its other notes go on. @throws Refusal 'too-large'
 */
export async function requireRoomApart(
  db: Db,
  { phoneId, isLost }: Pick<Sender, 'phoneId' | 'isLost'>,
  sent: readonly SentCommand[],
): Promise<void> {
  const apart = sent.filter(({ command }) => isLost || command === null)
  if (apart.length === 0) return
  const { bytes } = await db
    .selectFrom('stall_commands')
    .select(sql<number>`coalesce(sum(octet_length(cast(body as text))), 0)`.as('bytes'))
    .where('phone_id', '=', phoneId)
    .where('outcome', 'in', ['quarantined', 'unreadable'])
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  const more = apart.reduce((sum, { body }) => sum + Buffer.byteLength(JSON.stringify(body)), 0)
  if (Number(bytes) + more <= MAX_APART) return
  const message =
    'The shop keeps no more such notes of this phone until the farmer has decided about those it has.'
  throw new Refusal('too-large', message)
}
