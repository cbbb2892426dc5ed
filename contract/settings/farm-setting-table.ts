import {
  wrongInAccentColor,
  wrongInFarmLogo,
  wrongInFarmName,
  wrongInState,
  wrongInTimeZone,
} from './farm-facts.ts'
import { wrongInPhoto } from './photos.ts'
import type { SettingEntry } from './setting-entry.ts'

function photo(label: string, description: string) {
  return {
    label,
    description,
    section: 'Website Content',
    kind: 'photo',
    empty: 'No photo yet.',
    wrong: wrongInPhoto,
  } as const
}

export const FARM_SETTINGS = {
  farm_name: {
    label: 'Farm name',
    description: 'What emails, receipts and pages call the farm',
    section: 'Business Information',
    kind: 'line',
    empty: '',
    wrong: wrongInFarmName,
  },
  time_zone: {
    label: 'Time zone',
    description: 'The time zone the farm goes by, such as America/Denver',
    section: 'Business Information',
    kind: 'line',
    empty: '',
    wrong: wrongInTimeZone,
  },
  default_state: {
    label: 'State',
    description: 'The state for addresses that leave it out, in two letters',
    section: 'Business Information',
    kind: 'line',
    empty: '',
    wrong: wrongInState,
  },
  farm_logo: {
    label: 'Logo',
    description: 'The farm’s logo in the shop, on receipts and in emails',
    section: 'Website Content',
    kind: 'picture',
    empty: 'Using the Farmstand logo.',
    wrong: wrongInFarmLogo,
  },
  accent_color: {
    label: 'Color',
    description: 'Color of buttons and links, such as #2f5d3a',
    section: 'Website Content',
    kind: 'line',
    empty: 'Using the Farmstand green.',
    wrong: wrongInAccentColor,
  },
  pickup_note: {
    label: 'Pickup note',
    description: 'What people picking up need to know, such as where to park',
    section: 'Business Information',
    kind: 'text',
    empty: 'Receipts have no note about pickup.',
  },
  farmer_name: {
    label: 'Your name',
    description: 'Who stands behind the shop, such as June and Walt Hanley',
    section: 'Website Content',
    kind: 'line',
    empty: 'The shop names nobody.',
  },
  farmer_words: {
    label: 'A sentence of yours',
    description: 'Stands beside your name and phone number',
    section: 'Website Content',
    kind: 'text',
    empty: 'Nothing stands beside your name.',
  },
  photo_top: photo('Top of the shop', 'A wide photo of food or land, the first thing visitors see'),
  photo_farmer: photo('You', 'Your face, beside your phone number'),
  photo_farm: photo('Your farm', 'The barn, the beds, the hens'),
  photo_stall: photo('Your stall or store', 'What people look for when they come'),
  photo_hands: photo('Your work', 'Hands that pull, bake or pack'),
} as const satisfies Record<string, SettingEntry>
