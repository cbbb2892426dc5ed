import { Pencil } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { SETTINGS, type SettingKey } from '#contract/setting-table.ts'
import { Button } from '#web/ui/button.tsx'
import { type SettingDraft, SettingForm, type SettingInput, VideoPreview } from './setting-form.tsx'

type TextSettingProps = {
  setting: SettingKey
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
  setting: SettingKey
  value: string
  editButton: RefObject<HTMLButtonElement | null>
  onEdit: () => void
}

function ShownSetting({ setting, value, editButton, onEdit }: ShownSettingProps) {
  const { label, description, kind, empty } = SETTINGS[setting]
  const isEmpty = value.trim() === ''
  return (
    <div className="grid gap-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h4 className="font-sans text-[0.9375rem] font-semibold tracking-normal text-bark-deep">
            {label}
          </h4>
          {isEmpty ? (
            <p className="text-bark-deep">Nothing yet. {empty}</p>
          ) : (
            <p className="whitespace-pre-line wrap-anywhere">{value}</p>
          )}
          <p className="sr-only">{description}</p>
        </div>
        <Button
          ref={editButton}
          variant="quiet"
          size="sm"
          aria-label={`Edit ${label}`}
          onClick={onEdit}
        >
          <Pencil aria-hidden="true" className="size-4" />
          Edit
        </Button>
      </div>
      {kind === 'video' && !isEmpty && <VideoPreview url={value} otherwise="Invalid YouTube URL" />}
    </div>
  )
}
