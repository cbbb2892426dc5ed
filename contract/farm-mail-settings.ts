import { wrongInQuietHours } from './quiet-hours.ts'
import { wrongInContactEmail } from './setting-checks.ts'
import type { SettingEntry } from './setting-entry.ts'

export const FARM_MAIL_VALUES = {
  mail_new_orders: 'true',
  mail_cancelled_orders: 'true',
  mail_disputes: 'true',
  mail_questions: 'true',
  mail_address: '',
  mail_quiet_hours: '9 PM - 6 AM',
} as const

const OFF = 'You get no email about it; the desk shows it all the same.'

export const FARM_MAIL_SETTINGS = {
  mail_new_orders: {
    label: 'Email me about new orders',
    description: 'Whether you get an email when orders come in',
    section: 'Feature Settings',
    kind: 'switch',
    empty: 'You get an email, once a minute at most.',
    whenOff: OFF,
  },
  mail_cancelled_orders: {
    label: 'Email me about cancellations',
    description: 'Whether you get an email when a buyer cancels an order',
    section: 'Feature Settings',
    kind: 'switch',
    empty: 'You get an email when a buyer cancels.',
    whenOff: OFF,
  },
  mail_disputes: {
    label: 'Email me about disputes',
    description: 'Whether you get an email when a buyer disputes a charge with their bank',
    section: 'Feature Settings',
    kind: 'switch',
    empty: 'You get an email when a charge is disputed.',
    whenOff: OFF,
  },
  mail_questions: {
    label: 'Email me about questions',
    description: 'Whether you get an email when a question waits for your answer',
    section: 'Feature Settings',
    kind: 'switch',
    empty: 'You get an email when a question waits.',
    whenOff: OFF,
  },
  mail_address: {
    label: 'Email me at',
    description: 'Where these emails go; without it, to the contact email',
    section: 'Feature Settings',
    kind: 'line',
    empty: 'They go to the contact email.',
    wrong: wrongInContactEmail,
  },
  mail_quiet_hours: {
    label: 'Quiet hours',
    description: 'When these emails wait, such as 9 PM - 6 AM; afterwards they come as one',
    section: 'Feature Settings',
    kind: 'line',
    empty: 'They come at any hour.',
    wrong: wrongInQuietHours,
  },
} as const satisfies Record<keyof typeof FARM_MAIL_VALUES, SettingEntry>
