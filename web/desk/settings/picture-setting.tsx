import { ImageUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { SETTINGS, type SettingKey } from '#contract/setting-table.ts'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { FileButton } from '../products/file-input.tsx'
import { PICTURE_TYPES, useUpload } from '../products/use-picture.ts'
import { useSaveSetting } from './settings-query.ts'

export function PictureSetting({ setting, value }: { setting: SettingKey; value: string }) {
  const id = useId()
  const choose = useRef<HTMLInputElement>(null)
  const { label, description, empty } = SETTINGS[setting]
  const save = useSaveSetting(setting, { onSaved: () => choose.current?.focus() })
  const [refused, setRefused] = useState('')
  const upload = useUpload({
    onStored: (url) => save.mutate({ value: url, loaded: value }),
    onRefused: setRefused,
  })
  const send = (file: File) => {
    setRefused('')
    upload.send(file)
  }
  return (
    <fieldset aria-describedby={`${id}-hint`} className="grid min-w-0 gap-3">
      <legend className="mb-1 text-[0.9375rem] font-semibold text-bark-deep">{label}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <Logo url={value} />
        <FileButton
          ref={choose}
          icon={<ImageUp aria-hidden="true" className="size-5" />}
          text={value === '' ? 'Choose a logo' : 'Replace the logo'}
          accept={PICTURE_TYPES}
          onFile={send}
        />
        {value !== '' && (
          <Button
            variant="plain"
            size="sm"
            busy={save.isPending}
            className="text-beet!"
            onClick={() => save.mutate({ value: '', loaded: value })}
          >
            {!save.isPending && <Trash2 aria-hidden="true" className="size-5" />}
            Remove the logo
          </Button>
        )}
        {upload.progress !== null && <p role="status">Uploading…</p>}
      </div>
      <p id={`${id}-hint`} className="text-[0.9375rem] text-bark-deep">
        {value === '' ? `${empty} ` : ''}
        {description}. JPG, PNG or GIF, at most 5 MB. The icon on phones follows within a day.
      </p>
      {refused && <p className="text-[0.9375rem] font-semibold text-beet">{refused}</p>}
    </fieldset>
  )
}
