import { useQuery, useQueryClient } from '@tanstack/react-query'
import { backups } from '#contract/backups.ts'
import { SETTINGS, type SettingKey, settingValue } from '#contract/setting-table.ts'
import { invalidate } from '#web/api/query.ts'
import { Switch } from '#web/ui/switch.tsx'
import { deskSettingsQuery, useSaveSetting } from '../settings/settings-query.ts'
import { Card } from '../shared/card.tsx'
import { ToolSelect } from '../shared/toolbar.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'

export function NightlySettings({ nextNightly }: { nextNightly: string | null }) {
  const { formatMoment } = useFarmDates()
  const { data: stored } = useQuery(deskSettingsQuery)
  const client = useQueryClient()
  const save = useSaveSetting('backup_nightly', {
    onSaved: () => void invalidate(client, backups.show),
  })
  if (!stored) return null
  const value = save.isPending ? save.variables.value : settingValue(stored, 'backup_nightly')
  const isOn = value !== 'false'
  return (
    <Card className="grid content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-xl">Every night</h3>
        <Switch
          label={SETTINGS.backup_nightly.label}
          checked={isOn}
          busy={save.isPending}
          onChange={(wanted) => save.mutate({ value: wanted ? 'true' : 'false' })}
        />
      </div>
      <p>
        {isOn && nextNightly
          ? `The next one: ${formatMoment(nextNightly)}.`
          : 'Automatic backups are off.'}
      </p>
      {isOn && (
        <div className="flex flex-wrap gap-4">
          <RetentionChoice setting="backup_keep_daily" choices={[1, 3, 7, 14, 30]} />
          <RetentionChoice setting="backup_keep_weekly" choices={[0, 4, 8, 26, 52]} />
        </div>
      )}
      <p className="text-[0.9375rem] text-bark-deep">
        Older ones are deleted automatically; manual ones stay.
      </p>
    </Card>
  )
}

type RetentionChoiceProps = { setting: SettingKey; choices: readonly number[] }

function RetentionChoice({ setting, choices }: RetentionChoiceProps) {
  const { data: stored = [] } = useQuery(deskSettingsQuery)
  const save = useSaveSetting(setting, { onSaved: () => {} })
  const value = save.isPending ? save.variables.value : settingValue(stored, setting)
  const offered = [...new Set([...choices.map(String), value])]
  return (
    <ToolSelect
      label={SETTINGS[setting].label}
      value={value}
      options={offered.map((many) => [many, many] as const)}
      onChoose={(many) => save.mutate({ value: many })}
    />
  )
}
