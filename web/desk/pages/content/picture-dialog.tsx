import type { Editor } from '@tiptap/react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { PICTURE_TYPES, useUpload } from '#web/desk/products/use-picture.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Takes a picture to the shop and sets it where the text stands, with words for those who do not see it. */
export function PictureDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const formId = useId()
  const [alt, setAlt] = useState('')
  const put = (src: string) => {
    // Behind chosen words, never in their place.
    const picture = { type: 'image', attrs: { src, alt: alt.trim() } }
    editor.chain().insertContentAt(editor.state.selection.to, picture).run()
    onClose()
  }
  const { file, error, submit, isSending } = useChosenPicture(put)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Picture"
      footer={
        <Button type="submit" form={formId} busy={isSending}>
          {isSending ? 'Uploading…' : 'Insert Picture'}
        </Button>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        <TextField
          ref={file}
          type="file"
          label="File"
          required
          accept={PICTURE_TYPES}
          hint="JPG, PNG or GIF, up to 5 MB."
          error={error}
          style={{ paddingBlock: '0.55rem' }}
        />
        <TextField
          label="Description"
          maxLength={300}
          autoComplete="off"
          hint="What it shows, for people who cannot see it. Leave this empty if the picture is only decoration."
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

function useChosenPicture(onStored: (url: string) => void) {
  const file = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const refuse = (sentence: string) => {
    setError(sentence)
    file.current?.focus()
  }
  const { send, progress } = useUpload({ onStored, onRefused: refuse, maxWait: MAX_WAIT })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The page's own form stands around this one for React, not for the browser.
    event.stopPropagation()
    const chosen = file.current?.files?.[0]
    if (!chosen) return refuse('Please choose a picture.')
    setError(undefined)
    send(chosen)
  }
  return { file, error, submit, isSending: progress !== null }
}

/** A picture may take its time on a country line, in ms. */
const MAX_WAIT = 120_000
