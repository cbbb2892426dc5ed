import type { Editor } from '@tiptap/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { PICTURE_TYPES, useUpload } from '#web/desk/products/use-picture.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

/** A picture that was pasted or dropped, or is still to be chosen, and where in the text it goes. */
export type ComingPicture = { file: File | null; at: number }

type PictureDialogProps = {
  editor: Editor
  coming: ComingPicture
  more: number
  onClose: () => void
}

/**
 * Takes a picture to the shop and sets it into the text, with words
 * for those who do not see it; until then the text stays as it is.
 */
export function PictureDialog({ editor, coming, more, onClose }: PictureDialogProps) {
  const formId = useId()
  const [alt, setAlt] = useState('')
  const put = (src: string) => {
    const picture = { type: 'image', attrs: { src, alt: alt.trim() } }
    const at = Math.min(coming.at, editor.state.doc.content.size)
    editor.chain().insertContentAt(at, picture).run()
    onClose()
  }
  const { file, error, submit, progress, leave } = useChosenPicture(coming.file, put)
  const isSending = progress !== null
  return (
    <Dialog
      open
      onClose={() => {
        leave()
        onClose()
      }}
      title={more > 0 ? `Picture (${more} more after it)` : 'Picture'}
      footer={
        <Button type="submit" form={formId} busy={isSending}>
          {isSending ? `Uploading… ${Math.round(progress * 100)} %` : 'Insert Picture'}
        </Button>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        {coming.file ? (
          <Pasted file={coming.file} error={error} />
        ) : (
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
        )}
        <TextField
          label="Description"
          maxLength={300}
          autoComplete="off"
          hint="What it shows, for people who cannot see it. Leave this empty if the picture is only decoration."
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        {isSending && (
          <progress aria-label="Upload" className="w-full accent-leaf" max={1} value={progress} />
        )}
      </form>
    </Dialog>
  )
}

/** The picture itself, read by the browser alone. */
function Pasted({ file, error }: { file: File; error: string | undefined }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    // The desk's pages take pictures from the shop and from data alone.
    const reader = new FileReader()
    reader.onload = () => setUrl(String(reader.result))
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return (
    <div className="grid justify-items-start gap-2">
      {url && <img src={url} alt="" className="max-h-60 max-w-full rounded-xl" />}
      <p className="wrap-anywhere">{file.name}</p>
      {error && (
        <p role="alert" className="text-[0.9375rem] font-semibold text-beet">
          {error}
        </p>
      )}
    </div>
  )
}

function useChosenPicture(given: File | null, onStored: (url: string) => void) {
  const file = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const refuse = (sentence: string) => {
    setError(sentence)
    file.current?.focus()
  }
  const { send, progress, callOff } = useUpload({
    onStored,
    onRefused: refuse,
    maxWait: MAX_WAIT,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The page's own form stands around this one for React, not for the browser.
    event.stopPropagation()
    const chosen = given ?? file.current?.files?.[0]
    if (!chosen) return refuse('Please choose a picture.')
    setError(undefined)
    send(chosen)
  }
  return { file, error, submit, progress, leave: callOff }
}

/** A picture may take its time on a country line, in ms. */
const MAX_WAIT = 120_000
