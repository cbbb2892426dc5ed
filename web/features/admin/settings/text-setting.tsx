import { Pencil } from 'lucide-react'
import { type FormEvent, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { SETTING_DESCRIPTIONS } from '#contract/setting-descriptions.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field, inputLook } from '#web/ui/field.tsx'
import type { SettingLook } from './setting-sections.ts'
import { useSaveSetting } from './settings-query.ts'

type TextSettingProps = {
  setting: SettingLook
  value: string
  /** What is being typed; undefined while the setting is only shown. */
  draft: string | undefined
  onDraft: (draft: string | undefined) => void
}

/** A text of the shop: shown, and on Edit a draft until it is saved or cancelled. */
export function TextSetting({ setting, value, draft, onDraft }: TextSettingProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const edit = () => {
    flushSync(() => onDraft(value))
    input.current?.focus()
  }
  const close = () => {
    flushSync(() => onDraft(undefined))
    editButton.current?.focus()
  }
  if (draft === undefined) return <ShownSetting {...{ setting, value, editButton }} onEdit={edit} />
  return <SettingForm {...{ setting, draft, input, onDraft }} onClose={close} />
}

type ShownSettingProps = {
  setting: SettingLook
  value: string
  editButton: RefObject<HTMLButtonElement | null>
  onEdit: () => void
}

function ShownSetting({ setting: { key, label }, value, editButton, onEdit }: ShownSettingProps) {
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <h4 className="font-sans text-[0.9375rem] font-semibold tracking-normal text-bark-deep">{label}</h4>
        <p className="whitespace-pre-line wrap-anywhere">
          {value || <span className="text-bark-deep">Nothing yet</span>}
        </p>
        <p className="sr-only">{SETTING_DESCRIPTIONS[key]}</p>
      </div>
      <Button ref={editButton} variant="quiet" size="sm" aria-label={`Edit ${label}`} onClick={onEdit}>
        <Pencil aria-hidden="true" className="size-4" />
        Edit
      </Button>
    </div>
  )
}

type SettingFormProps = {
  setting: SettingLook
  draft: string
  input: RefObject<(HTMLInputElement & HTMLTextAreaElement) | null>
  onDraft: (draft: string) => void
  onClose: () => void
}

function SettingForm({ setting: { key, label, kind }, draft, input, onDraft, onClose }: SettingFormProps) {
  const save = useSaveSetting(key, { onSaved: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate(draft)
  }
  const Control = kind === 'text' ? 'textarea' : 'input'
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Field label={label} hint={SETTING_DESCRIPTIONS[key]}>
        {(wiring) => (
          <Control
            {...wiring}
            ref={input}
            value={draft}
            maxLength={4000}
            onChange={(event) => onDraft(event.target.value)}
            className={classNames(kind === 'text' ? 'min-h-28 py-2.5' : 'h-12', inputLook)}
          />
        )}
      </Field>
      <div className="flex gap-3">
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
