import { keysOf } from '../changed-fields.ts'
import { DEFAULT_ACCOUNTS, wrongInAccounts } from '../money/bookkeeping.ts'
import { formatTaxExample, wrongInRate, wrongInTaxCategories } from '../money/tax.ts'
import { DEFAULT_WAYS_TO_PAY, wrongInWaysToPay } from '../money/tenders.ts'
import { emailAddress } from '../shapes.ts'
import { typedDollars } from '../text/typed-numbers.ts'
import { wrongInQuietHours } from '../time/quiet-hours.ts'
import { FARM_SETTINGS } from './farm-setting-table.ts'
import { FARM_IN_PICTURES } from './photos.ts'
import { PUBLIC_SETTING_VALUES } from './public-settings.ts'
import type { SettingEntry } from './setting-entry.ts'

const contactEmail = emailAddress('Please enter your email address.')

function wrongInContactEmail(value: string): string | null {
  if (value.trim() === '') return null
  return contactEmail.safeParse(value).error?.issues[0]?.message ?? null
}

function wrongInMonths(value: string): string | null {
  const isRight = /^(?:0|[6-9]|[1-9]\d|1[01]\d|120)$/.test(value)
  return isRight ? null : 'Please enter a number of months from 6 to 120, or 0 for never.'
}

const MAX_ADDRESS_LENGTH = 200

/** A letter's footer needs a mailing address; a town alone isn't one. */
export function wrongInPostalAddress(value: string): string | null {
  const text = value.trim()
  if (text === '') return null
  const isWhole = /[\s,]\d{5}(?:-\d{4})?$/.test(text) && text.length >= 15
  return isWhole && text.length <= MAX_ADDRESS_LENGTH && !/[\r\n\t]/.test(text)
    ? null
    : 'Please enter street or PO box, city, state and ZIP code, such as PO Box 12, Hot Springs, SD 57747.'
}

/** `anyone` is for a shop that can't send email yet; once it can, this counts as `confirmed`. */
export const PICKUP_PAY_WHO = ['confirmed', 'known', 'anyone'] as const

export function wrongInTargetMargin(value: string): string | null {
  const isRight = /^(?:\d|[1-8]\d|9[0-5])$/.test(value)
  return isRight ? null : 'Please enter a whole number from 0 to 95.'
}

export const SETTING_VALUES = {
  ...PUBLIC_SETTING_VALUES,
  ...FARM_IN_PICTURES,
  postal_address: '',
  chat_recipe_names: 'false',
  day_reminders: 'true',
  buyer_cancels: 'true',
  backup_nightly: 'true',
  backup_keep_daily: '7',
  backup_keep_weekly: '4',
  erase_orders_after_months: '0',
  ways_to_pay: DEFAULT_WAYS_TO_PAY,
  book_accounts: DEFAULT_ACCOUNTS,
  tax_rate: '',
  tax_reduced_rate: '',
  tax_categories: '{}',
  tax_on_delivery: 'false',
  pickup_pay_who: 'confirmed',
  pickup_pay_max: '60.00',
  pickup_pay_per_day: '30',
  mail_new_orders: 'true',
  mail_cancelled_orders: 'true',
  mail_disputes: 'true',
  mail_questions: 'true',
  mail_address: '',
  mail_quiet_hours: '9 PM - 6 AM',
  wished_margin: '60',
} as const satisfies Record<string, string>

export type SettingKey = keyof typeof SETTING_VALUES
export const SETTING_KEYS = keysOf(SETTING_VALUES)

export function settingValue(
  stored: readonly { key: SettingKey; value: string }[],
  key: SettingKey,
): string {
  return stored.find((setting) => setting.key === key)?.value ?? SETTING_VALUES[key]
}

/** The specification's nine keys, two texts (section 9); the farmer adds phone, email and video. */
export const INITIAL_SETTINGS = {
  business_hours: 'Saturdays, 8:00 AM – 2:00 PM',
  contact_phone: SETTING_VALUES.contact_phone,
  contact_email: SETTING_VALUES.contact_email,
  business_address: 'Hot Springs, SD',
  hero_title: SETTING_VALUES.hero_title,
  hero_subtitle: SETTING_VALUES.hero_subtitle,
  welcome_message: SETTING_VALUES.welcome_message,
  newsletter_enabled: SETTING_VALUES.newsletter_enabled,
  homepage_video_url: SETTING_VALUES.homepage_video_url,
} as const

/** An email to the farmer. */
function news(label: string, description: string) {
  return {
    label,
    description,
    section: 'Emails',
    kind: 'switch',
    whenOff: 'You get no email about it; the desk shows it all the same.',
  } as const
}

export const SETTINGS: Readonly<Record<SettingKey, SettingEntry>> = {
  business_hours: {
    label: 'Business hours',
    description: 'When the market stall is open',
    section: 'Business Information',
    empty: 'Your hours are not shown.',
  },
  contact_phone: {
    label: 'Contact phone',
    description: 'Phone number for customers',
    section: 'Business Information',
    empty: 'Your phone number is not shown.',
  },
  contact_email: {
    label: 'Contact email',
    description: 'Email address for customers',
    section: 'Business Information',
    empty: 'Your email address is not shown.',
    wrong: wrongInContactEmail,
  },
  business_address: {
    label: 'Business address',
    description: 'Where the farm is',
    section: 'Business Information',
    empty: 'Your address is not shown.',
  },
  hero_title: {
    label: 'Hero title',
    description: 'Large title on the home page',
    section: 'Website Content',
    empty: `Visitors see “${SETTING_VALUES.hero_title}”.`,
  },
  hero_subtitle: {
    label: 'Hero subtitle',
    description: 'Sentence under the title',
    section: 'Website Content',
    kind: 'text',
    empty: 'Visitors see no sentence under the title.',
  },
  welcome_message: {
    label: 'Welcome message',
    description: 'How the farm helper greets visitors',
    section: 'Website Content',
    kind: 'text',
    empty: 'The farm helper uses its own greeting.',
  },
  newsletter_enabled: {
    label: 'Newsletter',
    description: 'Whether visitors can subscribe to the newsletter',
    section: 'Feature Settings',
    kind: 'switch',
    whenOff: 'Visitors do not see its form.',
  },
  homepage_video_url: {
    label: 'YouTube link',
    description: 'YouTube video on the home page',
    section: 'Homepage Video',
    kind: 'video',
    empty: 'Visitors see no video.',
  },
  farm_update: {
    label: 'Today’s Farm Update',
    description: 'Sentence under “Today’s Farm Update” on the home page',
    section: 'Website Content',
    kind: 'text',
    empty: `Visitors see “${SETTING_VALUES.farm_update}”.`,
  },
  ...FARM_SETTINGS,
  postal_address: {
    label: 'Mailing address',
    description: 'Street or PO box, city, state and ZIP code, in the foot of every newsletter',
    section: 'Business Information',
    empty:
      'Newsletters show the farm’s address. If that has no street and ZIP code, add one: by law each newsletter must.',
    wrong: wrongInPostalAddress,
  },
  chat_recipe_names: {
    label: 'Recipe names',
    description: 'Whether the farm helper may name your recipes',
    section: 'Feature Settings',
    kind: 'switch',
    whenOff: 'The helper does not mention recipes.',
  },
  day_reminders: {
    label: 'Reminders',
    description: 'Whether customers get an email the evening before their order is ready',
    section: 'Emails',
    kind: 'switch',
    whenOff: 'Customers get no reminder.',
  },
  buyer_cancels: {
    label: 'Customers can change or cancel',
    description:
      'Whether customers may take things off their order, or cancel it, on their receipt until ordering for their day ends',
    section: 'Feature Settings',
    kind: 'switch',
    whenOff: 'Customers call you to change or cancel.',
  },
  backup_nightly: {
    label: 'Back up every night',
    description: 'Whether a backup is made every night',
    section: null,
    kind: 'switch',
  },
  backup_keep_daily: {
    label: 'Days to keep',
    description: 'How many days of nightly backups to keep',
    section: null,
  },
  backup_keep_weekly: {
    label: 'Weeks to keep',
    description: 'How many weeks of nightly backups to keep',
    section: null,
  },
  erase_orders_after_months: {
    label: 'Delete customer info after this many months (0 for never)',
    description: 'How many months to keep customer info; 0 keeps it',
    section: 'Feature Settings',
    wrong: wrongInMonths,
  },
  ways_to_pay: {
    label: 'Ways to pay',
    description: 'How you take money for phone orders and at the stall',
    section: 'Taking money',
    kind: 'list',
    wrong: wrongInWaysToPay,
  },
  pickup_pay_who: {
    label: 'Who may pay at pickup',
    description: 'What a customer needs to order without a card',
    section: null,
    wrong: (value) =>
      PICKUP_PAY_WHO.some((who) => who === value) ? null : 'Please choose who may pay at pickup.',
  },
  pickup_pay_max: {
    label: 'Largest order, in dollars',
    description: 'The most one order may cost to be paid at pickup',
    section: 'Limits for pay at pickup',
    wrong: (value) => {
      const amount = typedDollars(value) ?? 0
      return amount > 0 && amount < 1_000_000
        ? null
        : 'Please enter an amount from 0.01 to 9999.99.'
    },
  },
  pickup_pay_per_day: {
    label: 'Orders a market day',
    description: 'The most orders of one market day that wait to be paid at pickup',
    section: 'Limits for pay at pickup',
    wrong: (value) =>
      /^[1-9]\d{0,3}$/.test(value) ? null : 'Please enter a whole number from 1 to 9999.',
  },
  book_accounts: {
    label: 'Accounts in QuickBooks or Xero',
    description:
      'One line each, such as Cash: Cash on Hand; a way to pay can have a line of its own. Xero wants the code of the account',
    section: 'Taking money',
    kind: 'text',
    empty: 'The usual names are used.',
    wrong: wrongInAccounts,
  },
  tax_rate: {
    label: 'Sales tax in your prices, in %',
    description: 'Your state and local rates together, such as 6.2; leave it empty for none',
    section: 'Sales tax',
    empty: 'No sales tax is shown. Prices stay as they are either way: they include the tax.',
    wrong: wrongInRate,
    example: formatTaxExample,
  },
  tax_reduced_rate: {
    label: 'Reduced rate, in %',
    description: 'For what your state taxes less, such as groceries; empty for the full rate',
    section: 'Sales tax',
    empty: 'Everything taxed has the full rate.',
    wrong: wrongInRate,
    example: formatTaxExample,
  },
  tax_categories: {
    label: 'What is taxed',
    description: 'Each category; a product can differ (Products, under More)',
    section: 'Sales tax',
    kind: 'list',
    wrong: wrongInTaxCategories,
  },
  tax_on_delivery: {
    label: 'Tax on delivery fees',
    description: 'Whether your delivery fees include sales tax, at the full rate',
    section: 'Sales tax',
    kind: 'switch',
    whenOff: 'Delivery fees include no tax.',
  },
  mail_new_orders: news(
    'Email me about new orders',
    'Whether you get an email when orders come in',
  ),
  mail_cancelled_orders: news(
    'Email me about changes and cancellations',
    'Whether you get an email when a buyer changes or cancels an order',
  ),
  mail_disputes: news(
    'Email me about disputes',
    'Whether you get an email when a buyer disputes a charge with their bank',
  ),
  mail_questions: news(
    'Email me about questions',
    'Whether you get an email when a question waits for your answer',
  ),
  mail_address: {
    label: 'Email me at',
    description: 'Where these emails go; without it, to the contact email',
    section: 'Emails',
    empty: 'They go to the contact email.',
    wrong: wrongInContactEmail,
  },
  mail_quiet_hours: {
    label: 'Quiet hours',
    description: 'No emails during these hours, such as 9 PM - 6 AM; you get one afterward',
    section: 'Emails',
    empty: 'They come at any hour.',
    wrong: wrongInQuietHours,
  },
  wished_margin: {
    label: 'Target margin, in %',
    description: 'How much of the price you want left after costs, in percent',
    section: null,
    wrong: wrongInTargetMargin,
  },
}
