import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { youtubeId } from '#contract/pages/youtube-id.ts'
import { SETTINGS, type SettingKey } from '#contract/settings/setting-table.ts'
import { ApiFailure } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field, inputLook } from '#web/ui/field.tsx'
import { replaceHash, useHash } from '#web/ui/use-hash.ts'
import { VideoFrame } from '#web/ui/video-frame.tsx'
import { OrderedDaysNote } from '../calendar/ordered-days-note.tsx'
import { conflictIn } from '../shared/edit-conflict.ts'
import { EditConflictQuestion } from '../shared/edit-conflict-question.tsx'
import { formatText } from '../shared/format-value.ts'
import { History, type HistoryLabels } from '../shared/history.tsx'
import { useSaveSetting } from './settings-query.ts'

type TextSettingProps = {
  setting: SettingKey
  value: string
  draft: SettingDraft | undefined
  onDraft: (draft: SettingDraft | undefined) => void
}

export function TextSetting({ setting, value, draft, onDraft }: TextSettingProps) {
  const input = useRef<SettingInput>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  // A link such as `#settings/farm_name` leads to its field.
  const isLinked = useHash() === `settings/${setting}`
  const shownDraft = draft ?? (isLinked ? { text: value, loaded: value } : undefined)
  useEffect(() => {
    if (isLinked) input.current?.focus()
  }, [isLinked])
  const edit = () => {
    flushSync(() => onDraft({ text: value, loaded: value }))
    input.current?.focus()
  }
  const close = () => {
    flushSync(() => {
      if (isLinked) replaceHash('settings')
      onDraft(undefined)
    })
    editButton.current?.focus()
  }
  if (!shownDraft) return <ShownSetting {...{ setting, value, editButton }} onEdit={edit} />
  return <SettingForm {...{ setting, value, input, onDraft }} draft={shownDraft} onClose={close} />
}

/** How the quiet way into a form looks. */
export const EDIT = 'text-leaf-deep! underline underline-offset-4'

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
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-start justify-end gap-3">
        <div className="min-w-0 grow basis-40">
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
          variant="plain"
          size="sm"
          className={EDIT}
          aria-label={`Edit ${label}`}
          onClick={onEdit}
        >
          Edit
        </Button>
      </div>
      {kind === 'video' && !isEmpty && <VideoPreview url={value} otherwise="Invalid YouTube URL" />}
    </div>
  )
}

type SettingInput = HTMLInputElement & HTMLTextAreaElement

type SettingDraft = { text: string; loaded: string }

export type SettingDrafts = { [Key in SettingKey]?: SettingDraft | undefined }

type SettingFormProps = {
  setting: SettingKey
  value: string
  draft: SettingDraft
  input: RefObject<SettingInput | null>
  onDraft: (draft: SettingDraft) => void
  onClose: () => void
}

const SETTING_HISTORY_LABELS: HistoryLabels = { value: { label: 'Text' } }

function SettingForm(props: SettingFormProps) {
  const {
    setting,
    value,
    draft: { text, loaded },
    input,
    onDraft,
    onClose,
  } = props
  const { label, description, kind, wrong } = SETTINGS[setting]
  const save = useSaveSetting(setting, { onSaved: onClose })
  const conflict = conflictIn(save.error)
  const isWrong = kind === 'video' && youtubeId(text) === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending && !isWrong) save.mutate({ value: text, loaded })
  }
  const Control = kind === 'text' ? 'textarea' : 'input'
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Field
        label={label}
        hint={description}
        required
        error={isWrong ? 'Please enter a valid YouTube URL' : refusedValue(save.error)}
      >
        {(wiring) => (
          <Control
            {...wiring}
            required={Boolean(wrong?.(''))}
            ref={input}
            value={text}
            maxLength={4000}
            onChange={(event) => onDraft({ text: event.target.value, loaded })}
            className={classNames(kind === 'text' ? 'min-h-28 py-2.5' : 'h-12', inputLook)}
          />
        )}
      </Field>
      {kind === 'video' && <VideoPreview url={text} otherwise="No valid video URL" />}
      {setting === 'time_zone' && <OrderedDaysNote />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending} disabled={isWrong}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        {kind === 'video' && value !== '' && (
          <Button
            variant="plain"
            className="text-beet"
            disabled={save.isPending}
            onClick={() => save.mutate({ value: '', loaded })}
          >
            Remove Video
          </Button>
        )}
      </div>
      <EditConflictQuestion
        conflictFields={[{ field: 'value', label, format: formatText }]}
        typed={{ value: save.variables?.value ?? text }}
        conflict={conflict}
        onBack={save.reset}
        onSave={({ value: chosen }) => {
          const seen = { text: chosen, loaded: String(conflict.get('value') ?? '') }
          onDraft(seen)
          save.mutate({ value: chosen, loaded: seen.loaded })
        }}
      />
      <History subject="setting" id={setting} labels={SETTING_HISTORY_LABELS} />
    </form>
  )
}

export function refusedValue(failure: Error | null): string | undefined {
  return failure instanceof ApiFailure && failure.refusal.field === 'value'
    ? failure.refusal.message
    : undefined
}

function VideoPreview({ url, otherwise }: { url: string; otherwise: string }) {
  const id = youtubeId(url)
  return (
    <div className="grid aspect-video w-full place-items-center overflow-hidden rounded-xl border border-straw bg-paper text-bark-deep">
      {id === null ? <p>{otherwise}</p> : <VideoFrame id={id} title="Preview of the video" />}
    </div>
  )
}
