import { type FormEvent, useState } from 'react'
import { SETTINGS, type SettingKey, settingValue } from '#contract/settings/setting-table.ts'
import type { Setting } from '#contract/settings/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field, inputLook } from '#web/ui/field.tsx'
import { conflictIn } from '../shared/edit-conflict.ts'
import { type Refused, useSaveSettings } from './settings-query.ts'
import { refusedValue, type SettingDrafts } from './text-setting.tsx'

type WholeFormProps = {
  keys: readonly SettingKey[]
  stored: readonly Setting[]
  drafts: SettingDrafts
  onDrafts: (change: (drafts: SettingDrafts) => SettingDrafts) => void
  onClose: () => void
}

/** All texts of a card in one form; each that is changed is saved by itself, and what is refused stays typed. */
export function WholeForm({ keys, stored, drafts, onDrafts, onClose }: WholeFormProps) {
  const [refused, setRefused] = useState<Refused>(new Map())
  const save = useSaveSettings()
  const textOf = (key: SettingKey) => drafts[key]?.text ?? settingValue(stored, key)
  const drop = (kept: (key: SettingKey) => boolean) =>
    onDrafts((before) => ({
      ...before,
      ...Object.fromEntries(keys.filter((key) => !kept(key)).map((key) => [key, undefined])),
    }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = keys.flatMap((key) => {
      const draft = drafts[key]
      const now = conflictIn(refused.get(key) ?? null).get('value')
      // Who saves again has seen what was changed meanwhile.
      const loaded = now === undefined ? draft?.loaded : String(now ?? '')
      return draft && draft.text !== draft.loaded ? [{ key, value: draft.text, loaded }] : []
    })
    const failed = await save.mutateAsync(sent)
    drop((key) => failed.has(key))
    setRefused(failed)
    if (failed.size === 0) onClose()
  }
  return (
    <form className="grid gap-4 py-2.5" onSubmit={(event) => void submit(event)}>
      {keys.map((key) => {
        const { label, description, kind, wrong } = SETTINGS[key]
        const Control = kind === 'text' ? 'textarea' : 'input'
        return (
          <Field
            key={key}
            label={label}
            hint={description}
            required
            error={errorOf(refused.get(key) ?? null)}
          >
            {(wiring) => (
              <Control
                {...wiring}
                required={Boolean(wrong?.(''))}
                value={textOf(key)}
                maxLength={4000}
                onChange={({ target: { value: text } }) => {
                  const loaded = drafts[key]?.loaded ?? settingValue(stored, key)
                  onDrafts((before) => ({ ...before, [key]: { text, loaded } }))
                }}
                className={classNames(kind === 'text' ? 'min-h-28 py-2.5' : 'h-12', inputLook)}
              />
            )}
          </Field>
        )
      })}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            drop(() => false)
            onClose()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}

function errorOf(failure: Error | null): string | undefined {
  const now = conflictIn(failure).get('value')
  if (now === undefined) return refusedValue(failure)
  return `Changed meanwhile to “${now}”. Save again to keep yours.`
}
