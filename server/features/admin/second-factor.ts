import { recordChange } from '#server/core/audit.ts'
import { FARMER } from '#server/core/caller.ts'
import { deleteValue, getValue, setValue } from '#server/core/key-value.ts'
import { type Db, write } from '#server/db/write.ts'
import { endAllTokens } from '#server/features/tokens/edit-tokens.ts'
import { endGrantsWithoutSession } from './end-grants.ts'

const SUBJECT = 'second-factor'

/** When the password alone stopped signing anyone in; null while it does. */
export function secondFactorSince(db: Db): Promise<string | null> {
  return getValue(db, 'second_factor')
}

/**
 * Ends the farmer's sessions opened without a passkey, stall grants without a session, and all API
 * tokens. No effect if already on.
 */
export async function switchOnSecondFactor(db: Db, now: Date): Promise<void> {
  const at = now.toISOString()
  await write(db, async (tx) => {
    if ((await secondFactorSince(tx)) !== null) return
    await setValue(tx, 'second_factor', at)
    await tx
      .deleteFrom('admin_sessions')
      .where('passkey_id', 'is', null)
      .where('person_id', '=', FARMER.id)
      .execute()
    await endGrantsWithoutSession(tx, now)
    await endAllTokens(tx, now)
    await recordChange(tx, { action: 'on', subject: SUBJECT }, now)
  })
}

export function switchOffSecondFactor(db: Db, now: Date): Promise<boolean> {
  return write(db, async (tx) => {
    const wasOn = await deleteValue(tx, 'second_factor')
    if (wasOn) await recordChange(tx, { action: 'off', subject: SUBJECT }, now)
    return wasOn
  })
}
