import { recordChange } from '#server/core/audit.ts'
import type { SignInSource } from '#server/core/caller.ts'
import { noSuch } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { endSource } from '#server/features/people/people-queries.ts'
import type { DbAndClock } from '#server/shop.ts'

/**
 * A lost phone may read nothing, and whatever it still sends waits for the farmer. Whatever signed
 * its holder in ends too, except the session reporting it (`by`). Data on the phone isn't erased.
 * @throws Refusal 'not-found'
 */
export function losePhone(shop: DbAndClock, id: string, by: SignInSource): Promise<void> {
  return endPhone(shop, id, 'lost', async (tx, at) => {
    const phones = tx.updateTable('stall_phones').set({ lost_at: at.toISOString() })
    await phones.where('id', '=', id).where('lost_at', 'is', null).execute()
    const grants = tx.selectFrom('stall_grants').selectAll().where('phone_id', '=', id)
    for (const grant of await grants.where('ended_at', 'is', null).execute()) {
      const { session_id_hash: sessionIdHash, device_secret_hash: deviceSecretHash } = grant
      const source = { sessionIdHash, deviceSecretHash, personId: grant.person_id }
      if (sessionIdHash === null || sessionIdHash !== by.sessionIdHash)
        await endSource(tx, source, at)
    }
  })
}

/** Signing in on it lets it back in. What it lost stays on record. @throws Refusal 'not-found' */
export function dismissPhone(shop: DbAndClock, id: string): Promise<void> {
  return endPhone(shop, id, 'ended', async (tx, at) => {
    const phone = tx.updateTable('stall_phones').where('id', '=', id)
    await phone.set({ lost_at: null, emptied_at: null, waiting: 0 }).execute()
    const settled_at = at.toISOString()
    const gone = tx.updateTable('stall_gone').set({ settled_at }).where('phone_id', '=', id)
    await gone.where('settled_at', 'is', null).execute()
  })
}

function endPhone(
  { db, now }: DbAndClock,
  id: string,
  action: 'lost' | 'ended',
  note: (tx: Db, at: Date) => Promise<unknown>,
): Promise<void> {
  return write(db, async (tx) => {
    const at = now()
    const phones = tx.selectFrom('stall_phones').select(['label', 'lost_at']).where('id', '=', id)
    const phone = (await phones.forUpdate().executeTakeFirst()) ?? noSuch('such phone')
    await note(tx, at)
    await tx
      .updateTable('stall_grants')
      .set({ ended_at: at.toISOString() })
      .where('phone_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
    const before = { label: phone.label }
    await recordChange(tx, { action, subject: `phone:${id}`, before, after: null }, at)
  })
}
