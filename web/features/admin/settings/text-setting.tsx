import { Pencil } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { SETTING_DESCRIPTIONS } from '#contract/setting-descriptions.ts'
import { Button } from '#web/ui/button.tsx'
import { EMPTY_SETTING } from './empty-setting.ts'
import { type SettingDraft, SettingForm, type SettingInput } from './setting-form.tsx'
import type { SettingLook } from './setting-sections.ts'
import { VideoPreview } from './video-preview.tsx'

type TextSettingProps = {
  setting: SettingLook
  value: string
  draft: SettingDraft | undefined
  onDraft: (draft: SettingDraft | undefined) => void
}

export function TextSetting({ setting, value, draft, onDraft }: TextSettingProps) {
  const input = useRef<SettingInput>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const edit = () => {
    flushSync(() => onDraft({ text: value, loaded: value }))
    input.current?.focus()
  }
  const close = () => {
    flushSync(() => onDraft(undefined))
    editButton.current?.focus()
  }
  if (draft === undefined) return <ShownSetting {...{ setting, value, editButton }} onEdit={edit} />
  return <SettingForm {...{ setting, value, draft, input, onDraft }} onClose={close} />
}

type ShownSettingProps = {
  setting: SettingLook
  value: string
  editButton: RefObject<HTMLButtonElement | null>
  onEdit: () => void
}

function ShownSetting({ setting: { key, label, kind }, value, editButton, onEdit }: ShownSettingProps) {
  const isEmpty = value.trim() === ''
  return (
    <div className="grid gap-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h4 className="font-sans text-[0.9375rem] font-semibold tracking-normal text-bark-deep">{label}</h4>
          {isEmpty ? (
            <p className="text-bark-deep">Nothing yet. {EMPTY_SETTING[key]}</p>
          ) : (
            <p className="whitespace-pre-line wrap-anywhere">{value}</p>
          )}
          <p className="sr-only">{SETTING_DESCRIPTIONS[key]}</p>
        </div>
        <Button ref={editButton} variant="quiet" size="sm" aria-label={`Edit ${label}`} onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-4" />
          Edit
        </Button>
      </div>
      {kind === 'video' && !isEmpty && <VideoPreview url={value} otherwise="Invalid YouTube URL" />}
    </div>
  )
}
