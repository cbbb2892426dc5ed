import { pictureName } from '../products/pictures.ts'
import { isTimeZone } from '../time/date-format.ts'
import { contrast, MIN_CONTRAST } from './contrast.ts'
import { wrongInPhoto } from './photos.ts'
import type { SettingEntry } from './setting-entry.ts'

const MAX_NAME_LENGTH = 60

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
    // One line, because it goes into mail subjects and page titles.
    wrong: (value) =>
      value.trim() !== '' && value.length <= MAX_NAME_LENGTH && !/[\r\n\t]/.test(value)
        ? null
        : `Please enter the farm’s name, at most ${MAX_NAME_LENGTH} characters.`,
  },
  time_zone: {
    label: 'Time zone',
    description: 'The time zone the farm goes by, such as America/Denver',
    section: 'Business Information',
    // An IANA name, since a bare UTC offset has no daylight saving time.
    wrong: (value) =>
      /^[A-Z]/i.test(value) && isTimeZone(value)
        ? null
        : 'Please enter a time zone by its name, such as America/Chicago.',
  },
  default_state: {
    label: 'State',
    description: 'The state for addresses that leave it out, in two letters',
    section: 'Business Information',
    wrong: (value) =>
      /^[A-Z]{2}$/.test(value) ? null : 'Please enter a state in two capital letters, such as SD.',
  },
  farm_logo: {
    label: 'Logo',
    description: 'The farm’s logo in the shop, on receipts and in emails',
    section: 'Website Content',
    kind: 'picture',
    empty: 'Using the Farmstand logo.',
    wrong: (value) =>
      value === '' || pictureName(value) !== null
        ? null
        : 'Please choose a picture that was uploaded here, or none.',
  },
  accent_color: {
    label: 'Color',
    description: 'Color of buttons and links, such as #2f5d3a',
    section: 'Website Content',
    empty: 'Using the Farmstand green.',
    wrong: (value) => {
      if (value === '') return null
      if (!/^#[0-9a-f]{6}$/i.test(value)) return 'Please enter a color such as #2f5d3a, or nothing.'
      return contrast(value, '#ffffff') >= MIN_CONTRAST
        ? null
        : 'White text on this color is hard to read. Please choose a darker one.'
    },
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
