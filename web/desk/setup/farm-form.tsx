import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatPhone } from '#contract/people/phone-number.ts'
import { firstStepsOf } from '#contract/settings/first-steps.ts'
import { SETTINGS, type SettingKey, settingValue } from '#contract/settings/setting-table.ts'
import { farmDates } from '#contract/time/date-format.ts'
import { deviceZone } from '#contract/time/device-clock.ts'
import { invalidate } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { deskSettingsQuery, useSaveSettings } from '../settings/settings-query.ts'
import { useDraft, useDraftBook } from '../shared/use-draft.ts'

const KEYS = [
  'farm_name',
  'contact_phone',
  'contact_email',
  'business_address',
  'time_zone',
] as const

type Typed = Partial<Record<(typeof KEYS)[number], string>>

/** The first step of an empty shop: who the farm is, in one form. */
export function FarmForm() {
  const { data: stored } = useQuery(deskSettingsQuery)
  const book = useDraftBook('first-hour', 'own')
  const [typed, setTyped] = useDraft<Typed>('farm', {}, book)
  const [refused, setRefused] = useState<ReadonlyMap<SettingKey, string>>(new Map())
  const client = useQueryClient()
  const save = useSaveSettings()
  if (!stored) return null
  // Until the farmer says otherwise, this device's own zone is the likely one.
  const isZoneSaid = stored.some(({ key }) => key === 'time_zone')
  const textOf = (key: (typeof KEYS)[number]) =>
    typed[key] ??
    (key === 'farm_name' && !stored.some((one) => one.key === key) ? '' : null) ??
    (key === 'time_zone' && !isZoneSaid ? HERE : settingValue(stored, key))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const said = KEYS.map((key) => {
      const text = textOf(key).trim()
      return { key, value: key === 'contact_phone' ? formatPhone(text) : text }
    })
    const wrong = new Map<SettingKey, string>(
      said.flatMap(({ key, value }) => {
        const fault = value === '' ? EMPTY[key] : SETTINGS[key].wrong?.(value)
        return fault ? [[key, fault] as const] : []
      }),
    )
    if (!textOf('contact_phone').trim() && !textOf('contact_email').trim())
      wrong.set('contact_phone', 'Please enter a phone number or an email address.')
    setRefused(wrong)
    if (wrong.size > 0) return
    const failed = await save
      .mutateAsync(
        said
          .map(({ key, value }) => ({ key, value, loaded: settingValue(stored, key) }))
          .filter(({ value, loaded }) => value !== loaded),
      )
      .catch(() => null)
    if (!failed) return
    setRefused(new Map([...failed].map(([key, { message }]) => [key, message])))
    if (failed.size === 0) setTyped({})
    await invalidate(client, firstStepsOf.show)
  }
  const wired = (key: (typeof KEYS)[number]) => ({
    name: key,
    value: textOf(key),
    error: refused.get(key),
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [key]: target.value })),
  })
  return (
    <form noValidate className="grid gap-4 px-4 pt-2 pb-4" onSubmit={(event) => void submit(event)}>
      <TextField label="Farm name" required autoComplete="organization" {...wired('farm_name')} />
      <TextField label="Phone" type="tel" autoComplete="tel" {...wired('contact_phone')} />
      <TextField label="Email" type="email" autoComplete="email" {...wired('contact_email')} />
      <TextField
        label="Address"
        required
        hint="Street, city, state and ZIP code. It goes at the bottom of every email."
        autoComplete="street-address"
        {...wired('business_address')}
      />
      <SelectField
        label="Time zone"
        required
        options={zones(textOf('time_zone'))}
        {...wired('time_zone')}
      />
      <Button type="submit" size="lg" busy={save.isPending}>
        {save.isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}

const EMPTY: Partial<Record<SettingKey, string>> = {
  farm_name: 'Please enter your farm’s name.',
  business_address: 'Please enter your farm’s address.',
}

const HERE = deviceZone()

const ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern Time',
  'America/Chicago': 'Central Time',
  'America/Denver': 'Mountain Time',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific Time',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
}

/** The farm's own too, where it is none of these. */
function zones(own: string): [string, string][] {
  const now = new Date().toISOString()
  return [...new Set([...Object.keys(ZONES), own])].map((zone) => [
    zone,
    `${ZONES[zone] ?? zone} · now ${farmDates(zone).formatTime(now)}`,
  ])
}
