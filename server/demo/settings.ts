import {
  INITIAL_SETTINGS,
  SETTING_VALUES,
  type SettingKey,
} from '#contract/settings/setting-table.ts'
import type { Db } from '#server/db/write.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'

export const DEMO_CONTACTS = {
  contact_phone: '(605) 555-0134',
  contact_email: 'hello@farmstand.example',
} as const

export const DEMO_SETTINGS: Record<SettingKey, string> = {
  ...SETTING_VALUES,
  ...INITIAL_SETTINGS,
  ...DEMO_CONTACTS,
  hero_title: 'Fresh from the Black Hills, every Saturday',
  hero_subtitle:
    'Eggs, vegetables, bagels and cheese from our farm to your table. Order now, pick up at the market.',
  welcome_message:
    'Hello! I’m the farm helper. Ask me what’s fresh, what it costs, or when to pick it up.',
  farm_update: 'The hens are laying well, and fresh pea shoots are cut every Friday.',
  farmer_name: 'June and Walt Hanley',
  farmer_words: 'We grow, bake and pack what’s in your box, and we stand at the table ourselves.',
  // Blender's Big Buck Bunny (CC BY), until the farmer has a video.
  homepage_video_url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
}

/** Invented, like everything of the demo; the points are somewhere in the town. */
export const DEMO_STREETS: Record<string, { address: string; point: string }> = {
  farmers_market: {
    address: 'Mill Street lot, 310 Mill St, Hot Springs, SD 57747',
    point: '43.4305,-103.4768',
  },
  farm_store: { address: '1180 Larkspur Rd, Hot Springs, SD 57747', point: '43.4479,-103.4592' },
}

const NOT_INVENTED: ReadonlySet<string> = new Set([
  ...Object.values(SETTING_VALUES),
  ...Object.values(INITIAL_SETTINGS),
])

export async function listDemoSettings(db: Db): Promise<SettingKey[]> {
  const stored = await readSettings(db)
  return stored
    .filter(({ key, value }) => value === DEMO_SETTINGS[key] && !NOT_INVENTED.has(value))
    .map(({ key }) => key)
}
