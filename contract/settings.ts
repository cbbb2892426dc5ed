import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SETTING_KEYS } from './setting-values.ts'
import { optionalText, plainText } from './shapes.ts'

const key = z.enum(SETTING_KEYS, 'There is no such setting.')
const value = plainText(4000, 'A setting is text.')

export const setting = z.object({ key, value: z.string(), description: z.string() })
export type Setting = z.output<typeof setting>

export const settings = {
  list: endpoint({
    method: 'GET',
    path: '/api/settings',
    access: 'public',
    summary: 'The texts and switches of the shop.',
    output: z.array(setting),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/settings',
    access: 'admin',
    summary: 'Adds a missing setting; one that exists stays as it is.',
    body: z.strictObject({ key, value, description: optionalText(500) }),
    output: setting,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/settings/{key}',
    access: 'admin',
    summary: 'Changes a setting.',
    params: z.strictObject({ key }),
    body: z.strictObject({ value }),
    output: setting,
  }),
}
