import { changeTimeZone } from '#server/features/calendar/change-time-zone.ts'
import type { SettingEffects } from '#server/features/settings/change-setting.ts'
import { dateFarmUpdate } from '#server/features/settings/date-farm-update.ts'

/** What else changes with a setting, in its transaction. */
export const SETTING_EFFECTS: SettingEffects = {
  time_zone: (tx, emit, { before: from, after: to, now: at }) =>
    changeTimeZone(tx, emit, { from, to, at }),
  business_address: async (_, emit) => emit({ kind: 'days' }),
  farm_update: (tx, _, { now }) => dateFarmUpdate(tx, now),
}
