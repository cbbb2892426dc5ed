import { useQuery } from '@tanstack/react-query'
import { keysOf } from '#contract/keys-of.ts'
import { SETTING_SECTIONS } from '#contract/setting-entry.ts'
import {
  INITIAL_SETTINGS,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  settingValue,
} from '#contract/setting-table.ts'
import type { Setting } from '#contract/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Card } from '../shared/card.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { PictureSetting } from './picture-setting.tsx'
import { deskSettingsQuery, useInitializeSettings, useSaveSetting } from './settings-query.ts'
import type { SettingDraft } from './text-setting.tsx'
import { TextSetting } from './text-setting.tsx'
import { WaysToPay } from './ways-to-pay.tsx'

export type SettingDrafts = { [Key in SettingKey]?: SettingDraft | undefined }

type DraftsProps = {
  drafts: SettingDrafts
  onDrafts: (change: (drafts: SettingDrafts) => SettingDrafts) => void
}

export function SettingsTab(props: DraftsProps) {
  return (
    <>
      <h2 className="mb-4 text-2xl sm:text-3xl">Settings Management</h2>
      <QueryStates
        loading="Loading settings..."
        failed="The settings could not be loaded."
        query={useQuery(deskSettingsQuery)}
      >
        {(stored) => (
          <>
            {keysOf(INITIAL_SETTINGS).some((key) => !stored.some((one) => one.key === key)) && (
              <InitializeOffer />
            )}
            <SettingList stored={stored} {...props} />
          </>
        )}
      </QueryStates>
    </>
  )
}

/** While a default is missing; what the farmer has said stays. */
function InitializeOffer() {
  const initialize = useInitializeSettings()
  return (
    <Card className="mb-6">
      <p className="mb-3 text-bark-deep">
        Say things your own way below, or start from the default texts and change them. What you
        have said already stays.
      </p>
      <Button busy={initialize.isPending} onClick={() => initialize.mutate()}>
        Initialize Default Settings
      </Button>
    </Card>
  )
}

function SettingList({ stored, ...props }: { stored: readonly Setting[] } & DraftsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 lg:gap-6">
      {SETTING_SECTIONS.map((section) => (
        <Card key={section}>
          <h3 className="text-xl">{section}</h3>
          <ul className="divide-y divide-straw">
            {SETTING_KEYS.filter((key) => SETTINGS[key].section === section).map((key) => (
              <li key={key} className="py-4 last:pb-0">
                <OneSetting setting={key} value={settingValue(stored, key)} {...props} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

function OneSetting({
  setting,
  value,
  drafts,
  onDrafts,
}: { setting: SettingKey; value: string } & DraftsProps) {
  const { kind } = SETTINGS[setting]
  if (setting === 'ways_to_pay') return <WaysToPay value={value} />
  if (kind === 'switch') return <SwitchSetting setting={setting} value={value} />
  if (kind === 'picture') return <PictureSetting setting={setting} value={value} />
  return (
    <TextSetting
      setting={setting}
      value={value}
      draft={drafts[setting]}
      onDraft={(draft) => onDrafts((before) => ({ ...before, [setting]: draft }))}
    />
  )
}

function SwitchSetting({ setting, value }: { setting: SettingKey; value: string }) {
  const { label, description, whenOff } = SETTINGS[setting]
  const save = useSaveSetting(setting, { onSaved: () => {} })
  const shown = save.isPending ? save.variables.value : value
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <div className="grow basis-40">
        <h4 className="font-sans text-[0.9375rem] font-semibold tracking-normal text-bark-deep">
          {label}
        </h4>
        <p>{description}</p>
        {shown !== 'true' && <p className="text-bark-deep">{whenOff}</p>}
      </div>
      <Switch
        label={label}
        checked={shown === 'true'}
        busy={save.isPending}
        onChange={(isOn) => save.mutate({ value: isOn ? 'true' : 'false' })}
      />
    </div>
  )
}
