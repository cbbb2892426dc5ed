import { listAllAsStale } from './features/analytics/refresh-sales.ts'
import { addressFarmStore } from './features/calendar/address-farm-store.ts'
import { changeTimeZone } from './features/calendar/change-time-zone.ts'
import type { WhenChanged } from './features/settings/change-setting.ts'
import { dateFarmUpdate } from './features/settings/date-farm-update.ts'

/** What else changes with a setting, in its transaction. */
export const WHEN_CHANGED: WhenChanged = {
  time_zone: async (tx, emit, { before: from, after: to, now: at }) => {
    await listAllAsStale(tx)
    await changeTimeZone(tx, emit, { from, to, at })
  },
  business_address: async (tx, emit, { now }) => {
    if (await addressFarmStore(tx, now)) emit({ kind: 'days' })
  },
  farm_update: (tx, _, { now }) => dateFarmUpdate(tx, now),
}
