import type { SettingEntry } from './setting-entry.ts'

export const MARGIN_VALUES = { wished_margin: '60' } as const

/** Changed in the margin table, not among the settings. */
export const MARGIN_SETTINGS = {
  wished_margin: {
    label: 'Margin you wish for, in %',
    description: 'What a product should leave of its price, in percent',
    section: null,
    kind: 'line',
    empty: `You wish for ${MARGIN_VALUES.wished_margin}%.`,
    wrong: wrongInTargetMargin,
  },
} as const satisfies Record<keyof typeof MARGIN_VALUES, SettingEntry>

export function wrongInTargetMargin(value: string): string | null {
  const isRight = /^(?:\d|[1-8]\d|9[0-5])$/.test(value)
  return isRight ? null : 'Please enter a whole number from 0 to 95.'
}
