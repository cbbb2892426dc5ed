import { useQuery } from '@tanstack/react-query'
import { type SettingKey, settingValue } from '#contract/setting-values.ts'
import type { Setting } from '#contract/settings.ts'
import { sentenceOf } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ListEmpty, ListFailed, ListLoading } from '../list-states.tsx'
import type { SettingDraft } from './setting-form.tsx'
import { SETTING_SECTIONS, type SettingLook } from './setting-sections.ts'
import { deskSettingsQuery, useInitializeSettings } from './settings-query.ts'
import { SwitchSetting } from './switch-setting.tsx'
import { TextSetting } from './text-setting.tsx'

export type SettingDrafts = { [Key in SettingKey]?: SettingDraft | undefined }

type DraftsProps = { drafts: SettingDrafts; onDrafts: (change: (drafts: SettingDrafts) => SettingDrafts) => void }

export function SettingsTab(props: DraftsProps) {
  const { data, error, isFetching, refetch } = useQuery(deskSettingsQuery)
  return (
    <>
      <h2 className="mb-4 text-2xl sm:text-3xl">Settings Management</h2>
      {!data && !error && <ListLoading words="Loading settings..." />}
      {!data && error && (
        <ListFailed
          words="The settings could not be loaded."
          sentence={sentenceOf(error)}
          isTrying={isFetching}
          onTryAgain={() => void refetch()}
        />
      )}
      {data?.length === 0 && <NoSettings />}
      {data && data.length > 0 && <SettingList stored={data} {...props} />}
    </>
  )
}

function NoSettings() {
  const initialize = useInitializeSettings()
  return (
    <ListEmpty words="No settings yet">
      <p className="mb-3 text-bark-deep">The shop shows its built-in texts until it has some of its own.</p>
      <Button busy={initialize.isPending} onClick={() => initialize.mutate()}>
        Initialize Default Settings
      </Button>
    </ListEmpty>
  )
}

function SettingList({ stored, ...props }: { stored: readonly Setting[] } & DraftsProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
      {SETTING_SECTIONS.map(({ title, settings }) => (
        <section key={title} className="rounded-2xl border border-straw bg-card p-4 sm:p-6">
          <h3 className="text-xl">{title}</h3>
          <ul className="divide-y divide-straw">
            {settings.map((setting) => (
              <li key={setting.key} className="py-4 last:pb-0">
                <OneSetting setting={setting} value={settingValue(stored, setting.key)} {...props} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function OneSetting({ setting, value, drafts, onDrafts }: { setting: SettingLook; value: string } & DraftsProps) {
  if (setting.kind === 'switch') return <SwitchSetting setting={setting} value={value} />
  return (
    <TextSetting
      setting={setting}
      value={value}
      draft={drafts[setting.key]}
      onDraft={(draft) => onDrafts((before) => ({ ...before, [setting.key]: draft }))}
    />
  )
}
