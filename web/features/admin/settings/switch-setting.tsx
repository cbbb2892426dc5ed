import { SETTING_DESCRIPTIONS } from '#contract/setting-descriptions.ts'
import { Switch } from '#web/ui/switch.tsx'
import type { SettingLook } from './setting-sections.ts'
import { useSaveSetting } from './settings-query.ts'

/** A setting that is 'true' or 'false'; the switch falls back when the shop says no. */
export function SwitchSetting({ setting: { key, label, whenOff }, value }: { setting: SettingLook; value: string }) {
  const save = useSaveSetting(key, { onSaved: () => {} })
  const shown = save.isPending ? save.variables.value : value
  return (
    <div className="flex items-center justify-between gap-3">
      <div>
        <h4 className="font-sans text-[0.9375rem] font-semibold tracking-normal text-bark-deep">{label}</h4>
        <p>{SETTING_DESCRIPTIONS[key]}</p>
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
