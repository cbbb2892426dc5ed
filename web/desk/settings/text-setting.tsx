import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { youtubeId } from '#contract/pages/youtube-id.ts'
import { SETTINGS, type SettingKey, settingValue } from '#contract/settings/setting-table.ts'
import type { Setting } from '#contract/settings/settings.ts'
import { ApiFailure } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field, inputLook } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { replaceHash, useHash } from '#web/ui/use-hash.ts'
import { OrderedDaysNote } from '../calendar/ordered-days-note.tsx'
import { conflictIn } from '../shared/edit-conflict.ts'
import { EditConflictQuestion } from '../shared/edit-conflict-question.tsx'
import { formatText } from '../shared/format-value.ts'
import { History, type HistoryLabels } from '../shared/history.tsx'
import { type Refused, useSaveSettings } from './settings-query.ts'

export type DraftsProps = {
  stored: readonly Setting[]
  drafts: SettingDrafts
  onDrafts: (change: (drafts: SettingDrafts) => SettingDrafts) => void
}

export function TextSetting({ setting, ...props }: { setting: SettingKey } & DraftsProps) {
  const { stored, drafts, onDrafts } = props
  const value = settingValue(stored, setting)
  const input = useRef<SettingInput>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  // A link such as `#settings/farm_name` leads to its field.
  const isLinked = useHash() === `settings/${setting}`
  useEffect(() => {
    if (isLinked) input.current?.focus()
  }, [isLinked])
  const draft = (one?: SettingDraft) => onDrafts((before) => ({ ...before, [setting]: one }))
  const edit = () => {
    flushSync(() => draft({ text: value, loaded: value }))
    input.current?.focus()
  }
  const close = () => {
    flushSync(() => {
      if (isLinked) replaceHash('settings')
      draft()
    })
    editButton.current?.focus()
  }
  if (!isLinked && !drafts[setting])
    return <ShownSetting setting={setting} value={value} editButton={editButton} onEdit={edit} />
  return <SettingsForm {...props} keys={[setting]} input={input} onClose={close} />
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
  const { label, description, kind, empty, example } = SETTINGS[setting]
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
          {example && <p className="text-bark-deep">{example(value)}</p>}
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

type SettingsFormProps = DraftsProps & {
  keys: readonly SettingKey[]
  input?: RefObject<SettingInput | null>
  onClose: () => void
}

const SETTING_HISTORY_LABELS: HistoryLabels = { value: { label: 'Text' } }

/** One text, or all of a card: each that is changed is saved by itself, and what is refused stays typed. */
export function SettingsForm(props: SettingsFormProps) {
  const { keys, stored, drafts, input, onDrafts, onClose } = props
  const [refused, setRefused] = useState<Refused>(new Map())
  const save = useSaveSettings()
  const [only] = keys.length === 1 ? keys : []
  const draftOf = (key: SettingKey) => {
    const value = settingValue(stored, key)
    return drafts[key] ?? { text: value, loaded: value }
  }
  const isWrong = (key: SettingKey) =>
    SETTINGS[key].kind === 'video' && youtubeId(draftOf(key).text) === null
  const conflict = new Map(
    keys.flatMap((key) =>
      [...conflictIn(refused.get(key) ?? null).values()].map((now) => [key, now] as const),
    ),
  )
  const close = () => {
    onDrafts((before) => ({
      ...before,
      ...Object.fromEntries(keys.map((key) => [key, undefined])),
    }))
    onClose()
  }
  const send = async (changed: SettingDrafts) => {
    onDrafts((before) => ({ ...before, ...changed }))
    const sent = keys.flatMap((key) => {
      const { text, loaded } = changed[key] ?? draftOf(key)
      return text === loaded ? [] : [{ key, value: text, loaded }]
    })
    const failed = await save.mutateAsync(sent).catch(() => null)
    if (!failed) return
    setRefused(failed)
    if (failed.size === 0) return close()
    const saved = sent.filter(({ key }) => !failed.has(key)).map(({ key }) => [key, undefined])
    onDrafts((before) => ({ ...before, ...Object.fromEntries(saved) }))
  }
  const submit = () => {
    if (!save.isPending && !keys.some(isWrong)) void send({})
  }
  return (
    <Form noValidate={false} className="grid gap-4 py-2.5" onSubmit={submit}>
      {keys.map((key) => {
        const { label, description, kind, wrong } = SETTINGS[key]
        const { text, loaded } = draftOf(key)
        const Control = kind === 'text' ? 'textarea' : 'input'
        return (
          <Field
            key={key}
            label={label}
            hint={description}
            required
            error={
              isWrong(key) ? 'Please enter a valid YouTube URL' : refusedValue(refused.get(key))
            }
          >
            {(wiring) => (
              <Control
                {...wiring}
                required={Boolean(wrong?.(''))}
                ref={input}
                value={text}
                maxLength={4000}
                onChange={({ target }) =>
                  onDrafts((before) => ({ ...before, [key]: { text: target.value, loaded } }))
                }
                className={classNames(kind === 'text' ? 'min-h-28 py-2.5' : 'h-12', inputLook)}
              />
            )}
          </Field>
        )
      })}
      {only && SETTINGS[only].kind === 'video' && (
        <VideoPreview url={draftOf(only).text} otherwise="No valid video URL" />
      )}
      {keys.map((key) => {
        const said = SETTINGS[key].example?.(draftOf(key).text)
        return (
          said && (
            <p key={key} role="status" className="font-semibold">
              {keys.length > 1 ? `${SETTINGS[key].label}: ${said}` : said}
            </p>
          )
        )
      })}
      {only === 'time_zone' && <OrderedDaysNote />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending} disabled={keys.some(isWrong)}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
        {only && SETTINGS[only].kind === 'video' && settingValue(stored, only) !== '' && (
          <Button
            variant="plain"
            className="text-beet"
            disabled={save.isPending}
            onClick={() => void send({ [only]: { text: '', loaded: draftOf(only).loaded } })}
          >
            Remove Video
          </Button>
        )}
      </div>
      <EditConflictQuestion
        conflictFields={keys.map((key) => {
          return { field: key, label: SETTINGS[key].label, format: formatText }
        })}
        typed={Object.fromEntries(keys.map((key) => [key, draftOf(key).text]))}
        conflict={conflict}
        onBack={() => setRefused(new Map())}
        onSave={(chosen) => {
          const seen = [...conflict].map(([key, now]) => {
            return [key, { text: chosen[key] ?? '', loaded: String(now ?? '') }]
          })
          void send(Object.fromEntries(seen))
        }}
      />
      {only && <History subject="setting" id={only} labels={SETTING_HISTORY_LABELS} />}
    </Form>
  )
}

function refusedValue(failure: Error | undefined): string | undefined {
  return failure instanceof ApiFailure && failure.refusal.field === 'value'
    ? failure.refusal.message
    : undefined
}

function VideoPreview({ url, otherwise }: { url: string; otherwise: string }) {
  const id = youtubeId(url)
  return (
    <div className="grid aspect-video w-full place-items-center overflow-hidden rounded-xl border border-straw bg-paper text-bark-deep">
      {id === null ? (
        <p>{otherwise}</p>
      ) : (
        <iframe
          src={`https://www.youtube-nocookie.com/embed/${id}`}
          title="Preview of the video"
          loading="lazy"
          allowFullScreen
          className="size-full"
        />
      )}
    </div>
  )
}
