import { MAX_PLACE_ADDRESS } from '#contract/calendar-places.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Db } from '#server/db/tables.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { raiseRevisions } from './raise-revisions.ts'

/**
 * The farm store is at the farm: while it has no address of its own it takes the farm's. False where
 * nothing changed.
 */
export async function addressFarmStore(
  tx: Db,
  now: Date,
  mapUrl: string | null = null,
): Promise<boolean> {
  const address = (await readSetting(tx, 'business_address')).trim()
  if (address === '' || address.length > MAX_PLACE_ADDRESS) return false
  const store = await tx
    .updateTable('places')
    .set({ address, ...(mapUrl === null ? {} : { map_url: mapUrl }) })
    .where('key', '=', 'farm_store')
    .where('address', '=', '')
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (!store) return false
  await raiseRevisions(tx, { place_id: store.id }, now)
  const { id, name } = store
  const change = { before: { name, address: '' }, after: { name, address } }
  await recordChange(tx, { action: 'changed', subject: `place:${id}`, ...change }, now)
  return true
}
