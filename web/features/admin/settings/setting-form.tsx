import type { FormEvent, RefObject } from 'react'
import { SETTING_DESCRIPTIONS } from '#contract/setting-descriptions.ts'
import { youtubeId } from '#contract/youtube-id.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field, inputLook } from '#web/ui/field.tsx'
import { History } from '../history/history.tsx'
import type { HistoryWords } from '../history/say-entry.ts'
import type { SettingLook } from './setting-sections.ts'
import { useSaveSetting } from './settings-query.ts'
import { VideoPreview } from './video-preview.tsx'

/** One line or several. */
export type SettingInput = HTMLInputElement & HTMLTextAreaElement

type SettingFormProps = {
  setting: SettingLook
  value: string
  draft: string
  input: RefObject<SettingInput | null>
  onDraft: (draft: string) => void
  onClose: () => void
}

const SETTING_HISTORY_WORDS: HistoryWords = { value: { label: 'Text' } }

/** The draft of a text, to be saved or cancelled; a video's is only saved once it is one. */
export function SettingForm({ setting, value, draft, input, onDraft, onClose }: SettingFormProps) {
  const { key, label, kind } = setting
  const save = useSaveSetting(key, { onSaved: onClose })
  const isWrong = kind === 'video' && youtubeId(draft) === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending && !isWrong) save.mutate(draft)
  }
  const Control = kind === 'text' ? 'textarea' : 'input'
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Field
        label={label}
        hint={SETTING_DESCRIPTIONS[key]}
        error={isWrong ? 'Please enter a valid YouTube URL' : undefined}
      >
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
      {kind === 'video' && <VideoPreview url={draft} otherwise="No valid video URL" />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending} disabled={isWrong}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        {kind === 'video' && value !== '' && (
          <Button variant="plain" className="text-beet" disabled={save.isPending} onClick={() => save.mutate('')}>
            Remove Video
          </Button>
        )}
      </div>
      <History subject="setting" id={key} words={SETTING_HISTORY_WORDS} />
    </form>
  )
}
