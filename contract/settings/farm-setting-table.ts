import {
  wrongInAccentColor,
  wrongInFarmLogo,
  wrongInFarmName,
  wrongInState,
  wrongInTimeZone,
} from './farm-facts.ts'
import type { SettingEntry } from './setting-entry.ts'

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
} as const satisfies Record<string, SettingEntry>
