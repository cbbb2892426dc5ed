import { z } from 'zod/mini'
import { deskEndpoint, publicEndpoint } from '../endpoint.ts'
import { ignored, loadedText, optionalText, plainText } from '../shapes.ts'
import { FARM_IN_PICTURES } from './photos.ts'
import { PUBLIC_SETTING_VALUES } from './public-settings.ts'
import { SETTING_KEYS, SETTINGS, type SettingKey } from './setting-table.ts'

const key = z.enum(SETTING_KEYS, 'There is no such setting.')
const value = plainText(4000, 'A setting must be text.')

const setting = z.object({
  key,
  value: z.string(),
  description: z.string(),
  /** Visitors get it only for the farm update. */
  changedAt: z.optional(z.string()),
})
export type Setting = z.output<typeof setting>

export function isPublicSetting({ key }: Pick<Setting, 'key'>): boolean {
  return key in PUBLIC_SETTING_VALUES || key in FARM_IN_PICTURES
}

export function wrongInSetting(key: SettingKey, value: string): string | null {
  const { kind, wrong } = SETTINGS[key]
  if (kind === 'switch')
    return value === 'true' || value === 'false' ? null : 'This setting must be true or false.'
  return wrong?.(value) ?? null
}

export const settings = {
  list: publicEndpoint('GET /api/settings', {
    summary: 'The shop’s texts and switches; at the desk, also those only the owner needs.',
    output: z.array(setting),
  }),
  create: deskEndpoint('never', 'POST /api/settings', {
    summary: 'Adds a missing setting; one that exists stays as it is.',
    body: z.strictObject({ key, value, description: optionalText(500) }),
    output: setting,
    status: 201,
  }),
  change: deskEndpoint('never', 'PUT /api/settings/{key}', {
    summary: 'Changes a setting.',
    params: z.strictObject({ key: key.check(z.describe('Its name')) }),
    body: z.strictObject({
      value,
      key: ignored,
      description: ignored,
      changedAt: ignored,
      base: z.optional(z.object({ value: loadedText }, 'The base holds what was loaded.')),
    }),
    output: setting,
  }),
}
